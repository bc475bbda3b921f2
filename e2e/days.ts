// Days of orders, which may be dated within twelve months.

/** The year in which a day comes next, from tomorrow on. `month` counts from 1. */
export function yearOfNext(day: number, month: number): number {
  const now = new Date()
  const year = now.getUTCFullYear()
  return Date.UTC(year, month - 1, day) > now.getTime() ? year : year + 1
}
