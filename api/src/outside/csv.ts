// Text that spreadsheets read: quoted by RFC 4180, and never taken for a formula.

/** A text that a spreadsheet would run is shown instead: an apostrophe before it says that it is text. */
export const asText = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const quoted = (cell: string, separator: string) =>
  cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** One line of cells that are safe already: texts by asText, figures as they are. One empty cell is quoted: readers skip an empty line. */
export const csvLine = (cells: readonly string[], separator: ',' | ';') =>
  `${cells.length === 1 && cells[0] === '' ? '""' : cells.map((cell) => quoted(cell, separator)).join(separator)}\r\n`
