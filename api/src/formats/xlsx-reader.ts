// Reads the first sheet of an uploaded spreadsheet (XLSX, ECMA-376): its decompressed size is limited, and no formula
// is executed.
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { decodeXml, scanXml } from './xml-scan.ts'

/** A date is `{ day: '2026-03-10' }`; a formula is reported, because its cached result may differ from what its author sees. */
export type SheetCell = string | number | { day: string } | { formula: true }
export type SheetRow = { line: number; cells: SheetCell[] }

/** Why a file is not read: it is no workbook, its decompressed size exceeds the limit, or a part is broken. */
export class WorkbookError extends Error {
  readonly reason: 'archive' | 'too_large' | 'broken'
  constructor(reason: WorkbookError['reason']) {
    super(reason)
    this.reason = reason
  }
}

const MAX_ENTRIES = 500
const MAX_PART_BYTES = 12 * 1024 * 1024
/** Columns to the right of these are ignored. */
const MAX_COLUMNS = 256
const DAY_MS = 86_400_000
/** The last day that spreadsheets support: 31 December 9999. */
const LAST_SERIAL = 2_958_465

/** The day of a serial number, counted from 30 December 1899; null if it is invalid. */
export const dayOfSerial = (serial: number): string | null =>
  serial >= 61 && serial < LAST_SERIAL + 1
    ? new Date((Math.floor(serial) - 25_569) * DAY_MS).toISOString().slice(0, 10)
    : null
/** Workbooks in the 1904 date system count from 1 January 1904. */
const DAYS_TO_1904 = 1_462

async function readPart(zip: ZipFile, entry: Entry): Promise<string> {
  // The declared sizes are used here and enforced below: a part that exceeds its declared size is broken.
  if (entry.uncompressedSize > MAX_PART_BYTES) throw new WorkbookError('too_large')
  const chunks: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
  return decodeXml(Buffer.concat(chunks))
}

/** The parts of an archive by path, none of them opened yet. */
async function listParts(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new WorkbookError('too_large')
  const parts = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    // Programs read two parts of one name differently: one would be checked and the other paid.
    if (parts.has(entry.fileName)) throw new WorkbookError('broken')
    parts.set(entry.fileName, entry)
  }
  return parts
}

type Book = { sheet: string; is1904: boolean }

/** The id of the first visible sheet. */
function readBook(xml: string): Book {
  let sheet: string | null = null
  let is1904 = false
  scanXml(xml, {
    open(name, attribute) {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
      if (name === 'sheet' && (attribute('state') ?? 'visible') === 'visible') sheet ??= attribute('id')
    },
    text() {},
    close() {},
  })
  if (sheet === null) throw new WorkbookError('broken')
  return { sheet, is1904 }
}

function readTarget(xml: string, id: string): string {
  let target: string | null = null
  scanXml(xml, {
    open(name, attribute) {
      if (name === 'Relationship' && attribute('Id') === id) target = attribute('Target')
    },
    text() {},
    close() {},
  })
  if (target === null) throw new WorkbookError('broken')
  return new URL(target, 'file:///xl/').pathname.slice(1)
}

/** Decodes a text: line ends and other control characters are escaped as _x000D_. */
const typedText = (text: string) =>
  text.replaceAll(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

function readStrings(xml: string): string[] {
  const strings: string[] = []
  let text: string | null = null
  let isText = false
  let phonetic = 0
  scanXml(xml, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') phonetic += 1
      else if (name === 't') isText = phonetic === 0
    },
    text(part) {
      if (isText && text !== null) text += part
    },
    close(name) {
      if (name === 'si') strings.push(typedText(text ?? ''))
      else if (name === 'rPh') phonetic -= 1
      else if (name === 't') isText = false
    },
  })
  return strings
}

// Built-in formats that display days (ECMA-376, 18.8.30, including those of East Asia).
const isBuiltInDay = (format: number) =>
  (format >= 14 && format <= 17) ||
  format === 22 ||
  (format >= 27 && format <= 31) ||
  format === 36 ||
  (format >= 50 && format <= 58)
// Day or year outside quotes and brackets; a month alone may mean minutes.
const showsDay = (code: string) => /[dy]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

/** The styles that display a number as a day. */
function readDayStyles(xml: string): boolean[] {
  const own = new Map<number, boolean>()
  const styles: boolean[] = []
  let isCells = false
  scanXml(xml, {
    open(name, attribute) {
      if (name === 'numFmt') own.set(Number(attribute('numFmtId')), showsDay(attribute('formatCode') ?? ''))
      else if (name === 'cellXfs') isCells = true
      else if (name === 'xf' && isCells) {
        const format = Number(attribute('numFmtId') ?? 0)
        styles.push(own.get(format) ?? isBuiltInDay(format))
      }
    },
    text() {},
    close(name) {
      if (name === 'cellXfs') isCells = false
    },
  })
  return styles
}

/** A is 0, Z is 25, AA is 26. */
function columnOf(reference: string | null, next: number): number {
  const mails = /^([A-Z]{1,3})[0-9]+$/.exec(reference ?? '')?.[1]
  if (!mails) return next
  return [...mails].reduce((column, mail) => column * 26 + mail.codePointAt(0)! - 64, 0) - 1
}

type Known = { strings: readonly string[]; dayStyles: readonly boolean[]; is1904: boolean }

function cellOf(
  { type, value, style, hasFormula }: { type: string; value: string; style: number; hasFormula: boolean },
  known: Known,
): SheetCell {
  if (hasFormula) return { formula: true }
  if (type === 's') {
    const string = known.strings[Number(value)]
    if (string === undefined) throw new WorkbookError('broken')
    return string
  }
  if (type === 'inlineStr' || type === 'str' || type === 'e') return typedText(value)
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return { day: value.slice(0, 10) }
  const number = Number(value)
  if (value.trim() === '') return ''
  if (!Number.isFinite(number)) throw new WorkbookError('broken')
  const day = known.dayStyles[style] ? dayOfSerial(number + (known.is1904 ? DAYS_TO_1904 : 0)) : null
  // Spreadsheets display fifteen digits: the rest is rounding noise of binary fractions.
  return day === null ? Number(number.toPrecision(15)) : { day }
}

const isBlank = (cell: SheetCell) => typeof cell === 'string' && cell.trim() === ''

function readSheet(xml: string, known: Known, max: number): SheetRow[] {
  const rows: SheetRow[] = []
  let row: SheetRow = { line: 0, cells: [] }
  let cell = { type: 'n', value: '', style: 0, hasFormula: false }
  let column = -1
  let isValue = false
  let phonetic = 0
  scanXml(xml, {
    open(name, attribute) {
      if (name === 'row') {
        const line = Number(attribute('r') ?? row.line + 1)
        // Row numbers must ascend: a repeated number would merge two lines.
        if (!Number.isSafeInteger(line) || line <= row.line) throw new WorkbookError('broken')
        row = { line, cells: [] }
        column = -1
      } else if (name === 'c') {
        column = columnOf(attribute('r'), column + 1)
        cell = { type: attribute('t') ?? 'n', value: '', style: Number(attribute('s') ?? 0), hasFormula: false }
      } else if (name === 'f') cell.hasFormula = true
      else if (name === 'rPh') phonetic += 1
      else if (name === 'v' || name === 't') isValue = phonetic === 0
    },
    text(part) {
      if (isValue) cell.value += part
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'rPh') phonetic -= 1
      else if (name === 'c' && column < MAX_COLUMNS) {
        while (row.cells.length < column) row.cells.push('')
        row.cells[column] = cellOf(cell, known)
      } else if (name === 'row' && rows.length < max && !row.cells.every(isBlank)) rows.push(row)
    },
  })
  return rows
}

/** The rows of the first sheet that are not empty, up to a maximum. Throws WorkbookError. */
export async function readWorkbook(bytes: Buffer, max: number): Promise<SheetRow[]> {
  let zip: ZipFile
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
  } catch {
    throw new WorkbookError('archive')
  }
  try {
    const parts = await listParts(zip)
    const book = parts.get('xl/workbook.xml')
    if (!book) throw new WorkbookError('archive')
    const read = async (path: string) => {
      const entry = parts.get(path)
      return entry ? readPart(zip, entry) : null
    }
    const { sheet, is1904 } = readBook(await readPart(zip, book))
    const path = readTarget((await read('xl/_rels/workbook.xml.rels')) ?? '', sheet)
    const strings = await read('xl/sharedStrings.xml')
    const styles = await read('xl/styles.xml')
    const xml = await read(path)
    if (xml === null) throw new WorkbookError('broken')
    const known = {
      strings: strings === null ? [] : readStrings(strings),
      dayStyles: styles === null ? [] : readDayStyles(styles),
      is1904,
    }
    return readSheet(xml, known, max)
  } catch (error) {
    if (error instanceof WorkbookError) throw error
    // Any other error of yauzl, zlib or the scan of a part: the archive is damaged.
    throw new WorkbookError('broken')
  } finally {
    zip.close()
  }
}
