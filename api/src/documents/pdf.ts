// Documents of the bank as PDF: selectable text, tagged for screen readers, page n / N on each page.
import { readFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import type { Language } from 'contract/language.ts'
import Pdf from 'pdfkit'
import { encode } from 'uqr'

const fontFile = (name: string) => readFileSync(new URL(`../../assets/fonts/${name}.ttf`, import.meta.url))
// Subsets with U+202F, which French amounts hold and the standard fonts of PDF lack (decision 0010).
const fonts = {
  plain: fontFile('figtree-regular'),
  strong: fontFile('figtree-semibold'),
  display: fontFile('bricolage-grotesque-semibold'),
}

const INK = '#141d21'
const MUTED = '#4a5a63'
const BRAND = '#005263'
const LINE = '#d9e1e6'

const PAGE_WIDTH = 595.28
const MARGIN = 48
const TOP = 104
const FOOT = 64
const ROWS_IN_A_TURN = 25
const CHUNK = 256 * 1024

export type Letterhead = { name: string; address: string; phone: string; bic: string }
export type Column = { title: string; width: number; align?: 'left' | 'right' }

/** A document leaves pdfkit in a hundred thousand morsels: they are joined while they come. */
function collectParts() {
  const chunks: Buffer[] = []
  let morsels: Buffer[] = []
  let size = 0
  const join = () => {
    chunks.push(Buffer.concat(morsels))
    morsels = []
    size = 0
  }
  return {
    add: (part: Buffer) => {
      morsels.push(part)
      size += part.length
      if (size > CHUNK) join()
    },
    whole: () => {
      join()
      return Buffer.concat(chunks)
    },
  }
}

/** A text in lines that fit, parted at spaces, or within a word that is wider than a line. */
function linesOf(text: string, wide: number, widthOf: (character: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    let used = 0
    for (const word of paragraph.split(/(?<= )/)) {
      let size = 0
      for (const character of word.trimEnd()) size += widthOf(character)
      if (used + size > wide && line !== '') {
        lines.push(line.trimEnd())
        line = ''
        used = 0
      }
      for (const character of word) {
        const more = widthOf(character)
        if (used + more > wide && line !== '' && character !== ' ') {
          lines.push(line)
          line = ''
          used = 0
        }
        line += character
        used += more
      }
    }
    return [...lines, line.trimEnd()]
  })
}

export type PdfDocument = {
  /** Once, first: what this document is. */
  title: (text: string, under?: string) => void
  section: (text: string) => void
  paragraph: (text: string) => void
  /** Names and values, one under the other. */
  facts: (facts: readonly { name: string; value: string }[]) => void
  /**
   * Rows that go on over as many pages as they need, the head again on each. Widths are shares of the page. Others are served
   * between the rows of a long one.
   */
  table: (columns: readonly Column[], rows: AsyncIterable<readonly string[]>) => Promise<void>
  /** A square for the camera of a phone, with the same in words beside it. */
  code: (content: string, labels: string) => void
  finish: () => Promise<Buffer>
}

const pageWord = { fr: 'Page', en: 'Page' } as const
/** A font as pdfkit holds it. */
type Face = { id: string; ascender: number; ref: () => unknown; encode: (text: string) => [string[], unknown] }
/** What pdfkit writes with, and its types do not name: a page that begins within a text leaves it as it was. */
const pen = ['_font', '_fontSize', '_fillColor', 'x', 'y'] as const

/** Opens a document in a language, under the bank's letterhead. The same content at the same moment is the same file. */
export function createPdf({ lang, name, bank, made_at }: { lang: Language; name: string; bank: Letterhead; made_at: Date }): PdfDocument {
  const doc = new Pdf({
    size: 'A4',
    margins: { top: TOP, bottom: FOOT, left: MARGIN, right: MARGIN },
    // A page leaves memory as soon as the next one begins.
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
  for (const [font, content] of Object.entries(fonts)) doc.registerFont(font, content)

  // How many pages there are is known at the end: all of them go on with one stream, which is written then.
  const total = doc.ref({})
  const left = MARGIN
  /** Where the number of pages stands, with room for four digits. */
  const totalAt = PAGE_WIDTH - MARGIN - 28
  let pages = 0
  doc.on('pageAdded', () => {
    pages += 1
    dress(pages)
  })
  doc.addPage()
  const root = doc.struct('Document')
  doc.addStructure(root)
  const width = doc.page.width - 2 * MARGIN
  const bottom = () => doc.page.height - FOOT
  const room = (height: number) => {
    if (doc.y + height > bottom()) doc.addPage()
  }
  const write = (tag: string, font: keyof typeof fonts, size: number, color: string, text: string) => {
    root.add(doc.struct(tag, {}, () => doc.font(font).fontSize(size).fillColor(color).text(text, left, doc.y, { width })))
  }
  const rule = (y: number, color = LINE) => {
    doc.markContent('Artifact', { type: 'Layout' })
    doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.6)
      .strokeColor(color)
      .stroke()
    doc.endMarkedContent()
  }

  function faceOf(font: keyof typeof fonts, size: number): Face {
    doc.font(font).fontSize(size)
    return Reflect.get(doc, '_font') as Face
  }
  /** Each character as its font has it: glyph number and width at size 1. */
  const mails: Record<keyof typeof fonts, Map<string, { glyph: string; wide: number }>> = {
    plain: new Map(),
    strong: new Map(),
    display: new Map(),
  }
  function glyphOf(font: keyof typeof fonts, character: string) {
    let known = mails[font].get(character)
    if (!known) {
      const [glyphs] = faceOf(font, 1000).encode(character)
      known = { glyph: glyphs.join(''), wide: doc.widthOfString(character) / 1000 }
      mails[font].set(character, known)
    }
    return known
  }
  const widthsOf = (font: keyof typeof fonts) => (character: string) => glyphOf(font, character).wide
  /** A line as pdfkit would write it, but for pairs of letters that stand closer: a table has thirty thousand of them. */
  function put(line: string, x: number, y: number, font: keyof typeof fonts, size: number): void {
    const glyphs = Array.from(line, (character) => glyphOf(font, character).glyph).join('')
    const face = faceOf(font, size)
    const { fonts: used, height } = doc.page as { fonts: Record<string, unknown>; height: number }
    used[face.id] ??= face.ref()
    const base = height - y - (face.ascender / 1000) * size
    doc.addContent(
      `q 1 0 0 -1 0 ${height.toFixed(2)} cm BT 1 0 0 1 ${x.toFixed(2)} ${base.toFixed(2)} Tm /${face.id} ${size} Tf <${glyphs}> Tj ET Q`,
    )
  }

  async function table(columns: readonly Column[], rows: AsyncIterable<readonly string[]>): Promise<void> {
    const total = columns.reduce((sum, column) => sum + column.width, 0)
    const positions: { x: number; wide: number; align: 'left' | 'right' }[] = []
    let x = left
    for (const column of columns) {
      const wide = (column.width / total) * width
      positions.push({ x, wide: wide - 8, align: column.align ?? 'left' })
      x += wide
    }
    /** The lines of each cell, and how high they make the row. */
    const breakLines = (cells: readonly string[], font: keyof typeof fonts, size: number) => {
      const lines = cells.map((cell, at) => linesOf(cell, (positions[at]?.wide ?? width) / size, widthsOf(font)))
      doc.font(font).fontSize(size)
      return { lines, font, size, height: Math.max(...lines.map(({ length }) => length)) * doc.currentLineHeight(true) }
    }
    const draw = ({ lines: cells, font, size }: ReturnType<typeof breakLines>, at: number, y: number) => {
      const index = positions[at]
      const lines = cells[at]
      if (!index || !lines) return
      const high = doc.font(font).fontSize(size).currentLineHeight(true)
      const widthOf = (line: string) => Array.from(line, widthsOf(font)).reduce((sum, wide) => sum + wide, 0) * size
      for (const [down, line] of lines.entries())
        if (line !== '') put(line, index.align === 'right' ? index.x + index.wide - widthOf(line) : index.x, y + down * high, font, size)
    }
    const titles = columns.map(({ title }) => title)
    const element = doc.struct('Table')
    root.add(element)
    const head = (isFirst: boolean) => {
      const row = breakLines(titles, 'strong', 8.5)
      const { height } = row
      doc.fillColor(MUTED)
      const y = doc.y
      if (isFirst) {
        const line = doc.struct('TR')
        element.add(line)
        titles.forEach((_, at) => line.add(doc.struct('TH', {}, () => draw(row, at, y))))
        line.end()
      } else {
        doc.markContent('Artifact', { type: 'Pagination' })
        titles.forEach((_, at) => draw(row, at, y))
        doc.endMarkedContent()
      }
      rule(y + height + 3, MUTED)
      doc.y = y + height + 8
    }
    head(true)
    let drawn = 0
    for await (const cells of rows) {
      drawn += 1
      if (drawn % ROWS_IN_A_TURN === 0) await turn()
      const row = breakLines(cells, 'plain', 9)
      const { height } = row
      if (doc.y + height + 9 > bottom()) {
        doc.addPage()
        head(false)
      }
      const y = doc.y
      doc.fillColor(INK)
      const line = doc.struct('TR')
      element.add(line)
      cells.forEach((_, at) => line.add(doc.struct('TD', {}, () => draw(row, at, y))))
      line.end()
      rule(y + height + 4)
      doc.y = y + height + 9
    }
    element.end()
    doc.x = left
    doc.moveDown(0.5)
  }

  /** Letterhead and page number of a page that has just begun, whatever was being written when the one before it was full. */
  function dress(page: number): void {
    const { margins } = doc.page
    const before = pen.map((name) => [name, Reflect.get(doc, name) as unknown] as const)
    const across = doc.page.width - 2 * MARGIN
    // Nothing written here may make a page of its own.
    doc.page.margins = { top: 0, bottom: 0, left: 0, right: 0 }
    doc.markContent('Artifact', { type: 'Pagination' })
    doc
      .font('display')
      .fontSize(14)
      .fillColor(BRAND)
      .text(bank.name, left, 40, { width: across / 2, lineBreak: false })
    doc
      .font('plain')
      .fontSize(8)
      .fillColor(MUTED)
      .text(`${bank.address}\n${bank.phone} · BIC ${bank.bic}`, left + across / 2, 40, { width: across / 2, align: 'right' })
    doc
      .moveTo(left, 78)
      .lineTo(left + across, 78)
      .lineWidth(1)
      .strokeColor(BRAND)
      .stroke()
    doc.font('plain').fontSize(8).fillColor(MUTED)
    doc.text(name, left, doc.page.height - 40, { width: across * 0.75, height: 10, ellipsis: true })
    doc.endMarkedContent()
    const number = doc.ref({})
    const text = `${pageWord[lang]} ${page} `
    apart(number, () => doc.text(text, totalAt - doc.widthOfString(text), doc.page.height - 40, { lineBreak: false }))
    const { dictionary } = doc.page as unknown as { dictionary: { data: { Contents: unknown } } }
    dictionary.data.Contents = [doc.page.content, number, total]
    doc.page.margins = margins
    for (const [name, value] of before) Reflect.set(doc, name, value)
  }
  /** Writes into a stream of its own, which follows what stands on the page. */
  function apart(stream: typeof total, draw: () => void): void {
    const { content } = doc.page
    doc.page.content = stream
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.font('plain').fontSize(8).fillColor(MUTED)
    draw()
    doc.endMarkedContent()
    doc.page.content = content
    stream.end('')
  }

  return {
    title: (text, under) => {
      write('H1', 'display', 20, INK, text)
      if (under) write('P', 'plain', 10, MUTED, under)
      doc.moveDown(1)
    },
    section: (text) => {
      room(60)
      doc.moveDown(0.5)
      write('H2', 'strong', 12, INK, text)
      doc.moveDown(0.4)
    },
    paragraph: (text) => {
      write('P', 'plain', 10, INK, text)
      doc.moveDown(0.6)
    },
    facts: (facts) => {
      const nameWidth = width * 0.4
      for (const { name: term, value } of facts) {
        doc.font('plain').fontSize(10)
        const nameHeight = doc.heightOfString(term, { width: nameWidth - 8 })
        const height = Math.max(nameHeight, doc.font('strong').heightOfString(value, { width: width - nameWidth }))
        room(height + 8)
        const y = doc.y
        const line = doc.struct('P')
        root.add(line)
        line.add(
          doc.struct('Span', {}, () =>
            doc
              .font('plain')
              .fontSize(10)
              .fillColor(MUTED)
              .text(term, left, y, { width: nameWidth - 8 }),
          ),
        )
        line.add(
          doc.struct('Span', {}, () =>
            doc
              .font('strong')
              .fontSize(10)
              .fillColor(INK)
              .text(value, left + nameWidth, y, { width: width - nameWidth }),
          ),
        )
        line.end()
        rule(y + height + 4)
        doc.y = y + height + 9
      }
      doc.x = left
      doc.moveDown(0.5)
    },
    table,
    code: (content, said) => {
      const { data, size } = encode(content, { border: 0 })
      const side = 96
      const cell = side / size
      room(side + 16)
      const y = doc.y + 4
      doc.markContent('Artifact', { type: 'Layout' })
      doc.fillColor(INK)
      data.forEach((row, down) => row.forEach((isDark, right) => isDark && doc.rect(left + right * cell, y + down * cell, cell, cell)))
      doc.fill()
      doc.endMarkedContent()
      root.add(
        doc.struct('P', {}, () =>
          doc
            .font('strong')
            .fontSize(14)
            .fillColor(INK)
            .text(said, left + side + 20, y + 24, { width: width - side - 20 })
            .font('plain')
            .fontSize(9)
            .fillColor(MUTED)
            .text(content, { width: width - side - 20 }),
        ),
      )
      doc.x = left
      doc.y = y + side + 12
    },
    finish: async () => {
      root.end()
      apart(total, () => doc.text(`/ ${pages}`, totalAt, doc.page.height - 40, { lineBreak: false }))
      doc.end()
      await ended
      return written.whole()
    },
  }
}
