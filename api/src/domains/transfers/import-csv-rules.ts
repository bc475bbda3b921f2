// Reads a file of transfers as people's spreadsheets write it (domain.md 4.4). Pure: bytes in, cells or the reason why not out.
import { type Fault, fault, linesOf, MOST_CELL, MOST_FILE_BYTES, MOST_ROWS, type RawLine, type Row } from './import-table-rules.ts'

const startsWith = (bytes: Buffer, ...signature: number[]) => signature.every((byte, place) => bytes[place] === byte)
const lineOf = (bytes: Buffer, place: number) => bytes.subarray(0, place).filter((byte) => byte === 0x0a).length + 1

// What windows-1252 has no sign for.
const isNoSign = (byte: number) => byte === 0x81 || byte === 0x8d || byte === 0x8f || byte === 0x90 || byte === 0x9d

/** The text of a file: UTF-8 if it is that to the last byte, else Windows-1252. */
function decode(bytes: Buffer): string | Fault {
  if (bytes.length === 0) return fault('empty')
  if (bytes.length > MOST_FILE_BYTES) return fault('too_big')
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return fault('pdf')
  if (startsWith(bytes, 0x50, 0x4b) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0) || startsWith(bytes, 0x1f, 0x8b))
    return fault('spreadsheet')
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) return fault('utf16')
  const nul = bytes.indexOf(0)
  // Latin letters of UTF-16 are every second byte nothing.
  if (nul === 0 || nul === 1) return fault('utf16')
  if (nul > 0) return fault('nul_bytes', { line: lineOf(bytes, nul) })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const wrong = bytes.findIndex(isNoSign)
    return wrong < 0 ? new TextDecoder('windows-1252').decode(bytes) : fault('encoding', { line: lineOf(bytes, wrong) })
  }
}

/** Rows of cells: quotes around a cell, doubled inside; any mix of line ends. A row stands on the line where it begins. */
function split(text: string, most: number): Row[] | Fault {
  const rows: Row[] = []
  let row: Row = { line: 1, cells: [] }
  let line = 1
  let place = 0
  while (place <= text.length) {
    let cell: string
    if (text[place] === '"') {
      const opened = line
      let end = place + 1
      for (; ; end += 2) {
        end = text.indexOf('"', end)
        if (end < 0) return fault('quote_open', { line: opened })
        if (text[end + 1] !== '"') break
      }
      const inside = text.slice(place + 1, end)
      line += inside.match(/\r\n|\r|\n/g)?.length ?? 0
      cell = inside.replaceAll('""', '"')
      place = end + 1
      if (place < text.length && !';\r\n'.includes(text[place] ?? '')) return fault('quote_misplaced', { line })
    } else {
      let end = place
      while (end < text.length && !';\r\n"'.includes(text[end] ?? '')) end += 1
      if (text[end] === '"') return fault('quote_misplaced', { line })
      cell = text.slice(place, end)
      place = end
    }
    if (cell.length > MOST_CELL) return fault('cell_too_long', { line })
    row.cells.push(cell)
    if (text[place] !== ';') {
      if (row.cells.some((one) => one.trim() !== '')) rows.push(row)
      if (rows.length >= most) return fault('too_many_lines')
      if (place >= text.length) break
      if (text[place] === '\r' && text[place + 1] === '\n') place += 1
      line += 1
      row = { line, cells: [] }
    }
    place += 1
  }
  return rows
}

/** The rows of a CSV file as they stand there, or why it is not one that we read. */
export function readRows(bytes: Buffer, most = MOST_ROWS): Row[] | Fault {
  const text = decode(bytes)
  return typeof text === 'string' ? split(text, most) : text
}

/** The lines of a CSV file of transfers, or why it is not one that we read. */
export function readCsv(bytes: Buffer): RawLine[] | Fault {
  const rows = readRows(bytes)
  if (!Array.isArray(rows)) return rows
  return linesOf(
    rows,
    ({ cells }) => cells,
    ({ cells }, place) => cells[place] ?? '',
  )
}
