// Detects the format of an imported file by its first bytes, whatever its name and media type are.
import { readCsv } from './import-csv-rules.ts'
import { type Debtors, type Message, type MessageLine, readMessage } from './import-message.ts'
import type { ImportError } from '../../formats/csv-reader.ts'
import type { RawLine } from './import-table-rules.ts'
import { readTransferSheet } from './import-workbook.ts'

/** Lines, and their message where the file was one. */
export type TransferFile = {
  lines: (RawLine & Partial<Pick<MessageLine, 'origin' | 'debtor'>>)[]
  message: Message | null
}

export const isWorkbook = (bytes: Buffer) => bytes.toString('latin1', 0, 2) === 'PK'
const isXml = (bytes: Buffer) => /^(?:\xEF\xBB\xBF)?\s*</.test(bytes.toString('latin1', 0, 100))

/** The content of a file of transfers from an account, or an error code. */
export async function readTransferFile(bytes: Buffer, account: Debtors): Promise<TransferFile | ImportError> {
  if (isXml(bytes)) {
    const read = readMessage(bytes, account)
    if ('code' in read) return read
    const { lines, ...message } = read
    return { lines, message }
  }
  const lines = await (isWorkbook(bytes) ? readTransferSheet(bytes) : readCsv(bytes))
  return Array.isArray(lines) ? { lines, message: null } : lines
}
