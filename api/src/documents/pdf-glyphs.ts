// Writes single lines faster than pdfkit: a table has thirty thousand of them.
import { type Font, fonts } from './pdf-style.ts'

/** A font in pdfkit's representation. */
type Face = { id: string; ascender: number; ref: () => unknown; encode: (text: string) => [string[], unknown] }
/** Each character in its font: glyph number and width at size 1. */
type Glyph = { glyph: string; width: number }

export type Glyphs = {
  widthOf: (font: Font) => (character: string) => number
  /** Encodes a line as pdfkit would, except for kerning. */
  write: (line: string, x: number, y: number, font: Font, size: number) => void
}

export function createGlyphs(doc: PDFKit.PDFDocument): Glyphs {
  for (const [font, content] of Object.entries(fonts)) doc.registerFont(font, content)
  const known: Record<Font, Map<string, Glyph>> = { plain: new Map(), strong: new Map(), display: new Map() }

  function faceOf(font: Font, size: number): Face {
    doc.font(font).fontSize(size)
    return Reflect.get(doc, '_font') as Face
  }
  function glyphOf(font: Font, character: string): Glyph {
    let found = known[font].get(character)
    if (!found) {
      const [glyphs] = faceOf(font, 1000).encode(character)
      found = { glyph: glyphs.join(''), width: doc.widthOfString(character) / 1000 }
      known[font].set(character, found)
    }
    return found
  }
  return {
    widthOf: (font) => (character) => glyphOf(font, character).width,
    write: (line, x, y, font, size) => {
      const glyphs = Array.from(line, (character) => glyphOf(font, character).glyph).join('')
      const face = faceOf(font, size)
      const { fonts: used, height } = doc.page as { fonts: Record<string, unknown>; height: number }
      used[face.id] ??= face.ref()
      const base = height - y - (face.ascender / 1000) * size
      doc.addContent(
        `q 1 0 0 -1 0 ${height.toFixed(2)} cm BT 1 0 0 1 ${x.toFixed(2)} ${base.toFixed(2)} Tm /${face.id} ${size} Tf <${glyphs}> Tj ET Q`,
      )
    },
  }
}
