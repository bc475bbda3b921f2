// Reads CSV files as spreadsheets write them (domain.md 4.4): UTF-8 or Windows-1252, quoted cells, any line ends. Pure.
import type { FileError } from 'contract/transfers/import-problems.ts'

export const MAX_FILE_BYTES = 2 * 1024 * 1024
export const MAX_CELL = 1_000

/** Why a file is refused, with the values of its sentence. */
export type ImportError = { code: FileError; facts: Record<string, string | number> }
export const fileError = (code: FileError, facts: ImportError['facts'] = {}): ImportError => ({ code, facts })

/** A row of cells and the line where it begins. */
export type Row = { line: number; cells: string[] }

const startsWith = (bytes: Buffer, ...signature: number[]) => signature.every((byte, index) => bytes[index] === byte)
const lineOf = (bytes: Buffer, index: number) => bytes.subarray(0, index).filter((byte) => byte === 0x0a).length + 1

// Code points that windows-1252 does not define.
const isNoSign = (byte: number) => byte === 0x81 || byte === 0x8d || byte === 0x8f || byte === 0x90 || byte === 0x9d

/** Decodes a file: as UTF-8 if all of it is valid, else as Windows-1252. */
function decode(bytes: Buffer): string | ImportError {
  if (bytes.length === 0) return fileError('empty')
  if (bytes.length > MAX_FILE_BYTES) return fileError('too_big')
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return fileError('pdf')
  if (startsWith(bytes, 0x50, 0x4b) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0) || startsWith(bytes, 0x1f, 0x8b))
    return fileError('spreadsheet')
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) return fileError('utf16')
  const nul = bytes.indexOf(0)
  // In UTF-16 every second byte of Latin text is zero.
  if (nul === 0 || nul === 1) return fileError('utf16')
  if (nul > 0) return fileError('nul_bytes', { line: lineOf(bytes, nul) })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const wrong = bytes.findIndex(isNoSign)
    return wrong < 0
      ? new TextDecoder('windows-1252').decode(bytes)
      : fileError('encoding', { line: lineOf(bytes, wrong) })
  }
}

/**
 * Splits rows into cells: quoted cells, doubled quotes, any mix of line ends. A row has the line number of its first
 * character.
 */
function split(text: string, max: number): Row[] | ImportError {
  const rows: Row[] = []
  let row: Row = { line: 1, cells: [] }
  let line = 1
  let index = 0
  while (index <= text.length) {
    let cell: string
    if (text[index] === '"') {
      const opened = line
      let end = index + 1
      for (; ; end += 2) {
        end = text.indexOf('"', end)
        if (end < 0) return fileError('quote_open', { line: opened })
        if (text[end + 1] !== '"') break
      }
      const inside = text.slice(index + 1, end)
      line += inside.match(/\r\n|\r|\n/g)?.length ?? 0
      cell = inside.replaceAll('""', '"')
      index = end + 1
      if (index < text.length && !';\r\n'.includes(text[index] ?? '')) return fileError('quote_misplaced', { line })
    } else {
      let end = index
      while (end < text.length && !';\r\n"'.includes(text[end] ?? '')) end += 1
      if (text[end] === '"') return fileError('quote_misplaced', { line })
      cell = text.slice(index, end)
      index = end
    }
    if (cell.length > MAX_CELL) return fileError('cell_too_long', { line })
    row.cells.push(cell)
    if (text[index] !== ';') {
      if (row.cells.some((one) => one.trim() !== '')) rows.push(row)
      if (rows.length >= max) return fileError('too_many_lines')
      if (index >= text.length) break
      if (text[index] === '\r' && text[index + 1] === '\n') index += 1
      line += 1
      row = { line, cells: [] }
    }
    index += 1
  }
  return rows
}

/** The rows of a CSV file, `max` at most, or the error. */
export function readRows(bytes: Buffer, max: number): Row[] | ImportError {
  const text = decode(bytes)
  return typeof text === 'string' ? split(text, max) : text
}
