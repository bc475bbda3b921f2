// Writes the rows of a list as a file in the reader's language: CSV, or an Excel workbook.
import { Readable } from 'node:stream'
import type { Language } from 'contract/language.ts'
import { type Currency, minorUnits } from 'contract/values/money.ts'
import { asText, csvLine } from './csv.ts'
import { type Cell, spreadsheet } from './xlsx-writer.ts'

type Table = {
  format: 'csv' | 'xlsx'
  lang: Language
  /** The name of the file and of the sheet. */
  name: string
  /** YYYY-MM-DD, in the name of the file. */
  day: string
  titles: readonly string[]
  rows: AsyncGenerator<readonly Cell[]>
  /** The number of rows. */
  count: number
}

/** An amount in the unit of its currency, as spreadsheets add it up. */
export const inUnits = (amount: number, currency: Currency) => amount / 10 ** minorUnits[currency]

const COLUMN_WIDTH = 22

const textOf = (cell: Cell) =>
  cell === null ? '' : typeof cell === 'string' ? asText(cell) : typeof cell === 'number' ? String(cell) : cell.day

export function tableFile({ format, lang, name, day, titles, rows, count }: Table) {
  const separator = lang === 'fr' ? ';' : ','
  async function* lines() {
    yield `\uFEFF${csvLine(titles, separator)}`
    for await (const cells of rows) yield csvLine(cells.map(textOf), separator)
  }
  const file_name = `${name}-${day}.${format}`
  if (format === 'csv')
    return { file_name, media_type: 'text/csv; charset=utf-8', content: Readable.from(lines(), { objectMode: false }) }
  return {
    file_name,
    media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: spreadsheet(
      name,
      titles.map((title) => ({ title, width: COLUMN_WIDTH })),
      { rows, count },
    ),
  }
}
