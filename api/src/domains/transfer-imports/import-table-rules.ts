// Reads a table of transfers by the names of its columns, whatever file it comes from. Pure.
import { type LineColumn, lineColumns, MAX_IMPORT_LINES, type TypedLine } from 'contract/transfers/imports.ts'
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

/** The line number in the file: 1 is the header. */
export type RawLine = { line: number; cells: TypedLine }
/** The header and one line too many are enough to know. */
export const MAX_ROWS = MAX_IMPORT_LINES + 2

const nameOf = (head: string) =>
  head
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/gu, '_')

/** The index of each known column. */
function readHead(cells: readonly string[]): Map<LineColumn, number> | ImportError {
  const found = new Map<LineColumn, number>()
  for (const [index, cell] of cells.entries()) {
    const column = columnsByName[nameOf(cell)]
    if (!column) continue
    if (found.has(column)) return fileError('column_repeated', { column: heads[column] })
    found.set(column, index)
  }
  if (found.size === 0 && cells.length === 1 && /[,\t]/.test(cells[0] ?? '')) return fileError('separator')
  const missing = required.find((column) => !found.has(column))
  return missing ? fileError('column_missing', { column: heads[missing] }) : found
}

// Our own files put an apostrophe before a cell that would be a formula, a telephone number for example.
const plain = (cell: string) => cell.replace(/^'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/, '')

/** The lines below a header, each with all columns: empty where the file lacks one. */
export function linesOf<R extends { line: number }>(
  rows: readonly R[],
  headOf: (row: R) => readonly string[],
  readCell: (row: R, index: number, column: LineColumn) => string | ImportError,
): RawLine[] | ImportError {
  const [head, ...rest] = rows
  if (!head) return fileError('empty')
  const indexes = readHead(headOf(head))
  if (!(indexes instanceof Map)) return indexes
  if (rest.length === 0) return fileError('no_lines')
  if (rest.length > MAX_IMPORT_LINES) return fileError('too_many_lines')
  const lines: RawLine[] = []
  for (const row of rest) {
    const cells: Partial<TypedLine> = {}
    for (const column of lineColumns) {
      const index = indexes.get(column)
      const cell = index === undefined ? '' : readCell(row, index, column)
      if (typeof cell !== 'string') return cell
      cells[column] = plain(cell.trim())
    }
    // Every column was filled above.
    lines.push({ line: row.line, cells: cells as TypedLine })
  }
  return lines
}
