// Writes tables over as many pages as they need.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Canvas } from './pdf-canvas.ts'
import { linesOf } from './pdf-lines.ts'
import { type Font, INK, MUTED } from './pdf-style.ts'

const ROWS_PER_TURN = 25

/**
 * `first` and `last`: rows in bold at the beginning and the end of the table. `carried`: at a page break, a row with the sum that the last
 * row names in a column, on both pages. `isDense`: forty rows on a page.
 */
export type TableOptions = {
  isDense?: boolean
  first?: readonly string[]
  last?: readonly (readonly string[])[]
  carried?: { forward: string; brought: string; label: number; sum: number }
}

export type Column = { title: string; width: number; align?: 'left' | 'right' }
type Position = { x: number; width: number; align: 'left' | 'right' }
/** A row as lines: those of each cell with their size, and the height of the row. */
type Row = { lines: string[][]; sizes: number[]; font: Font; size: number; height: number }

/** The width of a text, at size 1. */
const textWidth = (text: string, widthOf: (character: string) => number) =>
  Array.from(text, widthOf).reduce((sum, characterWidth) => sum + characterWidth, 0)

/**
 * The positions of the columns: their widths are shares of the page. The last one ends at the edge, and text after a column of figures
 * keeps a larger distance from them.
 */
function positionsOf(columns: readonly Column[], { left, width }: Canvas, gap: number): Position[] {
  const total = columns.reduce((sum, column) => sum + column.width, 0)
  let x = left
  return columns.map(({ width: share, align = 'left' }, at) => {
    const columnWidth = (share / total) * width
    const inset = align === 'left' && columns[at - 1]?.align === 'right' ? gap : 0
    const position: Position = {
      x: x + inset,
      width: columnWidth - inset - (at === columns.length - 1 ? 0 : gap),
      align,
    }
    x += columnWidth
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
  const widthOf = glyphs.widthOf(font)
  // A figure is never divided between two lines: one that is too long is smaller.
  const isFigure = (cell: string, at: number) => positions[at]?.align === 'right' && !cell.includes(' ')
  const columnWidth = (at: number) => positions[at]?.width ?? width
  const sizes = cells.map((cell, at) =>
    cell !== '' && isFigure(cell, at) ? Math.min(size, columnWidth(at) / textWidth(cell, widthOf)) : size,
  )
  const lines = cells.map((cell, at) => (isFigure(cell, at) ? [cell] : linesOf(cell, columnWidth(at) / size, widthOf)))
  doc.font(font).fontSize(size)
  return {
    lines,
    sizes,
    font,
    size,
    height: Math.max(...lines.map(({ length }) => length)) * doc.currentLineHeight(true),
  }
}

/** Writes one cell of a row, from this height downwards. */
function drawCell(
  { doc, glyphs }: Canvas,
  position: Position | undefined,
  { lines: cells, sizes, font, size: usual }: Row,
  at: number,
  y: number,
): void {
  const lines = cells[at]
  if (!position || !lines) return
  const size = sizes[at] ?? usual
  const lineHeight = doc.font(font).fontSize(usual).currentLineHeight(true)
  const widthOf = (line: string) => textWidth(line, glyphs.widthOf(font)) * size
  for (const [down, line] of lines.entries()) {
    if (line === '') continue
    const x = position.align === 'right' ? position.x + position.width - widthOf(line) : position.x
    // On the base line of the row.
    glyphs.write(line, x, y + down * lineHeight + (usual - size), font, size)
  }
}

/** Writes the rows, with the head on each page. Other requests are served between the rows of a long table. */
export async function writeTable(
  canvas: Canvas,
  columns: readonly Column[],
  rows: AsyncIterable<readonly string[]>,
  { isDense = false, first, last = [], carried }: TableOptions = {},
): Promise<void> {
  const { doc, root, rule } = canvas
  const [size, above, below] = isDense ? [7.5, 2.5, 5] : [9, 4, 9]
  const positions = positionsOf(columns, canvas, isDense ? 5 : 8)
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
    const row = breakLines(canvas, positions, titles, 'strong', isDense ? 7.5 : 8.5)
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
  const rowHeight = ({ height }: Row) => height + below
  const writeCells = (cells: readonly string[], font: Font) => {
    const row = breakLines(canvas, positions, cells, font, size)
    const { y } = doc
    doc.fillColor(INK)
    writeRow('TD', row, y)
    rule(y + row.height + above)
    doc.y = y + row.height + below
  }
  let lastSummed = first
  const carriedRow = (label: string) =>
    columns.map((_, at) => (at === carried?.label ? label : at === carried?.sum ? (lastSummed?.[at] ?? '') : ''))
  const reserve = carried ? rowHeight(breakLines(canvas, positions, carriedRow(carried.forward), 'strong', size)) : 0
  const writeNext = (cells: readonly string[], font: Font) => {
    const needed = rowHeight(breakLines(canvas, positions, cells, font, size))
    if (!canvas.hasRoom(needed + reserve)) {
      if (carried) writeCells(carriedRow(carried.forward), 'strong')
      doc.addPage()
      writeHead(false)
      if (carried) writeCells(carriedRow(carried.brought), 'strong')
    }
    writeCells(cells, font)
    // A row of totals has no sum of its own: the sum of the row before it is carried.
    if (!carried || cells[carried.sum]) lastSummed = cells
  }
  writeHead(true)
  if (first) writeNext(first, 'strong')
  let drawn = 0
  for await (const cells of rows) {
    drawn += 1
    if (drawn % ROWS_PER_TURN === 0) await nextTurn()
    writeNext(cells, 'plain')
  }
  for (const cells of last) writeNext(cells, 'strong')
  element.end()
  doc.x = canvas.left
  doc.moveDown(0.5)
}
