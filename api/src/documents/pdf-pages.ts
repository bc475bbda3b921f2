// Writes the letterhead and the number of each page.
import type { Language } from 'contract/language.ts'
import { BRAND, LINE, MARGIN, MUTED, PAGE_WIDTH } from './pdf-style.ts'

/** `legal`: the legal form, the capital and the registrations, at the foot of each page; empty where the bank has none. */
export type Letterhead = { name: string; address: string; phone: string; bic: string; legal: string }

const pageLabel = { fr: 'Page', en: 'Page' } as const
/** State of pdfkit that its types do not declare: a page that begins within a text must leave it unchanged. */
const drawingState = ['_font', '_fontSize', '_fillColor', 'x', 'y'] as const
const TEXT_WIDTH = PAGE_WIDTH - 2 * MARGIN

/** Writes letterhead and foot on each page when it begins. `finish`, called once, writes the page numbers. */
export function numberPages(
  doc: PDFKit.PDFDocument,
  { lang, name, bank }: { lang: Language; name: string; bank: Letterhead },
) {
  // The number of pages is known at the end: each page refers to a stream that is written then.
  const numbers: ReturnType<typeof doc.ref>[] = []

  /** Writes into a separate stream, which is drawn after the content of the page. */
  function writeApart(stream: ReturnType<typeof doc.ref>, draw: () => void): void {
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
    const foot = doc.page.height - 52
    doc.markContent('Artifact', { type: 'Pagination' })
    doc
      .font('display')
      .fontSize(14)
      .fillColor(BRAND)
      .text(bank.name, MARGIN, 40, { width: TEXT_WIDTH / 2, lineBreak: false })
    doc
      .font('plain')
      .fontSize(8)
      .fillColor(MUTED)
      .text(`${bank.address}\n${bank.phone} · BIC ${bank.bic}`, MARGIN + TEXT_WIDTH / 2, 40, {
        width: TEXT_WIDTH / 2,
        align: 'right',
      })
    doc
      .moveTo(MARGIN, 78)
      .lineTo(MARGIN + TEXT_WIDTH, 78)
      .lineWidth(1)
      .strokeColor(BRAND)
      .stroke()
    doc
      .moveTo(MARGIN, foot - 6)
      .lineTo(MARGIN + TEXT_WIDTH, foot - 6)
      .lineWidth(0.6)
      .strokeColor(LINE)
      .stroke()
    doc.font('plain').fontSize(8).fillColor(MUTED)
    doc.text(name, MARGIN, foot, { width: TEXT_WIDTH * 0.75, height: 10, ellipsis: true })
    if (bank.legal !== '')
      doc
        .fontSize(7)
        .text(`${bank.name}, ${bank.legal}`, MARGIN, foot + 13, { width: TEXT_WIDTH, height: 20, ellipsis: true })
    doc.endMarkedContent()
  }

  /** Fills the new page, whatever was being written when the previous page was full. */
  function preparePage(): void {
    const { margins } = doc.page
    const before = drawingState.map((field) => [field, Reflect.get(doc, field) as unknown] as const)
    // Nothing written here may start another page.
    doc.page.margins = { top: 0, bottom: 0, left: 0, right: 0 }
    writeLetterhead()
    const number = doc.ref({})
    numbers.push(number)
    const { dictionary } = doc.page as unknown as { dictionary: { data: { Contents: unknown } } }
    dictionary.data.Contents = [doc.page.content, number]
    doc.page.margins = margins
    for (const [field, value] of before) Reflect.set(doc, field, value)
  }

  doc.on('pageAdded', preparePage)
  return {
    finish: () => {
      // Nothing written here may start another page.
      doc.page.margins = { top: 0, bottom: 0, left: 0, right: 0 }
      for (const [at, number] of numbers.entries()) {
        const text = `${pageLabel[lang]} ${at + 1} / ${numbers.length}`
        writeApart(number, () =>
          doc.text(text, PAGE_WIDTH - MARGIN - doc.widthOfString(text), doc.page.height - 52, { lineBreak: false }),
        )
      }
    },
  }
}
