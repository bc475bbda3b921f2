// Reads CSV files of transfers and of invoices. Pure.
import { type ImportError, readRows } from '../../formats/csv-reader.ts'
import { linesOf, maxRowsOf, type RawLine, type Table, transferTable } from './import-table-rules.ts'

/** The lines of a CSV file, or an error code. */
export function readCsvTable<Column extends string>(
  bytes: Buffer,
  table: Table<Column>,
): RawLine<Column>[] | ImportError {
  const rows = readRows(bytes, maxRowsOf(table))
  if (!Array.isArray(rows)) return rows
  return linesOf(
    table,
    rows,
    ({ cells }) => cells,
    ({ cells }, index) => cells[index] ?? '',
  )
}

/** The lines of a CSV file of transfers, or an error code. */
export const readCsv = (bytes: Buffer): RawLine[] | ImportError => readCsvTable(bytes, transferTable)
