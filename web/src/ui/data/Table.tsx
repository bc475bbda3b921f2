import { Fragment, type MouseEvent, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import styles from './Table.module.css'

/** The role of a column: it decides alignment, width, and its position when a phone folds each row into two lines. */
export type ColumnKind = 'pick' | 'date' | 'main' | 'text' | 'status' | 'amount' | 'figure' | 'acts'
export type Column<Row> = {
  id: string
  kind: ColumnKind
  head: string
  isHeadHidden?: boolean
  cell: (row: Row) => ReactNode
  isWideOnly?: boolean
}
export type RowGroup<Row> = {
  id: string
  title?: ReactNode
  totals?: ReactNode
  isComing?: boolean
  rows: readonly Row[]
}

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  groups: readonly RowGroup<Row>[]
  rowKey: (row: Row) => string
  isSelected?: (row: Row) => boolean
  /** On a phone: the title of the rows from this one on, such as their day. */
  phoneTitle?: (row: Row, before: Row | undefined) => ReactNode
  /** The rows have no link. */
  isStatic?: boolean
}

// The row's own link or button defines the target; a click anywhere on the row follows it.
function followRowLink(event: MouseEvent<HTMLTableRowElement>) {
  if (event.target instanceof Element && event.target.closest('a, button, input, label, [role=menu]')) return
  if (getSelection()?.type === 'Range') return
  event.currentTarget.querySelector<HTMLElement>('a, [data-row-act]')?.click()
}

const classOf = ({ kind, isWideOnly }: { kind: ColumnKind; isWideOnly?: boolean }) =>
  cx(styles[kind], isWideOnly && styles.wideOnly, (kind === 'pick' || kind === 'acts') && 'no-print')

type FrameProps = {
  caption: string
  columns: readonly Pick<Column<never>, 'id' | 'kind' | 'head' | 'isHeadHidden' | 'isWideOnly'>[]
  children: ReactNode
}

/** The frame of the rows: the name of the table and the heads of its columns. */
function TableFrame({ caption, columns, children }: FrameProps) {
  const captionId = useId()
  return (
    <div className={styles.wrap} role="region" aria-labelledby={captionId} tabIndex={-1}>
      <table className={styles.table} role="table">
        <caption className="sr" id={captionId}>
          {caption}
        </caption>
        <thead
          role="rowgroup"
          className={columns.every(({ isHeadHidden }) => isHeadHidden) ? styles.headless : undefined}
        >
          <tr role="row">
            {columns.map((column) => (
              <th key={column.id} scope="col" role="columnheader" className={classOf(column)}>
                {column.isHeadHidden ? <span className="sr">{column.head}</span> : column.head}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  )
}

type RowProps<Row> = {
  columns: readonly Column<Row>[]
  row: Row
  isStatic: boolean
  isComing?: boolean
  isSelected?: boolean
}

function TableRow<Row>({ columns, row, isStatic, isComing = false, isSelected = false }: RowProps<Row>) {
  return (
    <tr
      role="row"
      className={cx(styles.row, isStatic && styles.static, isComing && styles.rowComing, isSelected && styles.selected)}
      onClick={followRowLink}
    >
      {columns.map((column) => (
        <td key={column.id} role="cell" className={classOf(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

/** A table element; on a phone each row takes two lines. CSS changes `display`, so the ARIA roles are explicit. */
export function Table<Row>({ caption, columns, groups, rowKey, isSelected, phoneTitle, isStatic = false }: Props<Row>) {
  // Columns that a narrow screen leaves out are among those of the totals: a title never spans one of them.
  const lead = Math.min(2, columns.length - 1)
  return (
    <TableFrame caption={caption} columns={columns}>
      {groups.map((group) => (
        <tbody key={group.id} role="rowgroup">
          {group.title !== undefined && (
            <tr className={cx(styles.group, group.isComing && styles.coming)} role="row">
              <th scope="rowgroup" role="rowheader" colSpan={lead} className={styles.groupTitle}>
                {group.title}
              </th>
              <th role="cell" colSpan={columns.length - lead} className={styles.groupTotals}>
                {group.totals}
              </th>
            </tr>
          )}
          {group.rows.map((row, index) => {
            const title = phoneTitle?.(row, group.rows[index - 1])
            return (
              <Fragment key={rowKey(row)}>
                {title && (
                  <tr className={styles.phoneTitle} role="row">
                    <th scope="rowgroup" role="rowheader" colSpan={columns.length}>
                      {title}
                    </th>
                  </tr>
                )}
                <TableRow
                  columns={columns}
                  row={row}
                  isStatic={isStatic}
                  isComing={group.isComing ?? false}
                  isSelected={isSelected?.(row) ?? false}
                />
              </Fragment>
            )
          })}
        </tbody>
      ))}
    </TableFrame>
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
          {detailOnPhone && (
            <span className="on-phone">
              {detailOnPhone}
              {detail && ' · '}
            </span>
          )}
          {detail}
        </span>
      </div>
    </div>
  )
}
