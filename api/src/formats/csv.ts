// Writes CSV text for spreadsheets: quoted by RFC 4180, without formulas.

/** An apostrophe before a text that a spreadsheet would run as a formula, also with full-width signs of Asian keyboards. */
export const asText = (text: string) => (/^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text)

/**
 * Numbers, dates and empty cells are unquoted; each text is quoted, because spreadsheets of other countries use other
 * separators.
 */
const isBare = (cell: string, separator: string) =>
  /^(?:-?\d+(?:[.,]\d+)?|\d{4}-\d\d-\d\d|)$/.test(cell) && !cell.includes(separator)

const quoted = (cell: string, separator: string) => (isBare(cell, separator) ? cell : `"${cell.replaceAll('"', '""')}"`)

/**
 * Writes one line of cells that are already escaped: texts by asText, numbers unquoted. A single empty cell is quoted,
 * because readers skip an empty line.
 */
export const csvLine = (cells: readonly string[], separator: ',' | ';') =>
  `${cells.length === 1 && cells[0] === '' ? '""' : cells.map((cell) => quoted(cell, separator)).join(separator)}\r\n`

/** Writes a whole file of texts as spreadsheets expect it: UTF-8 with a byte order mark. */
export const csvFileOf = (rows: readonly (readonly string[])[], separator: ',' | ';'): Buffer =>
  Buffer.from(`\uFEFF${rows.map((cells) => csvLine(cells.map(asText), separator)).join('')}`)
