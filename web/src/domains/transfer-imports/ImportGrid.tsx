import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import type { Import, ImportItem } from 'contract/transfers/imports.ts'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import {
  cellsOf,
  type GridCell,
  gridColumns,
  isProblem,
  type LineEdit,
  nextProblem,
  pasteEdits,
  problemColumn,
} from './grid-edits.ts'
import { warn } from '../../lib/banners.ts'
import { useIsPrinting } from '../../ui/use-is-printing.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { GridRow } from './GridRow.tsx'
import { ReadyLines } from './ReadyLines.tsx'
import styles from './ImportGrid.module.css'

const ROW_HEIGHT_PX = 40
const OVERSCAN = 8
const PAGE_ROWS = 10
const cells: readonly GridCell[] = ['choice', ...gridColumns]

type Props = {
  rows: readonly ImportItem[]
  currency: Import['summary']['currency']
  hasNetworks: boolean
  onEdit: (edits: LineEdit[]) => void
  onUndo: () => void
  onChoose: (item: ImportItem, isChosen: boolean) => void
  /** Of all lines that can be sent, also those that a filter hides. */
  all: 'all' | 'some' | 'none'
  /** null: no line can be sent. */
  onChooseAll: (() => void) | null
  onAcknowledge: (item: ImportItem) => void
  /** Opens the dialog of a line, with all its fields. */
  onOpen: (item: ImportItem) => void
}

/**
 * The lines of a file as a grid with one tab stop: arrows move, Enter and typing edit, Tab continues in the next cell,
 * a copied column is pasted, F8 goes to the next problem. Only the rows near the window are in the document.
 */
export function ImportGrid(props: Props) {
  const { rows: all, currency, hasNetworks, onEdit, onUndo, onChoose, onAcknowledge, onOpen } = props
  const { t } = useLingui()
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const isPrinting = useIsPrinting()
  const [isFolded, setFolded] = useState(false)
  const readyFrom = all.findIndex((item) => !isProblem(item))
  const ready = all.filter((item) => !isProblem(item))
  const rows = isFolded && readyFrom > 0 ? all.slice(0, readyFrom) : all
  const [top, setTop] = useState(0)
  const [at, setAt] = useState<{ id: string | null; cell: GridCell }>({ id: null, cell: 'name' })
  const [draft, setDraft] = useState<string | null>(null)
  const mustFocus = useRef(false)
  // An edit is saved or given up once, whatever its field reports when it disappears.
  const isEditing = useRef(false)
  const last = useRef({ row: 0, hasFocus: false })
  const found = rows.findIndex((item) => item.id === at.id)
  const row = found >= 0 ? found : Math.max(Math.min(last.current.row, rows.length - 1), 0)
  const virtual = useWindowVirtualizer<HTMLDivElement>({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey: (index) => rows[index]?.id ?? index,
    // The row with the tab stop is always there.
    rangeExtractor: (range: Range) => {
      const near = defaultRangeExtractor(range)
      return row >= rows.length || near.includes(row) ? near : [...near, row].sort((one, other) => one - other)
    },
  })
  useLayoutEffect(() => {
    if (body.current) setTop(Math.round(body.current.getBoundingClientRect().top + scrollY))
  }, [rows])
  const cellId = (item: string, cell: GridCell) => `${id}-${item}-${cell}`
  // A layout effect: a passive one of an earlier render may run after goTo, and would focus the cell that is left.
  useLayoutEffect(() => {
    if (!mustFocus.current || at.id === null) return
    mustFocus.current = false
    const element = document.getElementById(cellId(at.id, at.cell))
    const target = element?.querySelector<HTMLElement>('input[type=text]') ?? element
    target?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'nearest' })
  })
  const goTo = (index: number, cell: GridCell, text: string | null = null) => {
    const item = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (!item) return
    mustFocus.current = true
    setAt({ id: item.id, cell })
    isEditing.current = text !== null && cell !== 'choice'
    setDraft(isEditing.current ? text : null)
  }
  const current = rows[row]
  const textOf = (item: ImportItem | undefined, cell: GridCell) => (item && cell !== 'choice' ? item.typed[cell] : '')
  const save = () => {
    if (!isEditing.current || draft === null || !current || at.cell === 'choice') return
    isEditing.current = false
    if (draft !== current.typed[at.cell]) onEdit([{ id: current.id, set: { [at.cell]: draft } }])
  }
  // A corrected line may leave the filter: the focus goes to the line in its place.
  useEffect(() => {
    if (found >= 0) last.current.row = found
    else if (last.current.hasFocus && rows.length > 0) goTo(last.current.row, at.cell)
  })
  const column = cells.indexOf(at.cell)
  const toProblem = (by: 1 | -1) => {
    const index = nextProblem(rows, row, by)
    const item = index === null ? undefined : rows[index]
    if (index !== null && item) goTo(index, problemColumn(item))
  }
  /** The next cell in reading order, being edited; null at the end of the grid. */
  const beside = (by: 1 | -1): (() => void) | null => {
    const next = column + by
    const cell = cells[next]
    if (cell && cell !== 'choice') return () => goTo(row, cell, textOf(current, cell))
    const otherRow = row + by
    const other = rows[otherRow]
    const edge = by === 1 ? gridColumns[0] : (gridColumns.at(-1) ?? 'amount')
    return other ? () => goTo(otherRow, edge, textOf(other, edge)) : null
  }
  const onKeyWhileEditing = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      isEditing.current = false
      goTo(row, at.cell)
    } else if (event.key === 'Enter') {
      save()
      goTo(row + 1, at.cell)
    } else if (event.key === 'Tab') {
      save()
      const move = beside(event.shiftKey ? -1 : 1)
      // At the end of the grid the key leaves it.
      if (!move) return setDraft(null)
      move()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const isCell = event.target instanceof HTMLElement && event.target.getAttribute('role') === 'gridcell'
    if (event.key === 'F8') toProblem(event.shiftKey ? -1 : 1)
    else if (draft !== null) return onKeyWhileEditing(event)
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') onUndo()
    else if (!isCell || event.altKey) return
    else if (!move(event)) return
    event.preventDefault()
  }
  /** The keys of a cell; false for another key. */
  const move = (event: KeyboardEvent): boolean => {
    const isFar = event.ctrlKey || event.metaKey
    const sideways = (by: number) => goTo(row, cells[Math.min(Math.max(column + by, 0), cells.length - 1)] ?? at.cell)
    const keys: Record<string, () => void> = {
      ArrowUp: () => goTo(row - 1, at.cell),
      ArrowDown: () => goTo(row + 1, at.cell),
      ArrowLeft: () => sideways(-1),
      ArrowRight: () => sideways(1),
      PageUp: () => goTo(row - PAGE_ROWS, at.cell),
      PageDown: () => goTo(row + PAGE_ROWS, at.cell),
      Home: () => goTo(isFar ? 0 : row, 'choice'),
      End: () => goTo(isFar ? rows.length - 1 : row, 'amount'),
      Enter: () => (at.cell === 'choice' ? toggle() : goTo(row, at.cell, textOf(current, at.cell))),
      F2: () => goTo(row, at.cell, textOf(current, at.cell)),
      ...(at.cell === 'choice' && { ' ': () => toggle() }),
    }
    const act = keys[event.key]
    if (act) act()
    // A typed character replaces the value, as in a spreadsheet.
    else if (!isFar && event.key.length === 1 && at.cell !== 'choice') goTo(row, at.cell, event.key)
    else return false
    return true
  }
  const toggle = () => current && current.status !== 'invalid' && onChoose(current, current.is_skipped)
  const onPaste = (event: ClipboardEvent) => {
    if (draft !== null || at.cell === 'choice' || !current) return
    event.preventDefault()
    const text = event.clipboardData.getData('text/plain')
    const edits = pasteEdits(rows, { row, column: at.cell }, text)
    if (edits.length > 0) onEdit(edits)
    const over = row + cellsOf(text).length - rows.length
    if (over > 0)
      warn(
        t`${plural(over, { one: '# ligne collée dépasse la liste : elle n’a pas été reprise.', other: '# lignes collées dépassent la liste : elles n’ont pas été reprises.' })}`,
      )
  }
  return (
    // The keys of the cells arrive here.
    <div
      role="grid"
      tabIndex={-1}
      className={styles.grid}
      aria-label={t`Lignes du fichier`}
      aria-rowcount={rows.length + 1}
      aria-colcount={cells.length + 1}
      onKeyDown={onKey}
      onPaste={onPaste}
      onFocus={() => (last.current.hasFocus = true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        // A field that disappears has no successor: the focus stays in the grid.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) last.current.hasFocus = false
      }}
    >
      <div role="row" aria-rowindex={1} className={styles.head}>
        <span role="columnheader">
          <Checkbox
            aria-label={t`Envoyer toutes les lignes`}
            checked={props.all === 'all'}
            isMixed={props.all === 'some'}
            disabled={props.onChooseAll === null}
            onChange={() => props.onChooseAll?.()}
          />
        </span>
        <span role="columnheader" className={styles.index}>{t`N°`}</span>
        <span role="columnheader">{t`Nom`}</span>
        <span role="columnheader">{t`IBAN`}</span>
        <span role="columnheader">{t`Libellé`}</span>
        <span role="columnheader" className={styles.end}>{t`Montant`}</span>
        <span role="columnheader">
          <span className="sr">{t`Modifier`}</span>
        </span>
      </div>
      <div role="rowgroup" ref={body} className={styles.body} style={{ height: virtual.getTotalSize() }}>
        {(isPrinting ? rows.map((_, index) => ({ index, start: 0 })) : virtual.getVirtualItems()).map(
          ({ index, start }) => {
            const item = rows[index]
            return (
              item && (
                <div
                  key={item.id}
                  ref={virtual.measureElement}
                  data-index={index}
                  className={styles.place}
                  role="presentation"
                  style={{ transform: `translateY(${start - top}px)` }}
                >
                  {index === readyFrom && index > 0 && (
                    <ReadyLines lines={ready} currency={currency} isFolded={false} onFold={setFolded} />
                  )}
                  <GridRow
                    item={item}
                    position={index}
                    currency={currency}
                    hasNetworks={hasNetworks}
                    active={index === row ? at.cell : null}
                    draft={index === row ? draft : null}
                    cellId={(cell) => cellId(item.id, cell)}
                    onFocus={(cell) => {
                      if (item.id !== at.id || cell !== at.cell) {
                        save()
                        setAt({ id: item.id, cell })
                        setDraft(null)
                      }
                    }}
                    onBegin={(cell) => goTo(index, cell, textOf(item, cell))}
                    onType={setDraft}
                    onLeave={() => {
                      save()
                      setDraft(null)
                    }}
                    onChoose={(isChosen) => onChoose(item, isChosen)}
                    onRepair={(set) => onEdit([{ id: item.id, set }])}
                    onAcknowledge={() => onAcknowledge(item)}
                    onOpen={() => onOpen(item)}
                  />
                </div>
              )
            )
          },
        )}
      </div>
      {rows.length < all.length && <ReadyLines lines={ready} currency={currency} isFolded onFold={setFolded} />}
    </div>
  )
}
