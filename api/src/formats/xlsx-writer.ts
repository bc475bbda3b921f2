// Writes spreadsheets (XLSX, ECMA-376) as a stream: only a few rows are in memory, whatever the length.
import { Readable } from 'node:stream'
import { archive, type Part } from './zip.ts'
import { asText } from './csv.ts'
import { escaped } from './xml.ts'

/** A day is `{ day: '2026-03-10' }`; a number is written with as many decimals as its column has. */
export type Cell = string | number | { day: string } | null
export type SheetColumn = { title: string; width: number; decimals?: number }

/** Rows below the head that one sheet can hold. */
const MAX_ROWS = 1_048_575
const DAY_MS = 86_400_000
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** Days since 1899-12-30, the serial numbers of spreadsheets. */
const serialOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS + 25_569

// Styles: 0 plain, 1 head, 2 day, 3 whole numbers, 4 two decimals.
const STYLES = `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** A to Z, then AA. */
const columnName = (at: number): string =>
  (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCodePoint(65 + (at % 26))

const textCell = (reference: string, text: string, style: 0 | 1) =>
  `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(asText(text))}</t></is></c>`

function cellXml(reference: string, cell: Cell, decimals: number): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') return textCell(reference, cell, 0)
  if (typeof cell === 'number')
    return `<c r="${reference}" s="${decimals === 0 ? 3 : 4}"><v>${cell.toFixed(decimals)}</v></c>`
  return `<c r="${reference}" s="2"><v>${serialOf(cell.day)}</v></c>`
}

async function* sheetXml(
  columns: readonly SheetColumn[],
  rows: AsyncGenerator<readonly Cell[]>,
): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`
  yield columns
    .map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('')
  yield `</cols><sheetData><row r="1">${columns.map(({ title }, at) => textCell(`${columnName(at)}1`, title, 1)).join('')}</row>`
  for (let count = 0; count < MAX_ROWS; count += 1) {
    const next = await rows.next()
    if (next.done) break
    const row = count + 2
    yield `<row r="${row}">${next.value.map((cell, at) => cellXml(`${columnName(at)}${row}`, cell, columns[at]?.decimals ?? 0)).join('')}</row>`
  }
  yield '</sheetData></worksheet>'
}

/** Writes a workbook with as many sheets as the rows need. When the client closes the stream, no more rows are read. */
export function spreadsheet(
  name: string,
  columns: readonly SheetColumn[],
  { rows, count }: { rows: AsyncGenerator<readonly Cell[]>; count: number },
): Readable {
  const sheets = Array.from({ length: Math.max(1, Math.ceil(count / MAX_ROWS)) }, (_, at) => at + 1)
  const listed = (line: (sheet: number) => string) => sheets.map(line).join('')
  const parts: Part[] = []
  const part = (path: string, xml: string) => parts.push({ path, open: () => Buffer.from(HEAD + xml) })
  part(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${listed((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`)}</Types>`,
  )
  part(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  part(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed((n) => `<sheet name="${escaped(name)}${n === 1 ? '' : ` ${n}`}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
  )
  part(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${listed((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  )
  part('xl/styles.xml', STYLES)
  for (const sheet of sheets)
    parts.push({
      path: `xl/worksheets/sheet${sheet}.xml`,
      open: () => Readable.from(sheetXml(columns, rows), { objectMode: false }),
    })
  const output = archive(parts)
  output.on('close', () => void rows.return(undefined))
  return output
}
