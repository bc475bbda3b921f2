import type { PageOfList } from '../lib/api/http-values.ts'

export type Position = { index: number; total: number; previous: string | undefined; next: string | undefined }

/** The place of a row in its list; null where it is not on the page. */
export function positionIn(
  rows: readonly { id: string }[],
  id: string | undefined,
  page: PageOfList | null | undefined,
): Position | null {
  const at = rows.findIndex((row) => row.id === id)
  if (at < 0 || !page) return null
  return {
    index: (page.current - 1) * page.perPage + at + 1,
    total: page.total,
    previous: rows[at - 1]?.id,
    next: rows[at + 1]?.id,
  }
}
