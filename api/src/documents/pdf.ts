// Writes documents of the bank as PDF: selectable text, tagged for screen readers, page n / N on each page.
import type { Language } from 'contract/language.ts'
import { createRequire } from 'node:module'
import type PdfKit from 'pdfkit'
import {
  type CodeOptions,
  type Fact,
  writeBoxes,
  writeCode,
  writeFacts,
  writeAddresses,
  writeText,
} from './pdf-blocks.ts'
import { createCanvas } from './pdf-canvas.ts'
import { createGlyphs } from './pdf-glyphs.ts'
import { type Letterhead, numberPages } from './pdf-pages.ts'
import { FOOT, INK, MARGIN, MUTED, TOP } from './pdf-style.ts'
import { type Column, type TableOptions, writeTable } from './pdf-table.ts'

const CHUNK = 256 * 1024

/** Loaded with the first document: a process that has written none needs 20 MB less. */
const loadPdfKit = () => createRequire(import.meta.url)('pdfkit') as typeof PdfKit

/** pdfkit emits a document in a hundred thousand small chunks: they are joined. */
function collectParts() {
  const chunks: Buffer[] = []
  let parts: Buffer[] = []
  let size = 0
  const join = () => {
    chunks.push(Buffer.concat(parts))
    parts = []
    size = 0
  }
  return {
    add: (part: Buffer) => {
      parts.push(part)
      size += part.length
      if (size > CHUNK) join()
    },
    whole: () => {
      join()
      return Buffer.concat(chunks)
    },
  }
}

export type PdfDocument = {
  /** The sender's branch, and the addressee in the window of an envelope: called before the title. */
  addresses: (from: readonly string[], to: readonly string[]) => void
  /** The title of the document: called once, first or after the addresses. */
  title: (text: string, under?: string) => void
  section: (text: string) => void
  paragraph: (text: string) => void
  /** Names and values, one below the other. */
  facts: (facts: readonly Fact[]) => void
  /**
   * Rows over as many pages as they need, with the head on each. Widths are shares of the page. Other requests are
   * served between the rows of a long table.
   */
  table: (columns: readonly Column[], rows: AsyncIterable<readonly string[]>, options?: TableOptions) => Promise<void>
  /** A row of boxes, each with a name above its value. */
  boxes: (boxes: readonly (Fact & { share: number })[]) => void
  /** A QR code with its content as text beside it. */
  code: (content: string, label: string, look?: CodeOptions) => void
  finish: () => Promise<Buffer>
}

/**
 * Opens a document in a language, with the bank's letterhead. The same content at the same time gives the same bytes.
 */
export function createPdf({
  lang,
  name,
  bank,
  made_at,
}: {
  lang: Language
  name: string
  bank: Letterhead
  made_at: Date
}): PdfDocument {
  const Pdf = loadPdfKit()
  const doc = new Pdf({
    size: 'A4',
    margins: { top: TOP, bottom: FOOT, left: MARGIN, right: MARGIN },
    // A page is flushed from memory when the next one begins.
    autoFirstPage: false,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    lang,
    info: { Title: name, Author: bank.name, Creator: bank.name, CreationDate: made_at, ModDate: made_at },
  })
  const written = collectParts()
  doc.on('data', (part: Buffer) => written.add(part))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  const glyphs = createGlyphs(doc)
  const pages = numberPages(doc, { lang, name, bank })
  doc.addPage()
  const canvas = createCanvas(doc, glyphs)

  return {
    title: (text, under) => {
      writeText(canvas, 'H1', 'display', 20, INK, text)
      if (under) writeText(canvas, 'P', 'plain', 10, MUTED, under)
      doc.moveDown(1)
    },
    section: (text) => {
      canvas.ensureRoom(60)
      doc.moveDown(0.5)
      writeText(canvas, 'H2', 'strong', 12, INK, text)
      doc.moveDown(0.4)
    },
    paragraph: (text) => {
      writeText(canvas, 'P', 'plain', 10, INK, text)
      doc.moveDown(0.6)
    },
    facts: (facts) => writeFacts(canvas, facts),
    addresses: (from, to) => writeAddresses(canvas, from, to),
    boxes: (boxes) => writeBoxes(canvas, boxes),
    table: (columns, rows, options) => writeTable(canvas, columns, rows, options),
    code: (content, label, look) => writeCode(canvas, content, label, look),
    finish: async () => {
      canvas.root.end()
      pages.finish()
      doc.end()
      await ended
      return written.whole()
    },
  }
}
