import type { ViewFilter } from 'contract/accounts/operation-views.ts'
import type { OperationSearch } from './operation-queries.ts'
import { periodNamed, periodOf } from '../../shell/filters/periods.ts'

const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as Partial<T>

/**
 * Converts a filter for storage: a named period is stored by its name, so that "this month" means the current one
 * later.
 */
export function toView({ from, to, categories, ...filter }: OperationSearch, now: Date): ViewFilter {
  const period = periodNamed({ from, to }, now)
  return given({
    ...filter,
    ...(period ? { period } : { from: from || undefined, to: to || undefined }),
    categories: categories ? categories.split(',') : undefined,
  })
}

/** The search parameters of a stored filter today. */
export function fromView({ period, categories, ...filter }: ViewFilter, now: Date): OperationSearch {
  return given({ ...filter, ...(period && periodOf(period, now)), categories: categories?.join(',') })
}
