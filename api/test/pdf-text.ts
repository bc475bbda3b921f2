import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of a PDF as a reader would select it, page by page, and whether it is tagged. */
export async function readPdf(content: Buffer): Promise<{ pages: string[]; isTagged: boolean; lang: string | null }> {
  const loading = getDocument({ data: new Uint8Array(content), verbosity: 0 })
  const pdf = await loading.promise
  const pages: string[] = []
  for (let at = 1; at <= pdf.numPages; at += 1) {
    const { items } = await (await pdf.getPage(at)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
  }
  const marks: unknown = await pdf.getMarkInfo()
  const { info } = await pdf.getMetadata()
  await loading.destroy()
  return {
    pages,
    isTagged: marks instanceof Map && marks.get('Marked') === true,
    lang: (info as { Language?: string }).Language ?? null,
  }
}
