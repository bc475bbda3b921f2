// Text that spreadsheets read: quoted by RFC 4180, and never taken for a formula.

/** An apostrophe before a text that a spreadsheet would run as a formula, also with full-width signs of Asian keyboards. */
export const asText = (text: string) => (/^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text)

/** Numbers, dates and empty cells stand unquoted; each text is quoted, because a spreadsheet of another country splits at another separator. */
const isBare = (cell: string, separator: string) =>
  /^(?:-?\d+(?:[.,]\d+)?|\d{4}-\d\d-\d\d|)$/.test(cell) && !cell.includes(separator)

const quoted = (cell: string, separator: string) => (isBare(cell, separator) ? cell : `"${cell.replaceAll('"', '""')}"`)

/** One line of cells that are safe already: texts by asText, numbers unquoted. A single empty cell is quoted, because readers skip an empty line. */
export const csvLine = (cells: readonly string[], separator: ',' | ';') =>
  `${cells.length === 1 && cells[0] === '' ? '""' : cells.map((cell) => quoted(cell, separator)).join(separator)}\r\n`

/** A whole file of texts, as spreadsheets open it: UTF-8 with its mark. */
export const csvFileOf = (rows: readonly (readonly string[])[], separator: ',' | ';'): Buffer =>
  Buffer.from(`\uFEFF${rows.map((cells) => csvLine(cells.map(asText), separator)).join('')}`)
