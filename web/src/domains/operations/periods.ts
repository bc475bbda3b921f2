import { periodNames } from 'contract/accounts/operation-views.ts'
import { monthOf } from '../../lib/formats.ts'

export type PeriodName = (typeof periodNames)[number]
export type Period = { from: string; to: string }

/** A number of months after YYYY-MM. */
const monthsAfter = (month: string, count: number) => {
  const at = new Date(`${month}-15T12:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + count)
  return monthOf(at)
}
const lastDayOf = (month: string) => {
  const next = new Date(`${monthsAfter(month, 1)}-01T12:00:00Z`)
  next.setUTCDate(0)
  return next.toISOString().slice(0, 10)
}

/** Whole calendar months, so that a bookmarked address has the same meaning tomorrow. */
export function periodOf(name: PeriodName, now: Date): Period {
  const month = monthOf(now)
  if (name === 'year') return { from: `${month.slice(0, 4)}-01-01`, to: `${month.slice(0, 4)}-12-31` }
  const to = name === 'last-month' ? monthsAfter(month, -1) : month
  return { from: `${name === 'three-months' ? monthsAfter(month, -2) : to}-01`, to: lastDayOf(to) }
}

export const periodNamed = (
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): PeriodName | null =>
  periodNames.find((name) => {
    const period = periodOf(name, now)
    return period.from === from && period.to === to
  }) ?? null
