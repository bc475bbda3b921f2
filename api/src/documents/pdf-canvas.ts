// Tracks the position in a PDF document: the text area between the margins, page after page.
import type { Glyphs } from './pdf-glyphs.ts'
import { FOOT, LINE, MARGIN } from './pdf-style.ts'

export type Canvas = {
  doc: PDFKit.PDFDocument
  /** The root element of the document structure, for screen readers. */
  root: PDFKit.PDFStructureElement
  glyphs: Glyphs
  left: number
  width: number
  /** Whether this height fits on the rest of the page. */
  hasRoom: (height: number) => boolean
  /** Starts another page if this height does not fit. */
  ensureRoom: (height: number) => void
  /** A horizontal line across the text area. */
  rule: (y: number, color?: string) => void
}

export function createCanvas(doc: PDFKit.PDFDocument, glyphs: Glyphs): Canvas {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const width = doc.page.width - 2 * MARGIN
  const hasRoom = (height: number) => doc.y + height <= doc.page.height - FOOT
  return {
    doc,
    root,
    glyphs,
    left: MARGIN,
    width,
    hasRoom,
    ensureRoom: (height) => {
      if (!hasRoom(height)) doc.addPage()
    },
    rule: (y, color = LINE) => {
      doc.markContent('Artifact', { type: 'Layout' })
      doc
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + width, y)
        .lineWidth(0.6)
        .strokeColor(color)
        .stroke()
      doc.endMarkedContent()
    },
  }
}
