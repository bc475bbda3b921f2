// Writes tables over as many pages as they need.
import { setImmediate as turn } from 'node:timers/promises'
import type { Canvas } from './pdf-canvas.ts'
import { linesOf } from './pdf-lines.ts'
import { type Font, INK, MUTED } from './pdf-style.ts'

const ROWS_IN_A_TURN = 25

export type Column = { title: string; width: number; align?: 'left' | 'right' }
type Position = { x: number; wide: number; align: 'left' | 'right' }
/** A row as lines: those of each cell, and the height of the row. */
type Row = { lines: string[][]; font: Font; size: number; height: number }

/** The positions of the columns: their widths are shares of the page. */
function positionsOf(columns: readonly Column[], { left, width }: Canvas): Position[] {
  const total = columns.reduce((sum, column) => sum + column.width, 0)
  let x = left
  return columns.map((column) => {
    const wide = (column.width / total) * width
    const position: Position = { x, wide: wide - 8, align: column.align ?? 'left' }
    x += wide
    return position
  })
}

function breakLines(
  { doc, glyphs, width }: Canvas,
  positions: readonly Position[],
  cells: readonly string[],
  font: Font,
  size: number,
): Row {
  const lines = cells.map((cell, at) => linesOf(cell, (positions[at]?.wide ?? width) / size, glyphs.widthOf(font)))
  doc.font(font).fontSize(size)
  return { lines, font, size, height: Math.max(...lines.map(({ length }) => length)) * doc.currentLineHeight(true) }
}

/** Writes one cell of a row, from this height downwards. */
function drawCell(
  { doc, glyphs }: Canvas,
  position: Position | undefined,
  { lines: cells, font, size }: Row,
  at: number,
  y: number,
): void {
  const lines = cells[at]
  if (!position || !lines) return
  const high = doc.font(font).fontSize(size).currentLineHeight(true)
  const widthOf = (line: string) => Array.from(line, glyphs.widthOf(font)).reduce((sum, wide) => sum + wide, 0) * size
  for (const [down, line] of lines.entries()) {
    if (line === '') continue
    const x = position.align === 'right' ? position.x + position.wide - widthOf(line) : position.x
    glyphs.put(line, x, y + down * high, font, size)
  }
}

/** Writes the rows, with the head on each page. Other requests are served between the rows of a long table. */
export async function writeTable(
  canvas: Canvas,
  columns: readonly Column[],
  rows: AsyncIterable<readonly string[]>,
): Promise<void> {
  const { doc, root, rule } = canvas
  const positions = positionsOf(columns, canvas)
  const titles = columns.map(({ title }) => title)
  const element = doc.struct('Table')
  root.add(element)
  const draw = (row: Row, at: number, y: number) => drawCell(canvas, positions[at], row, at, y)
  const writeRow = (tag: 'TH' | 'TD', row: Row, y: number) => {
    const line = doc.struct('TR')
    element.add(line)
    row.lines.forEach((_, at) => line.add(doc.struct(tag, {}, () => draw(row, at, y))))
    line.end()
  }
  const writeHead = (isFirst: boolean) => {
    const row = breakLines(canvas, positions, titles, 'strong', 8.5)
    doc.fillColor(MUTED)
    const { y } = doc
    if (isFirst) writeRow('TH', row, y)
    else {
      doc.markContent('Artifact', { type: 'Pagination' })
      titles.forEach((_, at) => draw(row, at, y))
      doc.endMarkedContent()
    }
    rule(y + row.height + 3, MUTED)
    doc.y = y + row.height + 8
  }
  writeHead(true)
  let drawn = 0
  for await (const cells of rows) {
    drawn += 1
    if (drawn % ROWS_IN_A_TURN === 0) await turn()
    const row = breakLines(canvas, positions, cells, 'plain', 9)
    if (!canvas.hasRoom(row.height + 9)) {
      doc.addPage()
      writeHead(false)
    }
    const { y } = doc
    doc.fillColor(INK)
    writeRow('TD', row, y)
    rule(y + row.height + 4)
    doc.y = y + row.height + 9
  }
  element.end()
  doc.x = canvas.left
  doc.moveDown(0.5)
}
