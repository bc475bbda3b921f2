// Reads transfers or invoices from the first sheet of a workbook: the columns are those of the CSV, the cell types those of spreadsheets.
import type { FileError } from 'contract/transfers/import-problems.ts'
import { dayOfSerial, readWorkbook, type SheetCell, type SheetRow, WorkbookError } from '../../formats/xlsx-reader.ts'
import { formatPlainDay } from './import-cell-rules.ts'
import { type ImportError, fileError, MAX_CELL, MAX_FILE_BYTES } from '../../formats/csv-reader.ts'
import { linesOf, maxRowsOf, type RawLine, type Table, transferTable } from './import-table-rules.ts'

const fileErrorOf: Record<WorkbookError['reason'], FileError> = {
  archive: 'spreadsheet',
  too_large: 'workbook_too_large',
  broken: 'workbook_broken',
}

function textOf(cell: SheetCell, isDay: boolean): string | null {
  if (typeof cell === 'string') return cell
  if (typeof cell !== 'number') return 'day' in cell ? formatPlainDay(cell.day) : null
  // A date without its format is stored as a number.
  const day = isDay ? dayOfSerial(cell) : null
  // Without an exponent, which would be an invalid amount.
  if (day !== null) return formatPlainDay(day)
  return Number.isSafeInteger(cell)
    ? String(cell)
    : cell.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 15 })
}

/** The lines of a workbook, or an error code. */
export async function readSheetTable<Column extends string>(
  bytes: Buffer,
  table: Table<Column>,
): Promise<RawLine<Column>[] | ImportError> {
  if (bytes.length > MAX_FILE_BYTES) return fileError('too_big')
  let rows: SheetRow[]
  try {
    rows = await readWorkbook(bytes, maxRowsOf(table))
  } catch (error) {
    if (error instanceof WorkbookError) return fileError(fileErrorOf[error.reason])
    throw error
  }
  const readCell = ({ line, cells }: SheetRow, index: number, column: Column) => {
    const text = textOf(cells[index] ?? '', column === table.day)
    if (text === null) return fileError('formula', { line, column: table.heads[column] })
    return text.length > MAX_CELL ? fileError('cell_too_long', { line }) : text
  }
  return linesOf(table, rows, ({ cells }) => cells.map((cell) => (typeof cell === 'string' ? cell : '')), readCell)
}

/** The lines of a workbook of transfers, or an error code. */
export const readTransferSheet = (bytes: Buffer): Promise<RawLine[] | ImportError> =>
  readSheetTable(bytes, transferTable)
