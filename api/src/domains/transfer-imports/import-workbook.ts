// Reads transfers from the first sheet of a workbook: the columns are those of the CSV, the cell types those of spreadsheets.
import type { LineColumn } from 'contract/transfers/imports.ts'
import type { FileError } from 'contract/transfers/import-problems.ts'
import { dayOfSerial, readWorkbook, type SheetCell, type SheetRow, WorkbookError } from '../../formats/xlsx-reader.ts'
import { formatPlainDay } from './import-cell-rules.ts'
import { type ImportError, fileError, MAX_CELL, MAX_FILE_BYTES } from '../../formats/csv-reader.ts'
import { heads, linesOf, MAX_ROWS, type RawLine } from './import-table-rules.ts'

const whys: Record<WorkbookError['why'], FileError> = {
  archive: 'spreadsheet',
  too_large: 'workbook_too_large',
  broken: 'workbook_broken',
}

function textOf(cell: SheetCell, column: LineColumn): string | null {
  if (typeof cell === 'string') return cell
  if (typeof cell !== 'number') return 'day' in cell ? formatPlainDay(cell.day) : null
  // A date without its format is stored as a number.
  const day = column === 'execution_date' ? dayOfSerial(cell) : null
  // Without an exponent, which would be an invalid amount.
  if (day !== null) return formatPlainDay(day)
  return Number.isSafeInteger(cell)
    ? String(cell)
    : cell.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 15 })
}

function readCell({ line, cells }: SheetRow, reference: number, column: LineColumn): string | ImportError {
  const text = textOf(cells[reference] ?? '', column)
  if (text === null) return fileError('formula', { line, column: heads[column] })
  return text.length > MAX_CELL ? fileError('cell_too_long', { line }) : text
}

/** The lines of a workbook, or an error code. */
export async function readTransferSheet(bytes: Buffer): Promise<RawLine[] | ImportError> {
  if (bytes.length > MAX_FILE_BYTES) return fileError('too_big')
  let rows: SheetRow[]
  try {
    rows = await readWorkbook(bytes, MAX_ROWS)
  } catch (error) {
    if (error instanceof WorkbookError) return fileError(whys[error.why])
    throw error
  }
  return linesOf(rows, ({ cells }) => cells.map((cell) => (typeof cell === 'string' ? cell : '')), readCell)
}
