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

const MARGIN = 48
const TOP = 104
const FOOT = 64
const ROWS_IN_A_TURN = 25

export type Letterhead = { name: string; address: string; phone: string; bic: string }
export type Column = { title: string; width: number; align?: 'left' | 'right' }

export type Paper = {
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
  code: (content: string, words: string) => void
  finish: () => Promise<Buffer>
}

const pageWords = { fr: (n: number, of: number) => `Page ${n} / ${of}`, en: (n: number, of: number) => `Page ${n} / ${of}` } as const

/** Opens a document in a language, under the bank's letterhead. The same content at the same moment is the same file. */
export function newPaper({ lang, name, bank, made_at }: { lang: Language; name: string; bank: Letterhead; made_at: Date }): Paper {
  const doc = new Pdf({
    size: 'A4',
    margins: { top: TOP, bottom: FOOT, left: MARGIN, right: MARGIN },
    bufferPages: true,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    lang,
    info: { Title: name, Author: bank.name, Creator: bank.name, CreationDate: made_at, ModDate: made_at },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  for (const [font, content] of Object.entries(fonts)) doc.registerFont(font, content)

  const root = doc.struct('Document')
  doc.addStructure(root)
  const left = MARGIN
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

  async function table(columns: readonly Column[], rows: AsyncIterable<readonly string[]>): Promise<void> {
    const total = columns.reduce((sum, column) => sum + column.width, 0)
    const places: { x: number; wide: number; align: 'left' | 'right' }[] = []
    let x = left
    for (const column of columns) {
      const wide = (column.width / total) * width
      places.push({ x, wide: wide - 8, align: column.align ?? 'left' })
      x += wide
    }
    // Most cells fit on one line: to know that takes one look at the widths of their words, and no search for line breaks.
    let widths: number[] = []
    const lineOf = (cells: readonly string[], font: keyof typeof fonts, size: number) => {
      doc.font(font).fontSize(size)
      widths = cells.map((cell) => (cell.includes('\n') ? Infinity : cell === '' ? 0 : doc.widthOfString(cell)))
      const line = doc.currentLineHeight(true)
      const heightOf = (cell: string, at: number, wide: number) =>
        (widths[at] ?? 0) <= wide ? line : doc.heightOfString(cell, { width: wide })
      return Math.max(...cells.map((cell, at) => heightOf(cell, at, places[at]?.wide ?? width)))
    }
    const draw = (cell: string, at: number, y: number) => {
      const place = places[at]
      if (!place || cell === '') return
      const free = place.wide - (widths[at] ?? 0)
      if (free >= 0) doc.text(cell, place.align === 'right' ? place.x + free : place.x, y, { lineBreak: false })
      else doc.text(cell, place.x, y, { width: place.wide, align: place.align })
    }
    const titles = columns.map(({ title }) => title)
    const element = doc.struct('Table')
    root.add(element)
    const head = (isFirst: boolean) => {
      const height = lineOf(titles, 'strong', 8.5)
      doc.fillColor(MUTED)
      const y = doc.y
      if (isFirst) {
        const row = doc.struct('TR')
        element.add(row)
        titles.forEach((title, at) => row.add(doc.struct('TH', {}, () => draw(title, at, y))))
        row.end()
      } else {
        doc.markContent('Artifact', { type: 'Pagination' })
        titles.forEach((title, at) => draw(title, at, y))
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
      const height = lineOf(cells, 'plain', 9)
      if (doc.y + height + 9 > bottom()) {
        doc.addPage()
        head(false)
        lineOf(cells, 'plain', 9)
      }
      const y = doc.y
      doc.fillColor(INK)
      const row = doc.struct('TR')
      element.add(row)
      cells.forEach((cell, at) => row.add(doc.struct('TD', {}, () => draw(cell, at, y))))
      row.end()
      rule(y + height + 4)
      doc.y = y + height + 9
    }
    element.end()
    doc.x = left
    doc.moveDown(0.5)
  }

  /** Letterhead and page numbers: only now is it known how many pages there are. */
  function dress(): void {
    const { count } = doc.bufferedPageRange()
    for (let at = 0; at < count; at += 1) {
      doc.switchToPage(at)
      // Nothing written here may make a page of its own.
      doc.page.margins = { top: 0, bottom: 0, left: 0, right: 0 }
      doc.markContent('Artifact', { type: 'Pagination' })
      doc
        .font('display')
        .fontSize(14)
        .fillColor(BRAND)
        .text(bank.name, left, 40, { width: width / 2, lineBreak: false })
      doc
        .font('plain')
        .fontSize(8)
        .fillColor(MUTED)
        .text(`${bank.address}\n${bank.phone} · BIC ${bank.bic}`, left + width / 2, 40, { width: width / 2, align: 'right' })
      doc
        .moveTo(left, 78)
        .lineTo(left + width, 78)
        .lineWidth(1)
        .strokeColor(BRAND)
        .stroke()
      doc.font('plain').fontSize(8).fillColor(MUTED)
      doc.text(name, left, doc.page.height - 40, { width: width * 0.75, height: 10, ellipsis: true })
      doc.text(pageWords[lang](at + 1, count), left + width * 0.75, doc.page.height - 40, {
        width: width * 0.25,
        align: 'right',
        lineBreak: false,
      })
      doc.endMarkedContent()
    }
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
      const nameWidth = width * 0.34
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
      dress()
      doc.end()
      await ended
      return Buffer.concat(parts)
    },
  }
}
