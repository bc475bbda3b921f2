import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import PdfKit from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { isActivePdf } from './pdf-content.ts'

const pdf = (...pieces: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)),
    Buffer.from('\ntrailer << /Root 1 0 R >>\n%%EOF\n'),
  ])

/** An object stream, as Word and LibreOffice write it; `dictionary` is the content of its dictionary. */
function packed(objects: string, given: { dictionary?: string; content?: Buffer } = {}): Buffer {
  const { dictionary = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', content = deflateSync(`1 0 ${objects}`) } =
    given
  return Buffer.concat([
    Buffer.from(`5 0 obj << ${dictionary} /Length ${content.length} >> stream\n`),
    content,
    Buffer.from('\nendstream endobj\n'),
  ])
}

const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>'
const OBJECTS = '/Type /ObjStm /N 1 /First 4'

describe('active content of a PDF', () => {
  const actions = [
    '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>',
    '/OpenAction<</S/JavaScript/JS(app.alert(1))>>',
    '/OpenAction << /S /Launch /F (x.exe) >>',
    '/OpenAction << /S /GoToR /F (//host/x.pdf) >>',
    '/OpenAction << /S /URI /URI (https://evil.example) >>',
    '/OpenAction << /S%comment\n/#55RI /URI (x) >>',
    '/AA << /O 7 0 R >>',
    '/AA 7 0 R',
    '/Names << /EmbeddedFiles 9 0 R >>',
    '/AcroForm << /XFA [ 1 0 R ] >>',
  ]
  it.each(actions)('is detected in a plain object: %s', (action) => {
    expect(isActivePdf(pdf(`1 0 obj << /Type /Catalog ${action} >> endobj`))).toBe(true)
  })

  it.each(actions)('is detected in an object stream: %s', (action) => {
    expect(isActivePdf(pdf(packed(`<< /Type /Catalog ${action} >>`)))).toBe(true)
  })

  it('is detected in a stream without a type', () => {
    expect(isActivePdf(pdf(packed(`<< ${actions[0]} >>`, { dictionary: '/Filter /FlateDecode' })))).toBe(true)
  })

  it('is detected in the last of many streams', () => {
    const quiet = Array.from({ length: 300 }, () => packed(CATALOGUE))
    expect(isActivePdf(pdf(...quiet))).toBe(false)
    expect(isActivePdf(pdf(...quiet, packed(`<< ${actions[1]} >>`)))).toBe(true)
  })

  it.each([
    ['encrypted', pdf('trailer << /Encrypt 9 0 R >>')],
    ['packed twice', pdf(packed('', { dictionary: `${OBJECTS} /Filter [/ASCIIHexDecode /FlateDecode]` }))],
    ['packed by LZW', pdf(packed('', { dictionary: `${OBJECTS} /Filter /LZWDecode` }))],
    [
      'behind a predictor',
      pdf(packed('', { dictionary: `${OBJECTS} /Filter /FlateDecode /DecodeParms << /Predictor 12 >>` })),
    ],
    ['a bomb', pdf(packed('', { content: deflateSync(`1 0 ${' '.repeat(40 * 1024 * 1024)}`) }))],
  ])('is assumed in objects that are %s', (_, content) => {
    expect(isActivePdf(content)).toBe(true)
  })

  it('is assumed in a file with more streams than can be examined', () => {
    expect(isActivePdf(pdf('x stream\n'.repeat(50_000)))).toBe(true)
  })

  it('is not detected in an ordinary document', async () => {
    const document = new PdfKit()
    document.text('Facture 12 : voir /JavaScript sur notre page').text('/AA /URI /JS').end()
    expect(isActivePdf(await buffer(document))).toBe(false)
    expect(isActivePdf(pdf(packed('<< /Type /Catalog /OpenAction [3 0 R /XYZ null null 0] >>')))).toBe(false)
  })

  it('is not detected in the bytes of a picture by accident', () => {
    const picture =
      '4 0 obj << /Subtype /Image /Filter /DCTDecode >> stream\n/JS /AA /XFA /URI /JSx\nendstream endobj\n'
    expect(isActivePdf(pdf(picture))).toBe(false)
  })
})
