// Renders PDF pages in the page: the same in every browser, with the text of each page for screen readers.
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { addMissingFunctions } from '../../lib/older-browsers.ts'
// oxlint-disable-next-line import/default -- Vite makes the address the default export.
import workerAddress from './pdf-worker.ts?worker&url'

type Policy = { createScriptURL: (address: string) => string }
type PolicyMaker = { createPolicy: (name: string, rules: Policy) => Policy }

// The content security policy allows only trusted addresses as scripts: this one is a file of our own build.
function startWorker(): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyMaker }
  const policy = trustedTypes?.createPolicy('pdf-worker', { createScriptURL: (address) => address })
  return new Worker(policy ? policy.createScriptURL(workerAddress) : workerAddress, { type: 'module' })
}

export type PdfPages = {
  count: number
  /** Renders a page into a canvas, `width` CSS pixels wide, and returns its text. */
  draw: (page: number, canvas: HTMLCanvasElement, width: number) => Promise<string>
  close: () => void
}

const MAX_PIXELS = 16_000_000

async function drawPage(pdf: PDFDocumentProxy, at: number, canvas: HTMLCanvasElement, width: number): Promise<string> {
  const page = await pdf.getPage(at)
  const natural = page.getViewport({ scale: 1 })
  const wanted = (width / natural.width) * devicePixelRatio
  // Small phones have little memory for a canvas: the resolution is reduced first.
  const scale = Math.min(wanted, Math.sqrt(MAX_PIXELS / (natural.width * natural.height)))
  const viewport = page.getViewport({ scale })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  await page.render({ canvas, viewport }).promise
  const { items } = await page.getTextContent()
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
}

/** Opens a PDF; rejects if it is no PDF or damaged. */
export async function openPdf(content: Blob): Promise<PdfPages> {
  addMissingFunctions()
  GlobalWorkerOptions.workerPort ??= startWorker()
  const loading = getDocument({ data: new Uint8Array(await content.arrayBuffer()), enableXfa: false, verbosity: 0 })
  const pdf = await loading.promise
  return {
    count: pdf.numPages,
    draw: (page, canvas, width) => drawPage(pdf, page, canvas, width),
    close: () => void loading.destroy(),
  }
}
