import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Column, type ColumnKind, TableFrame, TableRow } from './Table.tsx'

/** The estimated height until a row is measured. */
const ROW_HEIGHT_PX = 84
/** Additional rows beyond both edges of the window, so that the next one exists when Tab or a finger reaches it. */
const OVERSCAN = 8

// Every row is a grid of its own: the width of a column must not depend on its content.
const WIDTHS: Record<ColumnKind, string> = {
  pick: '2.75rem',
  date: '6rem',
  main: 'minmax(0, 2fr)',
  text: 'minmax(0, 1.5fr)',
  figure: '8rem',
  status: '8rem',
  amount: '10rem',
  acts: '8rem',
}
const widthsOf = (columns: readonly { kind: ColumnKind }[]) => columns.map(({ kind }) => WIDTHS[kind]).join(' ')

// Memoised: an unchanged row is not rendered again during scrolling.
const Row = memo(TableRow) as typeof TableRow

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/**
 * Thousands of rows as one list: only those near the window are in the document, and the focused one. Screen readers
 * get the total number of rows; for printing all rows are in the document.
 */
export function LongTable<Row>({ caption, columns, rows, rowKey }: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  const isPrinting = useIsPrinting()
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey: (position) => {
      const row = rows[position]
      return row === undefined ? position : rowKey(row)
    },
    rangeExtractor: (range: Range) => {
      const near = defaultRangeExtractor(range)
      const kept = focusedIndex(body.current)
      return kept === null || kept >= rows.length || near.includes(kept)
        ? near
        : [...near, kept].sort((one, other) => one - other)
    },
  })
  // The height above the list changes, when a warning appears or disappears.
  useLayoutEffect(() => {
    if (body.current) setTop(Math.round(body.current.getBoundingClientRect().top + scrollY))
  }, [rows])
  return (
    <TableFrame
      caption={caption}
      columns={columns}
      long={{
        rowCount: rows.length + 1,
        wide: widthsOf(columns),
        narrow: widthsOf(columns.filter(({ isWideOnly }) => !isWideOnly)),
      }}
    >
      <tbody role="rowgroup" ref={body} style={isPrinting ? undefined : { height: virtual.getTotalSize() }}>
        {isPrinting
          ? rows.map((row, position) => (
              <Row key={rowKey(row)} columns={columns} row={row} isStatic position={position} />
            ))
          : virtual.getVirtualItems().map(({ key, index, start }) => {
              const row = rows[index]
              return (
                row && (
                  <Row
                    key={key}
                    columns={columns}
                    row={row}
                    isStatic
                    position={index}
                    start={start - top}
                    measure={virtual.measureElement}
                  />
                )
              )
            })}
      </tbody>
    </TableFrame>
  )
}

/** The index of the focused row: it stays in the document wherever the list is scrolled to. */
function focusedIndex(body: HTMLTableSectionElement | null): number | null {
  const focused = document.activeElement
  const position = body?.contains(focused) && focused?.closest('tr')?.dataset.index
  return position ? Number(position) : null
}

function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser lays out the printed page as soon as this returns.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
