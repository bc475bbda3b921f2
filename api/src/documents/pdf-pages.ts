// Writes the letterhead and the number of each page.
import type { Language } from 'contract/language.ts'
import { BRAND, MARGIN, MUTED, PAGE_WIDTH } from './pdf-style.ts'

export type Letterhead = { name: string; address: string; phone: string; bic: string }

const pageWord = { fr: 'Page', en: 'Page' } as const
/** State of pdfkit that its types do not declare: a page that begins within a text must leave it unchanged. */
const pen = ['_font', '_fontSize', '_fillColor', 'x', 'y'] as const
/** The position of the page number, with room for four digits. */
const TOTAL_AT = PAGE_WIDTH - MARGIN - 28

/** Writes letterhead and number on each page when it begins. `finish`, called once, writes the number of pages. */
export function numberPages(
  doc: PDFKit.PDFDocument,
  { lang, name, bank }: { lang: Language; name: string; bank: Letterhead },
) {
  // The number of pages is known at the end: all pages refer to one stream, which is written then.
  const total = doc.ref({})
  let pages = 0

  /** Writes into a separate stream, which is drawn after the content of the page. */
  function writeApart(stream: typeof total, draw: () => void): void {
    const { content } = doc.page
    doc.page.content = stream
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.font('plain').fontSize(8).fillColor(MUTED)
    draw()
    doc.endMarkedContent()
    doc.page.content = content
    stream.end('')
  }

  function writeLetterhead(): void {
    const across = doc.page.width - 2 * MARGIN
    doc.markContent('Artifact', { type: 'Pagination' })
    doc
      .font('display')
      .fontSize(14)
      .fillColor(BRAND)
      .text(bank.name, MARGIN, 40, { width: across / 2, lineBreak: false })
    doc
      .font('plain')
      .fontSize(8)
      .fillColor(MUTED)
      .text(`${bank.address}\n${bank.phone} · BIC ${bank.bic}`, MARGIN + across / 2, 40, {
        width: across / 2,
        align: 'right',
      })
    doc
      .moveTo(MARGIN, 78)
      .lineTo(MARGIN + across, 78)
      .lineWidth(1)
      .strokeColor(BRAND)
      .stroke()
    doc.font('plain').fontSize(8).fillColor(MUTED)
    doc.text(name, MARGIN, doc.page.height - 40, { width: across * 0.75, height: 10, ellipsis: true })
    doc.endMarkedContent()
  }

  /** Fills the new page, whatever was being written when the previous page was full. */
  function dress(): void {
    pages += 1
    const { margins } = doc.page
    const before = pen.map((field) => [field, Reflect.get(doc, field) as unknown] as const)
    // Nothing written here may start another page.
    doc.page.margins = { top: 0, bottom: 0, left: 0, right: 0 }
    writeLetterhead()
    const number = doc.ref({})
    const text = `${pageWord[lang]} ${pages} `
    writeApart(number, () =>
      doc.text(text, TOTAL_AT - doc.widthOfString(text), doc.page.height - 40, { lineBreak: false }),
    )
    const { dictionary } = doc.page as unknown as { dictionary: { data: { Contents: unknown } } }
    dictionary.data.Contents = [doc.page.content, number, total]
    doc.page.margins = margins
    for (const [field, value] of before) Reflect.set(doc, field, value)
  }

  doc.on('pageAdded', dress)
  return {
    finish: () => writeApart(total, () => doc.text(`/ ${pages}`, TOTAL_AT, doc.page.height - 40, { lineBreak: false })),
  }
}
