// Writes a supporting document: one page with a title.
import { buffer } from 'node:stream/consumers'
import PdfKit from 'pdfkit'

export async function supportingDocument(title: string): Promise<File> {
  const pdf = new PdfKit({ size: 'A4', margin: 72 })
  pdf.fontSize(20).text(title)
  pdf.end()
  return new File([await buffer(pdf)], `${title}.pdf`, { type: 'application/pdf' })
}
