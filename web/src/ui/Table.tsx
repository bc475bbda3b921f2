import { type MouseEvent, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import styles from './Table.module.css'

/** Where a column stands: it decides alignment, width, and its place when a phone folds each row into two lines. */
export type ColumnKind = 'pick' | 'date' | 'main' | 'text' | 'status' | 'amount' | 'figure' | 'acts'
export type Column<Row> = {
  id: string
  kind: ColumnKind
  head: string
  isHeadHidden?: boolean
  cell: (row: Row) => ReactNode
  isWideOnly?: boolean
}
export type RowGroup<Row> = { id: string; title?: ReactNode; totals?: ReactNode; isComing?: boolean; rows: readonly Row[] }

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  groups: readonly RowGroup<Row>[]
  rowKey: (row: Row) => string
  isSelected?: (row: Row) => boolean
  /** Its rows lead nowhere. */
  isStatic?: boolean
}

// The row's own link or act says where it goes; a press anywhere on the row follows it.
function followRowLink(event: MouseEvent<HTMLTableRowElement>) {
  if (event.target instanceof Element && event.target.closest('a, button, input, label, [role=menu]')) return
  if (getSelection()?.type === 'Range') return
  event.currentTarget.querySelector<HTMLElement>('a, [data-row-act]')?.click()
}

/** A real table; on a phone each row takes two lines. CSS changes `display`, so the roles are said explicitly. */
export function Table<Row>({ caption, columns, groups, rowKey, isSelected, isStatic = false }: Props<Row>) {
  const classOf = ({ kind, isWideOnly }: Column<Row>) => cx(styles[kind], isWideOnly && styles.wideOnly)
  const aside = 2
  const captionId = useId()
  return (
    <div className={styles.wrap} role="region" aria-labelledby={captionId} tabIndex={-1}>
      <table className={styles.table} role="table">
        <caption className="sr" id={captionId}>
          {caption}
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.id} scope="col" role="columnheader" className={classOf(column)}>
                {column.isHeadHidden ? <span className="sr">{column.head}</span> : column.head}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.id} role="rowgroup">
            {group.title !== undefined && (
              <tr className={cx(styles.group, group.isComing && styles.coming)} role="row">
                <th scope="rowgroup" role="rowheader" colSpan={columns.length - aside} className={styles.groupTitle}>
                  {group.title}
                </th>
                <th role="cell" colSpan={aside} className={styles.groupTotals}>
                  {group.totals}
                </th>
              </tr>
            )}
            {group.rows.map((row) => (
              <tr
                key={rowKey(row)}
                role="row"
                className={cx(
                  styles.row,
                  isStatic && styles.static,
                  group.isComing && styles.rowComing,
                  isSelected?.(row) && styles.selected,
                )}
                onClick={followRowLink}
              >
                {columns.map((column) => (
                  <td key={column.id} role="cell" className={classOf(column)}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** The subject of a row: a picture, a title that links, a muted second line. */
export function Subject({
  tile,
  title,
  detail,
  detailOnPhone,
}: {
  tile?: ReactNode
  title: ReactNode
  detail: ReactNode
  detailOnPhone?: ReactNode
}) {
  return (
    <div className={styles.cell}>
      {tile}
      <div className={styles.cellText}>
        <span className={styles.cellTitle}>{title}</span>
        <span className={styles.cellDetail}>
          {detailOnPhone && <span className="on-phone">{detailOnPhone} · </span>}
          {detail}
        </span>
      </div>
    </div>
  )
}
