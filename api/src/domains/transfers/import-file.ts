// What a file of transfers is, by its first bytes: neither its name nor what the sender says of it counts.
import { readCsv } from './import-csv-rules.ts'
import type { Fault, RawLine } from './import-table-rules.ts'
import { readTransferSheet } from './import-workbook.ts'

const begins = (bytes: Buffer, text: string) => bytes.toString('latin1', 0, text.length) === text

/** The lines of a file of transfers, or why it is none that we read. */
export async function readTransferFile(bytes: Buffer): Promise<RawLine[] | Fault> {
  return begins(bytes, 'PK') ? readTransferSheet(bytes) : readCsv(bytes)
}
