import { periodNames } from 'contract/accounts/operation-views.ts'
import { monthOf } from '../../lib/formats.ts'

/** An absent side is open. */
export type Period = { from?: string | undefined; to?: string | undefined }
export type PeriodName = (typeof periodNames)[number]
type WholePeriod = { from: string; to: string }

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

export const ofYear = (year: number): WholePeriod => ({ from: `${year}-01-01`, to: `${year}-12-31` })

/** Whole calendar months, so that a bookmarked address has the same meaning tomorrow. */
export function periodOf(name: PeriodName, now: Date): WholePeriod {
  const month = monthOf(now)
  if (name === 'year') return ofYear(Number(month.slice(0, 4)))
  const to = name === 'last-month' ? monthsAfter(month, -1) : month
  return { from: `${name === 'three-months' ? monthsAfter(month, -2) : to}-01`, to: lastDayOf(to) }
}

export const isSamePeriod = (one: Period, other: Period) => one.from === other.from && one.to === other.to

export const periodNamed = (period: Period, now: Date): PeriodName | null =>
  periodNames.find((name) => isSamePeriod(periodOf(name, now), period)) ?? null

/** The whole month or year that a period is, as YYYY-MM or YYYY; null for other days. */
export function wholeOf({ from, to }: Period): string | null {
  if (from === undefined || to === undefined) return null
  const [year, month] = [from.slice(0, 4), from.slice(0, 7)]
  if (isSamePeriod({ from, to }, ofYear(Number(year)))) return year
  return from === `${month}-01` && to === lastDayOf(month) ? month : null
}

export const isReversed = ({ from, to }: Period) => from !== undefined && to !== undefined && to < from
