import type { ViewFilter } from 'contract/accounts/operation-views.ts'
import type { OperationSearch } from './operation-queries.ts'
import { periodNamed, periodOf } from './periods.ts'

const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as Partial<T>

/** A filter as it is kept: the period that has a name by its name, so that "this month" is another one next month. */
export function toView({ from, to, categories, ...filter }: OperationSearch, now: Date): ViewFilter {
  const period = periodNamed({ from, to }, now)
  return given({
    ...filter,
    ...(period ? { period } : { from: from || undefined, to: to || undefined }),
    categories: categories ? categories.split(',') : undefined,
  })
}

/** What the address says of a kept filter today. */
export function fromView({ period, categories, ...filter }: ViewFilter, now: Date): OperationSearch {
  return given({ ...filter, ...(period && periodOf(period, now)), categories: categories?.join(',') })
}
