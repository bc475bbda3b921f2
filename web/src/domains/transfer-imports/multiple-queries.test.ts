import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { Import, ImportItem } from 'contract/transfers/imports.ts'
import { afterEach, expect, it } from 'vitest'
import { importQuery } from './multiple-queries.ts'

const client = new QueryClient()
afterEach(() => client.clear())

it('does not compare the lines of a draft when all of them change', () => {
  let reads = 0
  const lineOf = (is_skipped: boolean) =>
    ({
      id: 'one',
      is_skipped,
      errors: [],
      get typed() {
        reads += 1
        return {}
      },
    }) as unknown as ImportItem
  const replyOf = (is_skipped: boolean) => ({
    answer: { items: [lineOf(is_skipped)] } as unknown as Import,
    page: null,
    headers: new Headers(),
  })
  const { queryKey, ...query } = importQuery()
  const observer = new QueryObserver(client, { ...query, queryKey, enabled: false })
  const leave = observer.subscribe(() => {})
  client.setQueryData(queryKey, replyOf(false))
  client.setQueryData(queryKey, replyOf(true))
  expect(observer.getCurrentResult().data?.answer?.items[0]?.is_skipped).toBe(true)
  expect(reads).toBe(0)
  leave()
})
