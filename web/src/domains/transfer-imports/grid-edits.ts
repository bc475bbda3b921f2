// Edits of the grid of lines: what a pasted text writes, and how an edit is taken back.
import type { ImportItem, LineColumn, TypedLine } from 'contract/transfers/imports.ts'

/** The columns of the grid that are edited in it; the others are edited in the dialog of a line. */
export const gridColumns = ['name', 'iban', 'label', 'amount'] as const
export type GridColumn = (typeof gridColumns)[number]
/** The selection of a line stands before the columns that are edited. */
export type GridCell = 'choice' | GridColumn

export type LineEdit = { id: string; set: Partial<TypedLine> }

// A spreadsheet quotes a cell that contains a line break or a tab, and doubles the quotes inside. Other quotes are text.
const quotedCell = /(^|[\t\n])"((?:[^"]|"")*)"(?=[\t\n]|$)/g
const unquoted = (cell: string, before: string, inside: string) =>
  /[\t\n]/.test(inside) ? before + inside.replaceAll('""', '"').replaceAll(/[\t\n]+/g, ' ') : cell

/** The cells of a copied text: lines of tabs, as spreadsheets write them. A line break inside a cell is a space. */
export const cellsOf = (text: string): string[][] =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/\n$/, '')
    .replaceAll(quotedCell, unquoted)
    .split('\n')
    .map((row) => row.split('\t').map((cell) => cell.trim()))

/** The edits of a paste: down from a row and right from a column, as far as there are lines and columns. */
export function pasteEdits(
  rows: readonly ImportItem[],
  at: { row: number; column: GridColumn },
  text: string,
): LineEdit[] {
  const first = gridColumns.indexOf(at.column)
  return cellsOf(text).flatMap((cells, index) => {
    const item = rows[at.row + index]
    if (!item) return []
    const set = Object.fromEntries(
      cells.flatMap((cell, offset) => {
        const column = gridColumns[first + offset]
        return column && item.typed[column] !== cell ? [[column, cell]] : []
      }),
    )
    return Object.keys(set).length === 0 ? [] : [{ id: item.id, set }]
  })
}

/** A line with what was typed into it, before the server has checked it. */
function typedInto(item: ImportItem, set: Partial<TypedLine>): ImportItem {
  const { name = item.beneficiary.name, label = item.transfer.label, iban, amount } = set
  return {
    ...item,
    typed: { ...item.typed, ...set },
    beneficiary: { ...item.beneficiary, name, ...(iban !== undefined && { iban }) },
    transfer: { ...item.transfer, label, ...(amount !== undefined && { amount: null }) },
  }
}

const setsOf = (edits: readonly LineEdit[]) => {
  const sets = new Map<string, Partial<TypedLine>>()
  for (const { id, set } of edits) sets.set(id, { ...sets.get(id), ...set })
  return sets
}

/** The lines with what was typed and is on its way to the server: the answer to an earlier edit does not have it yet. */
export function withTyped(items: readonly ImportItem[], edits: readonly LineEdit[]): readonly ImportItem[] {
  if (edits.length === 0) return items
  const sets = setsOf(edits)
  return items.map((item) => {
    const set = sets.get(item.id)
    return set ? typedInto(item, set) : item
  })
}

/** A typed text that the server did not store, and why. */
export type UnsavedCell = { id: string; column: LineColumn; text: string; message: string }

/** The cells of edits that were not stored. */
export const unsavedCells = (edits: readonly LineEdit[], message: string): UnsavedCell[] =>
  edits.flatMap(({ id, set }) =>
    // The keys of an edit are columns of a line.
    Object.entries(set).map(([column, text]) => ({ id, column: column as LineColumn, text, message })),
  )

/** The unsaved cells that later edits do not write. */
export const unsavedBeside = (unsaved: readonly UnsavedCell[], edits: readonly LineEdit[]): UnsavedCell[] =>
  unsaved.filter(({ id, column }) => !edits.some((edit) => edit.id === id && column in edit.set))

/** The edits that store the unsaved cells. */
export const editsOf = (unsaved: readonly UnsavedCell[]): LineEdit[] =>
  [...setsOf(unsaved.map(({ id, column, text }) => ({ id, set: { [column]: text } })))].map(([id, set]) => ({
    id,
    set,
  }))

/** The lines with the texts that were not stored, each with its error at its cell. */
export function withUnsaved(items: readonly ImportItem[], unsaved: readonly UnsavedCell[]): readonly ImportItem[] {
  if (unsaved.length === 0) return items
  const sets = new Map(editsOf(unsaved).map(({ id, set }) => [id, set]))
  return items.map((item) => {
    const set = sets.get(item.id)
    if (!set) return item
    const isStored = ({ column }: { column: LineColumn }) => !(column in set)
    const errors = unsaved.flatMap(({ id, column, message }) =>
      id === item.id ? [{ column, code: 'not_saved', message }] : [],
    )
    return {
      ...typedInto(item, set),
      status: 'invalid',
      errors: [...errors, ...item.errors.filter(isStored)],
      repairs: item.repairs.filter(isStored),
    }
  })
}

type Choice = { lines: readonly string[] | null; set: { is_skipped?: boolean | undefined } }

/** A line as these changes send it or leave it out, the last one last. Changes of all lines name none. */
export const chosenAs = (item: ImportItem, changes: readonly Choice[]): ImportItem =>
  changes.reduce(
    (line, { lines, set: { is_skipped } }) =>
      is_skipped === undefined || lines?.includes(line.id) === false ? line : { ...line, is_skipped },
    item,
  )

/** The edits that write the present values back. */
export const reverseOf = (items: readonly ImportItem[], edits: readonly LineEdit[]): LineEdit[] =>
  edits.flatMap(({ id, set }) => {
    const item = items.find((one) => one.id === id)
    if (!item) return []
    // The keys of an edit are columns of a line.
    const columns = Object.keys(set) as (keyof TypedLine)[]
    return [{ id, set: Object.fromEntries(columns.map((column) => [column, item.typed[column]])) }]
  })

/** The edits that write all amounts as the server understands them: a file has the same unit or separator on every line. */
export const amountRepairs = (items: readonly ImportItem[]): LineEdit[] =>
  items.flatMap(({ id, repairs }) =>
    repairs.flatMap(({ column, value }) => (column === 'amount' ? [{ id, set: { amount: value } }] : [])),
  )

/** Whether a line stops or delays the sending: an error, or a name to acknowledge. */
export const isProblem = ({ status, acknowledgement, is_skipped }: ImportItem): boolean =>
  status === 'invalid' || (acknowledgement === 'needed' && !is_skipped)

const rankOf = (item: ImportItem): number =>
  item.status === 'invalid' ? 0 : item.acknowledgement === 'needed' ? 1 : item.status === 'duplicate' ? 2 : 3

/** The ids of lines with errors first, then those to acknowledge, then the duplicates, then the others in the order of the file. */
export const problemsFirst = (items: readonly ImportItem[]): string[] =>
  items.toSorted((one, other) => rankOf(one) - rankOf(other)).map(({ id }) => id)

/** The next line with a problem after one, from the top again; null where there is none. */
export function nextProblem(rows: readonly ImportItem[], from: number, by: 1 | -1): number | null {
  for (let step = 1; step <= rows.length; step += 1) {
    const index = (from + by * step + rows.length * step) % rows.length
    const item = rows[index]
    if (item && isProblem(item)) return index
  }
  return null
}

/** The column of a line that has its first problem. */
export const problemColumn = ({ errors, acknowledgement }: ImportItem): GridColumn => {
  const column = errors[0]?.column ?? (acknowledgement === 'needed' ? 'name' : 'amount')
  return gridColumns.find((one) => one === column) ?? 'name'
}
