// Computes the scale of interest on debit balances of a quarter, by value date (decision 0071). Pure.
import { addDays, addMonths } from './calendar.ts'
import { daysBetween } from './deposit-schedule.ts'
import { halfUp } from './rounding.ts'

/** Rates are in hundredths of a percent a year, of 360 days. */
export type OverdraftTerms = { authorised: number; rate: number; excess_rate: number; tax_rate: number }

/** A balance by value date and the days that it lasted; debit numbers are the overdrawn amount times these days. */
export type ScaleLine = {
  day: string
  balance: number
  days: number
  /** Within the authorised overdraft, and above it. */
  numbers: number
  excess_numbers: number
}
export type Scale = { lines: ScaleLine[]; numbers: number; excess_numbers: number; interest: number; tax: number }

export const quarterOf = (day: string): string =>
  `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`
export const quarterBefore = (firstDay: string): string => addMonths(firstDay, -3)
export const lastDayOf = (firstDay: string): string => addDays(addMonths(firstDay, 3), -1)

export type ValueMovement = { day: string; amount: number }

/** `opening`: the balance by value date before the first day. Movements are sums by value date within the quarter, in order. */
export function scaleOf(
  firstDay: string,
  opening: number,
  movements: readonly ValueMovement[],
  { authorised, rate, excess_rate, tax_rate }: OverdraftTerms,
): Scale {
  const end = addMonths(firstDay, 3)
  const days = [...new Set([firstDay, ...movements.map(({ day }) => day)])]
  let balance = opening
  const lines = days.map((day, at): ScaleLine => {
    balance += movements.filter((movement) => movement.day === day).reduce((sum, { amount }) => sum + amount, 0)
    const lasted = daysBetween(day, days[at + 1] ?? end)
    const overdrawn = Math.max(0, -balance)
    const excess = Math.max(0, overdrawn - authorised)
    return { day, balance, days: lasted, numbers: (overdrawn - excess) * lasted, excess_numbers: excess * lasted }
  })
  const numbers = lines.reduce((sum, line) => sum + line.numbers, 0)
  const excess_numbers = lines.reduce((sum, line) => sum + line.excess_numbers, 0)
  const interest = halfUp(BigInt(numbers) * BigInt(rate) + BigInt(excess_numbers) * BigInt(excess_rate), 10_000n * 360n)
  return { lines, numbers, excess_numbers, interest, tax: halfUp(BigInt(interest) * BigInt(tax_rate), 10_000n) }
}
