// Transfers in the first sheet of a workbook: the columns are those of the CSV, the cells what a spreadsheet makes of them.
import type { LineColumn } from 'contract/multiple-transfers.ts'
import type { FileFault } from 'contract/import-problems.ts'
import { dayOfSerial, readWorkbook, type SheetCell, type SheetRow, WorkbookFault } from '../../outside/workbook.ts'
import { sayPlainDay } from './import-rules.ts'
import { type Fault, fault, heads, linesOf, MOST_CELL, MOST_FILE_BYTES, MOST_ROWS, type RawLine } from './import-table-rules.ts'

const whys: Record<WorkbookFault['why'], FileFault> = { archive: 'spreadsheet', too_large: 'workbook_too_large', broken: 'workbook_broken' }

function textOf(cell: SheetCell, column: LineColumn): string | null {
  if (typeof cell === 'string') return cell
  if (typeof cell !== 'number') return 'day' in cell ? sayPlainDay(cell.day) : null
  // A day that lost its format is the number behind it.
  const day = column === 'execution_date' ? dayOfSerial(cell) : null
  // Without an exponent, which would be no amount.
  if (day !== null) return sayPlainDay(day)
  return Number.isSafeInteger(cell) ? String(cell) : cell.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 15 })
}

function readCell({ line, cells }: SheetRow, place: number, column: LineColumn): string | Fault {
  const text = textOf(cells[place] ?? '', column)
  if (text === null) return fault('formula', { line, column: heads[column] })
  return text.length > MOST_CELL ? fault('cell_too_long', { line }) : text
}

/** The lines of a workbook, or why it is not one that we read. */
export async function readTransferSheet(bytes: Buffer): Promise<RawLine[] | Fault> {
  if (bytes.length > MOST_FILE_BYTES) return fault('too_big')
  let rows: SheetRow[]
  try {
    rows = await readWorkbook(bytes, MOST_ROWS)
  } catch (error) {
    if (error instanceof WorkbookFault) return fault(whys[error.why])
    throw error
  }
  return linesOf(rows, ({ cells }) => cells.map((cell) => (typeof cell === 'string' ? cell : '')), readCell)
}
