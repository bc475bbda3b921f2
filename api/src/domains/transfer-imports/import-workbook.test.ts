import { buffer } from 'node:stream/consumers'
import { MAX_IMPORT_LINES } from 'contract/transfers/imports.ts'
import { describe, expect, it } from 'vitest'
import { archive } from '../../formats/zip.ts'
import { spreadsheet } from '../../formats/xlsx-writer.ts'
import { readTransferSheet } from './import-workbook.ts'

const HEAD = ['nom_beneficiaire', 'iban', 'montant', 'libelle', 'date_execution', 'telephone']
const IBAN = 'SN08SN0100152000048500003035'

async function* each<T>(rows: readonly T[]) {
  yield* rows
}
const written = (...rows: (string | number | { day: string } | null)[][]) =>
  buffer(
    spreadsheet(
      'Paie',
      HEAD.map((title) => ({ title, width: 20, decimals: 0 })),
      { rows: each(rows), count: rows.length },
    ),
  )

type Parts = { sheet?: string; strings?: string; styles?: string; book?: string; more?: Record<string, Buffer> }
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`
const head = row(...HEAD.map(text))
/** A workbook of another program, part by part. */
function workbook({
  sheet = '',
  strings,
  styles,
  book = '<sheet name="Paie" sheetId="1" r:id="rId1"/>',
  more = {},
}: Parts): Promise<Buffer> {
  const parts = {
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${book}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    ...(strings !== undefined && { 'xl/sharedStrings.xml': `<sst>${strings}</sst>` }),
    ...(styles !== undefined && { 'xl/styles.xml': `<styleSheet>${styles}</styleSheet>` }),
    ...more,
  }
  return buffer(archive(Object.entries(parts).map(([path, content]) => ({ path, open: () => Buffer.from(content) }))))
}
/** The archive, with a wrong declared size of a part. */
function declaring(zip: Buffer, path: string, bytes: number): Buffer {
  const other = Buffer.from(zip)
  for (let at = other.indexOf('PK\u0001\u0002'); at >= 0; at = other.indexOf('PK\u0001\u0002', at + 4))
    if (other.toString('utf8', at + 46, at + 46 + other.readUInt16LE(at + 28)) === path)
      other.writeUInt32LE(bytes, at + 24)
  return other
}
const read = async (bytes: Buffer) => {
  const lines = await readTransferSheet(bytes)
  if (!Array.isArray(lines)) throw new Error(`not read: ${lines.code}`)
  return lines
}

describe('reading a workbook', () => {
  it('returns the same lines as CSV: amounts from numbers or texts, days from dates, telephones from numbers', async () => {
    const lines = await read(
      await written(
        ['Fatou Diop', IBAN, 150_000, 'Salaire', { day: '2026-04-01' }, 771_234_567],
        [null, null, null, null, null, null],
        ['Khady', IBAN, '150 000', '=SUM(A1)', '01/04/2026', null],
      ),
    )
    expect(
      lines.map(({ line, cells }) => [line, cells.name, cells.amount, cells.label, cells.execution_date, cells.phone]),
    ).toEqual([
      [2, 'Fatou Diop', '150000', 'Salaire', '01/04/2026', '771234567'],
      [4, 'Khady', '150 000', '=SUM(A1)', '01/04/2026', ''],
    ])
  })

  it('reads shared and rich strings, gaps, exponents, inexact decimals, and dates with or without a style', async () => {
    const strings = '<si><t>Séga</t></si><si><r><t>Sala</t></r><r><t>ire</t></r><rPh><t>x</t></rPh></si>'
    const styles =
      '<numFmts><numFmt numFmtId="170" formatCode="dd&quot;/&quot;mm/yyyy"/><numFmt numFmtId="171" formatCode="#,##0&quot; dyn&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs>'
    const shared = (position: string, index: number) => `<c r="${position}" t="s"><v>${index}</v></c>`
    const sheet = `${head}<row r="5">${shared('A5', 0)}<c r="C5" s="2"><v>1.5E5</v></c>${shared('D5', 1)}<c r="E5" s="1"><v>46113.75</v></c></row>${row(text('B'), text('X'), '<c><v>270000.00000000006</v></c>', text('a'), '<c><v>46113</v></c>')}${row(text('C'), text('X'), '<c><v>1500.5</v></c>', text('a'))}`
    expect(
      (await read(await workbook({ sheet, strings, styles }))).map(({ line, cells }) => [
        line,
        cells.name,
        cells.iban,
        cells.amount,
        cells.label,
        cells.execution_date,
      ]),
    ).toEqual([
      [5, 'Séga', '', '150000', 'Salaire', '01/04/2026'],
      [6, 'B', 'X', '270000', 'a', '01/04/2026'],
      [7, 'C', 'X', '1500.5', 'a', ''],
    ])
  })

  it('reads the first visible sheet, and ignores formulas in unknown columns', async () => {
    const sheet2 = Buffer.from(
      `<worksheet><sheetData>${row(...HEAD.map(text), text('total'))}${row(...['a', 'b', '1', 'd', '', ''].map(text), '<c><f>1+1</f><v>2</v></c>')}</sheetData></worksheet>`,
    )
    const book = '<sheet name="Listes" state="hidden" r:id="rId1"/><sheet name="Paie" r:id="rId2"/>'
    expect(await read(await workbook({ book, more: { 'xl/worksheets/sheet2.xml': sheet2 } }))).toHaveLength(1)
  })

  it(`accepts ${MAX_IMPORT_LINES} lines and not one more`, async () => {
    const line = row(...['Fatou Diop', IBAN, '1', 'Salaire'].map(text))
    expect(await read(await workbook({ sheet: head + line.repeat(MAX_IMPORT_LINES) }))).toHaveLength(MAX_IMPORT_LINES)
    expect(await readTransferSheet(await workbook({ sheet: head + line.repeat(MAX_IMPORT_LINES + 1) }))).toEqual({
      code: 'too_many_lines',
      facts: {},
    })
  })
})

describe('a refused workbook names the reason and the line', () => {
  const line = (cell: string) =>
    workbook({
      sheet: `${head}${row(text('A'), text('B'), text('1'), text('x'))}${row(text('A'), text('B'), cell, text('x'))}`,
    })
  it.each<[string, () => Promise<Buffer> | Buffer, object]>([
    [
      'a formula',
      () => line('<c><f>SUM(A1:A9)</f><v>5000</v></c>'),
      { code: 'formula', facts: { line: 3, column: 'montant' } },
    ],
    ['a huge cell', () => line(text('a'.repeat(10 * 1024 * 1024))), { code: 'cell_too_long', facts: { line: 3 } }],
    [
      'a missing column',
      () => workbook({ sheet: row(text('iban')) + row(text('x')) }),
      { code: 'columns_missing', facts: { columns: 'nom_beneficiaire, montant, libelle' } },
    ],
    [
      'a column twice',
      () => workbook({ sheet: row(...HEAD.map(text), text('Amount')) + row(text('x')) }),
      { code: 'column_repeated', facts: { column: 'montant' } },
    ],
    ['a header alone', () => workbook({ sheet: head }), { code: 'no_lines', facts: {} }],
    ['nothing', () => workbook({}), { code: 'empty', facts: {} }],
    [
      'another archive',
      () => buffer(archive([{ path: 'photo.jpg', open: () => Buffer.from('x') }])),
      { code: 'spreadsheet', facts: {} },
    ],
    [
      'an archive cut off',
      async () => (await workbook({ sheet: head })).subarray(0, 300),
      { code: 'spreadsheet', facts: {} },
    ],
    ['more than 2 MiB', () => Buffer.alloc(2 * 1024 * 1024 + 1, 'PK'), { code: 'too_big', facts: {} }],
    [
      '2 GB declared',
      async () => declaring(await workbook({ sheet: head }), 'xl/worksheets/sheet1.xml', 2_000_000_000),
      { code: 'workbook_too_large', facts: {} },
    ],
    [
      'more than it declares',
      async () =>
        declaring(await workbook({ sheet: head + row(text('a'.repeat(1_000_000))) }), 'xl/worksheets/sheet1.xml', 10),
      { code: 'workbook_broken', facts: {} },
    ],
    [
      '100 MB of nothing',
      () => workbook({ strings: ' '.repeat(100_000_000) }),
      { code: 'workbook_too_large', facts: {} },
    ],
    [
      'a thousand parts',
      () =>
        workbook({
          more: Object.fromEntries(Array.from({ length: 1_000 }, (_, position) => [`x/${position}`, Buffer.alloc(1)])),
        }),
      { code: 'workbook_too_large', facts: {} },
    ],
    [
      'a document type',
      () => workbook({ strings: '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><si><t>&e;</t></si>' }),
      { code: 'workbook_broken', facts: {} },
    ],
    ['a sheet that is not whole', () => workbook({ sheet: '<row><c>' }), { code: 'workbook_broken', facts: {} }],
    ['a string that is not there', () => line('<c t="s"><v>7</v></c>'), { code: 'workbook_broken', facts: {} }],
    [
      'rows that go up',
      () => workbook({ sheet: '<row r="5"></row><row r="5"></row>' }),
      { code: 'workbook_broken', facts: {} },
    ],
    [
      'a part outside the archive',
      () =>
        workbook({
          more: {
            'xl/_rels/workbook.xml.rels': Buffer.from('<R><Relationship Id="rId1" Target="../../../etc/passwd"/></R>'),
          },
        }),
      { code: 'workbook_broken', facts: {} },
    ],
  ])('%s', async (_name, made, fileError) => expect(await readTransferSheet(await made())).toEqual(fileError))
})
