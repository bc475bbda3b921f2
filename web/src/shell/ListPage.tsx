import type { UseQueryResult } from '@tanstack/react-query'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import type { PageOfList } from '../lib/api/http-values.ts'
import { useFormats } from '../lib/formats.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Pagination } from '../ui/data/Pagination.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { type Column, type RowGroup, Table } from '../ui/data/Table.tsx'
import { PageProblem } from './Problem.tsx'

type Props<Row, R> = {
  query: UseQueryResult<R, Error>
  caption: string
  columns: readonly Column<Row>[]
  /** The rows in their groups. */
  groups: (reply: R) => readonly RowGroup<Row>[]
  rowKey: (row: Row) => string
  isSelected?: (row: Row) => boolean
  /** On a phone: the title of the rows from this one on, such as their day. */
  phoneTitle?: (row: Row, before: Row | undefined) => ReactNode
  /** Above the table, where it has rows. */
  lead?: ReactNode
  empty: ReactNode
  /** The title of the page when it could not be loaded. */
  problem: string
  /** "1–20 sur 268 opérations" */
  summary: (from: string, to: string, total: string, count: number) => string
  /** `replace`: the page that is left no longer exists. */
  onPage: (page: number, options?: { replace: boolean }) => void
  hasTiles?: boolean
}

/** A page of a list in all its states: loading, failed, empty, loaded, with pagination. */
export function ListPage<Row, R extends { answer: readonly unknown[]; page: PageOfList | null }>(props: Props<Row, R>) {
  const {
    query,
    caption,
    columns,
    groups,
    rowKey,
    isSelected,
    phoneTitle,
    lead,
    empty,
    problem,
    summary,
    onPage,
    hasTiles = false,
  } = props
  const { t } = useLingui()
  const { count } = useFormats()
  const frame = useRef<HTMLDivElement>(null)
  const visiblePage = query.isPlaceholderData ? null : (query.data?.page?.current ?? null)
  const lastPage = useRef(visiblePage)
  useEffect(() => {
    if (visiblePage === null) return
    if (lastPage.current !== null && lastPage.current !== visiblePage) {
      scrollTo({ top: 0 })
      frame.current?.querySelector<HTMLElement>('[role=region]')?.focus({ preventScroll: true })
    }
    lastPage.current = visiblePage
  }, [visiblePage])
  const visible = query.isPlaceholderData ? null : query.data
  const isPastEnd =
    visible?.answer.length === 0 && visible.page !== null && visible.page.current > 1 && visible.page.total > 0
  const filledPage = useRef<number | null>(null)
  useEffect(() => {
    if (!visible?.page) return
    if (visible.answer.length > 0) filledPage.current = visible.page.current
    // The last row of the page was removed: the previous page replaces it.
    else if (isPastEnd && filledPage.current === visible.page.current) onPage(visible.page.count, { replace: true })
  }, [visible, isPastEnd, onPage])

  if (query.isPending)
    return (
      <Skeleton>
        <SkeletonRows count={8} hasTile={hasTiles} hasHead />
      </Skeleton>
    )
  // The rows stay visible when only a refetch has failed.
  if (query.isLoadingError)
    return <PageProblem title={problem} error={query.error} onRetry={() => void query.refetch()} />
  const { answer, page } = query.data
  if (isPastEnd)
    return (
      <EmptyState
        motif="search"
        title={t`Cette page n’existe pas`}
        action={<Button onClick={() => onPage(1)}>{t`Voir la première page`}</Button>}
      />
    )
  if (answer.length === 0) return empty
  const first = page ? (page.current - 1) * page.perPage + 1 : 1
  const last = page ? Math.min(page.current * page.perPage, page.total) : answer.length
  return (
    <div ref={frame} className="coming" aria-busy={query.isPlaceholderData || undefined}>
      {lead}
      <Table
        caption={page && page.count > 1 ? t`${caption}, page ${page.current} sur ${page.count}` : caption}
        columns={columns}
        groups={groups(query.data)}
        rowKey={rowKey}
        {...(isSelected && { isSelected })}
        {...(phoneTitle && { phoneTitle })}
      />
      {/* A single line has no count. */}
      {page && page.total > 1 && (
        <Pagination
          page={page.current}
          pageCount={page.count}
          onPage={onPage}
          summary={summary(count(first), count(last), count(page.total), page.total)}
        />
      )}
    </div>
  )
}
