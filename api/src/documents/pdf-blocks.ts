// Writes the blocks of a PDF document besides tables: texts, names with their values, QR codes.
import { encode } from 'uqr'
import type { Canvas } from './pdf-canvas.ts'
import { type Font, INK, LINE, MUTED } from './pdf-style.ts'

export function writeText(
  { doc, root, left, width }: Canvas,
  tag: 'H1' | 'H2' | 'P',
  font: Font,
  size: number,
  color: string,
  text: string,
): void {
  root.add(doc.struct(tag, {}, () => doc.font(font).fontSize(size).fillColor(color).text(text, left, doc.y, { width })))
}

export type Fact = { name: string; value: string }

/** Names and values, one below the other. */
export function writeFacts({ doc, root, left, width, ensureRoom, rule }: Canvas, facts: readonly Fact[]): void {
  const nameWidth = width * 0.4
  const span = (font: Font, color: string, text: string, x: number, y: number, textWidth: number) =>
    doc.struct('Span', {}, () => doc.font(font).fontSize(10).fillColor(color).text(text, x, y, { width: textWidth }))
  for (const { name, value } of facts) {
    doc.font('plain').fontSize(10)
    const nameHeight = doc.heightOfString(name, { width: nameWidth - 8 })
    const height = Math.max(nameHeight, doc.font('strong').heightOfString(value, { width: width - nameWidth }))
    ensureRoom(height + 8)
    const { y } = doc
    const line = doc.struct('P')
    root.add(line)
    line.add(span('plain', MUTED, name, left, y, nameWidth - 8))
    line.add(span('strong', INK, value, left + nameWidth, y, width - nameWidth))
    line.end()
    rule(y + height + 4)
    doc.y = y + height + 9
  }
  doc.x = left
  doc.moveDown(0.5)
}

/** The size of a QR code in points, and what stands beside it in place of its content. */
export type CodeOptions = { side?: number; text?: string }

/** A QR code with its content as text beside it. */
export function writeCode(
  { doc, root, left, width, ensureRoom }: Canvas,
  content: string,
  label: string,
  { side = 96, text = content }: CodeOptions = {},
): void {
  const { data, size } = encode(content, { border: 0 })
  const cell = side / size
  ensureRoom(side + 16)
  const y = doc.y + 4
  doc.markContent('Artifact', { type: 'Layout' })
  doc.fillColor(INK)
  data.forEach((row, down) =>
    row.forEach((isDark, right) => isDark && doc.rect(left + right * cell, y + down * cell, cell, cell)),
  )
  doc.fill()
  doc.endMarkedContent()
  root.add(
    doc.struct('P', {}, () =>
      doc
        .font('strong')
        .fontSize(11)
        .fillColor(INK)
        .text(label, left + side + 20, y + 24, { width: width - side - 20 })
        .font('plain')
        .fontSize(9)
        .fillColor(MUTED)
        .text(text, { width: width - side - 20 }),
    ),
  )
  doc.x = left
  doc.y = y + side + 12
}

/** Where the window of an envelope is: 110 mm from the left and 45 mm from the top, on a sheet folded in three. */
const WINDOW = { x: 312, y: 128, height: 86 } as const

/** The sender's branch on the left, and the addressee in the window of an envelope. */
export function writeAddresses(
  { doc, root, left, width }: Canvas,
  from: readonly string[],
  to: readonly string[],
): void {
  let lowest = WINDOW.y + WINDOW.height
  const lines = ([first, ...rest]: readonly string[], x: number, size: number, textWidth: number) => {
    root.add(
      doc.struct('P', {}, () => {
        doc
          .font('strong')
          .fontSize(size)
          .fillColor(INK)
          .text(first ?? '', x, WINDOW.y, { width: textWidth })
        if (rest.length > 0) doc.font('plain').text(rest.join('\n'), x, doc.y, { width: textWidth })
      }),
    )
    // A long name over a long address needs more than the window: what follows stands below it.
    lowest = Math.max(lowest, doc.y + 8)
  }
  lines(from, left, 9, WINDOW.x - left - 24)
  lines(to, WINDOW.x, 11, left + width - WINDOW.x)
  doc.x = left
  doc.y = lowest
}

/** A row of boxes, each with a name above its value: `share` is the part of the width. */
export function writeBoxes(
  { doc, root, left, width, ensureRoom }: Canvas,
  boxes: readonly (Fact & { share: number })[],
): void {
  const HEIGHT = 40
  ensureRoom(HEIGHT + 12)
  const { y } = doc
  const whole = boxes.reduce((sum, { share }) => sum + share, 0)
  let x = left
  const row = doc.struct('P')
  root.add(row)
  for (const { name, value, share } of boxes) {
    const [boxLeft, boxWidth] = [x, (share / whole) * width]
    doc.markContent('Artifact', { type: 'Layout' })
    doc.rect(boxLeft, y, boxWidth, HEIGHT).lineWidth(0.8).strokeColor(LINE).stroke()
    doc.endMarkedContent()
    const write = (font: Font, size: number, color: string, text: string, down: number) =>
      doc.struct('Span', {}, () =>
        doc
          .font(font)
          .fontSize(size)
          .fillColor(color)
          .text(text, boxLeft + 8, y + down, { width: boxWidth - 12, lineBreak: false }),
      )
    row.add(write('plain', 8, MUTED, name, 6))
    row.add(write('strong', 12, INK, value, 19))
    x += boxWidth
  }
  row.end()
  doc.x = left
  doc.y = y + HEIGHT + 12
}
