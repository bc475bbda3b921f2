// Reads a table by the names of its columns, whatever file it comes from: transfers, or invoices. Pure.
import { type LineColumn, lineColumns, MAX_IMPORT_LINES } from 'contract/transfers/imports.ts'
import { fileError, type ImportError } from '../../formats/csv-reader.ts'

/** The accepted names of the columns. */
export const heads: Record<LineColumn, string> = {
  name: 'nom_beneficiaire',
  iban: 'iban',
  amount: 'montant',
  label: 'libelle',
  bic: 'bic',
  execution_date: 'date_execution',
  phone: 'telephone',
  email: 'email',
  reference: 'reference',
  purpose: 'motif_economique',
  currency: 'devise',
}
const required: readonly LineColumn[] = ['name', 'iban', 'amount', 'label']

const columnsByName: Record<string, LineColumn> = {
  ...Object.fromEntries(lineColumns.map((column) => [heads[column], column])),
  beneficiary_name: 'name',
  amount: 'amount',
  label: 'label',
  motif: 'label',
  execution_date: 'execution_date',
  phone_number: 'phone',
  purpose: 'purpose',
  currency: 'currency',
}

/** What a file holds. */
export type Table<Column extends string> = {
  columns: readonly Column[]
  /** The name of each column, for messages. */
  heads: Readonly<Record<Column, string>>
  required: readonly Column[]
  /** All accepted names, as `nameOf` writes them. */
  columnsByName: Readonly<Record<string, Column>>
  /** Written as a date in a workbook: a number there is a day without its format. */
  day: Column
  max_lines: number
}
export const transferTable: Table<LineColumn> = {
  columns: lineColumns,
  heads,
  required,
  columnsByName,
  day: 'execution_date',
  max_lines: MAX_IMPORT_LINES,
}

/** The line number in the file: 1 is the header. */
export type RawLine<Column extends string = LineColumn> = { line: number; cells: Record<Column, string> }
/** The header and one line too many are enough to know. */
export const maxRowsOf = ({ max_lines }: Pick<Table<never>, 'max_lines'>) => max_lines + 2

const nameOf = (head: string) =>
  head
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/gu, '_')

/** The index of each known column. */
function readHead<Column extends string>(
  { columnsByName: known, heads: names, required: needed }: Table<Column>,
  cells: readonly string[],
): Map<Column, number> | ImportError {
  const found = new Map<Column, number>()
  for (const [index, cell] of cells.entries()) {
    const name = nameOf(cell)
    const column = Object.hasOwn(known, name) ? known[name] : undefined
    if (!column) continue
    if (found.has(column)) return fileError('column_repeated', { column: names[column] })
    found.set(column, index)
  }
  if (found.size === 0 && cells.length === 1 && /[,\t]/.test(cells[0] ?? '')) return fileError('separator')
  const missing = needed.filter((column) => !found.has(column)).map((column) => names[column])
  return missing.length > 0 ? fileError('columns_missing', { columns: missing.join(', ') }) : found
}

// Our own files put an apostrophe before a cell that would be a formula, a telephone number for example.
const plain = (cell: string) => cell.replace(/^'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/, '')

/** The lines below a header, each with all columns: empty where the file lacks one. */
export function linesOf<R extends { line: number }, Column extends string>(
  table: Table<Column>,
  rows: readonly R[],
  headOf: (row: R) => readonly string[],
  readCell: (row: R, index: number, column: Column) => string | ImportError,
): RawLine<Column>[] | ImportError {
  const [head, ...rest] = rows
  if (!head) return fileError('empty')
  const indexes = readHead(table, headOf(head))
  if (!(indexes instanceof Map)) return indexes
  if (rest.length === 0) return fileError('no_lines')
  if (rest.length > table.max_lines) return fileError('too_many_lines')
  const lines: RawLine<Column>[] = []
  for (const row of rest) {
    const cells: Partial<Record<Column, string>> = {}
    for (const column of table.columns) {
      const index = indexes.get(column)
      const cell = index === undefined ? '' : readCell(row, index, column)
      if (typeof cell !== 'string') return cell
      cells[column] = plain(cell.trim())
    }
    // Every column was filled above.
    lines.push({ line: row.line, cells: cells as Record<Column, string> })
  }
  return lines
}
