import { MAX_IMPORT_LINES } from 'contract/transfers/imports.ts'
import { describe, expect, it } from 'vitest'
import { csvFileOf } from '../../formats/csv.ts'
import { readCsv } from './import-csv-rules.ts'

const HEAD = 'nom_beneficiaire;iban;montant;libelle'
const LINE = 'Fatou Diop;SN08SN0100152000048500003035;150 000;Salaire mars'
const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const read = (bytes: Buffer) => {
  const lines = readCsv(bytes)
  if (!Array.isArray(lines)) throw new Error(`not read: ${lines.code}`)
  return lines
}

describe('reading a CSV file', () => {
  it('recognises columns in French and English, in any order, ignoring accents, spaces and hyphens', () => {
    const [line] = read(
      csv(
        'Libellé;MONTANT;Ville;IBAN;Beneficiary-Name;Execution Date;phone_number',
        'Loyer;5000;Dakar;X1;Awa;01/04/2026;77',
      ),
    )
    expect(line).toEqual({
      line: 2,
      cells: {
        name: 'Awa',
        iban: 'X1',
        amount: '5000',
        label: 'Loyer',
        bic: '',
        execution_date: '01/04/2026',
        phone: '77',
        email: '',
        reference: '',
        purpose: '',
        currency: '',
      },
    })
  })

  it.each([
    ['UTF-8', Buffer.from(`${HEAD}\nSéga Bâ;X;1;Été`)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${HEAD}\nSéga Bâ;X;1;Été`)],
    ['Windows-1252', Buffer.from(`${HEAD}\nSéga Bâ;X;1;Été`, 'latin1')],
  ])('decodes accents in %s', (_name, bytes) => {
    expect(read(bytes)[0]?.cells).toMatchObject({ name: 'Séga Bâ', label: 'Été' })
  })

  it('accepts any mix of line ends, and numbers each line of the file', () => {
    const lines = read(Buffer.from(`${HEAD}\r\n${LINE}\n\r;;;\r${LINE}\r\n\r\n${LINE}\n`))
    expect(lines.map(({ line }) => line)).toEqual([2, 5, 7])
  })

  it('reads quotes, doubled quotes, and line breaks inside quotes', () => {
    const lines = read(Buffer.from(`${HEAD}\n"Sy; ""Frères""";X;1;"un\ndeux"\n${LINE}`))
    expect(lines.map(({ line, cells }) => [line, cells.name, cells.label])).toEqual([
      [2, 'Sy; "Frères"', 'un\ndeux'],
      [4, 'Fatou Diop', 'Salaire mars'],
    ])
  })

  it('reads formulas as text, and writes them so that spreadsheets do not run them', () => {
    expect(read(csv(HEAD, '=HYPERLINK("x");X;1;@SUM(A1)'.replaceAll('"', ''))).map(({ cells }) => cells.label)).toEqual(
      ['@SUM(A1)'],
    )
    const [head, row] = [HEAD.split(';'), ['=Nom', '\uFF1DIBAN', '-5', 'dit "oui"; @x']]
    const given = csvFileOf([head, row], ';')
    expect(given.toString()).toContain(`"'=Nom";"'\uFF1DIBAN";"'-5";"dit ""oui""; @x"`)
    expect(read(given).map(({ cells }) => [cells.name, cells.iban, cells.amount, cells.label])).toEqual([row])
  })

  it(`accepts ${MAX_IMPORT_LINES} lines and not one more`, () => {
    const lines = Array.from({ length: MAX_IMPORT_LINES }, () => LINE)
    expect(read(csv(HEAD, ...lines))).toHaveLength(MAX_IMPORT_LINES)
    expect(readCsv(csv(HEAD, ...lines, LINE))).toEqual({ code: 'too_many_lines', facts: {} })
  })
})

describe('a refused file reports the reason and the line', () => {
  it.each<[string, Buffer, object]>([
    ['nothing', Buffer.alloc(0), { code: 'empty', facts: {} }],
    ['blank lines', Buffer.from('\r\n;;\r\n'), { code: 'empty', facts: {} }],
    ['more than 2 MiB', Buffer.alloc(2 * 1024 * 1024 + 1, 'a'), { code: 'too_big', facts: {} }],
    ['a PDF under another name', Buffer.from('%PDF-1.7 ...'), { code: 'pdf', facts: {} }],
    ['a ZIP under another name', Buffer.from('PK\u0003\u0004...'), { code: 'spreadsheet', facts: {} }],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), { code: 'spreadsheet', facts: {} }],
    ['UTF-16 with its mark', Buffer.from(`\uFEFF${HEAD}\n${LINE}`, 'utf16le'), { code: 'utf16', facts: {} }],
    ['UTF-16 without one', Buffer.from(`${HEAD}\n${LINE}`, 'utf16le'), { code: 'utf16', facts: {} }],
    ['NUL bytes', Buffer.from(`${HEAD}\n${LINE}\nA\u0000b`), { code: 'nul_bytes', facts: { line: 3 } }],
    [
      'no alphabet',
      Buffer.concat([Buffer.from(`${HEAD}\n`), Buffer.from([0xe9, 0x81])]),
      { code: 'encoding', facts: { line: 2 } },
    ],
    ['commas', csv('nom_beneficiaire,iban,montant,libelle', 'a,b,c,d'), { code: 'separator', facts: {} }],
    ['an open quote', csv(HEAD, LINE, '"Fatou;X;1;y', LINE), { code: 'quote_open', facts: { line: 3 } }],
    ['text after a quote', csv(HEAD, '"Fatou"x;X;1;y'), { code: 'quote_misplaced', facts: { line: 2 } }],
    ['a quote inside a cell', csv(HEAD, LINE, 'Fa"tou;X;1;y'), { code: 'quote_misplaced', facts: { line: 3 } }],
    ['a huge cell', csv(HEAD, LINE, `${'a'.repeat(1_000_000)};X;1;y`), { code: 'cell_too_long', facts: { line: 3 } }],
    [
      'no header',
      csv(LINE, LINE),
      { code: 'columns_missing', facts: { columns: 'nom_beneficiaire, iban, montant, libelle' } },
    ],
    [
      'the columns of a payroll program',
      csv('Matricule;Nom et prénom;IBAN;Net à payer', LINE),
      { code: 'columns_missing', facts: { columns: 'nom_beneficiaire, montant, libelle' } },
    ],
    [
      'a missing column',
      csv('nom_beneficiaire;iban;montant', LINE),
      { code: 'columns_missing', facts: { columns: 'libelle' } },
    ],
    ['a column twice', csv(`${HEAD};amount`, LINE), { code: 'column_repeated', facts: { column: 'montant' } }],
    ['a header alone', csv(HEAD), { code: 'no_lines', facts: {} }],
  ])('%s', (_name, bytes, fileError) => expect(readCsv(bytes)).toEqual(fileError))
})
