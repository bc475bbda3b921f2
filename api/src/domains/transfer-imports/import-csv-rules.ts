// Reads a CSV file of transfers. Pure.
import { type ImportError, readRows } from '../../formats/csv-reader.ts'
import { linesOf, MAX_ROWS, type RawLine } from './import-table-rules.ts'

/** The lines of a CSV file of transfers, or an error code. */
export function readCsv(bytes: Buffer): RawLine[] | ImportError {
  const rows = readRows(bytes, MAX_ROWS)
  if (!Array.isArray(rows)) return rows
  return linesOf(
    rows,
    ({ cells }) => cells,
    ({ cells }, index) => cells[index] ?? '',
  )
}
