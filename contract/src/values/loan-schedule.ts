// Calculates the amortisation table of a loan (domain.md 6): a pure function of its conditions, exact to the franc.
import { addMonths } from './calendar.ts'
import type { PlainDate } from './dates.ts'
import { halfUp, percentOf, thousandths } from './rounding.ts'

export const loanPeriods = ['monthly', 'quarterly', 'biannual', 'yearly'] as const
export type LoanPeriod = (typeof loanPeriods)[number]
export const monthsOfPeriod = { monthly: 1, quarterly: 3, biannual: 6, yearly: 12 } as const satisfies Record<
  LoanPeriod,
  number
>

/** `on_top`: the instalment before tax is constant. `included`: the instalment with tax is. */
export const taxModes = ['on_top', 'included'] as const
/** `partial`: interest is paid and no capital. `total`: interest and its tax are added to the capital. */
export const graces = ['partial', 'total'] as const

export type LoanTerms = {
  /** The capital, in minor units. */
  amount: number
  /** Percent a year, at most three decimals. */
  rate: number
  /** The number of instalments, with the grace period. */
  count: number
  period: LoanPeriod
  first_due_date: PlainDate
  /** Insurance premium: percent of the amount a year. */
  insurance_rate: number
  /** Tax on interest (TAF), percent. */
  tax_rate: number
  tax_mode: (typeof taxModes)[number]
  grace: (typeof graces)[number] | null
  grace_count: number
}

export type LoanLine = {
  /** From 1. */
  place: number
  due_date: PlainDate
  /** Negative where a total grace period adds to the capital. */
  principal: number
  interest: number
  fees: number
  taxes: number
  /** principal + interest + fees + taxes: the amount that the account pays. */
  instalment: number
  /** Capital after the line. */
  outstanding: number
}

const YEAR = 1_200_000n

/** The constant annuity of a capital at `rate` thousandths of a percent over a period, exact before its one rounding. */
function annuityOf(capital: number, rate: bigint, scale: bigint, count: number): number {
  if (rate === 0n) return halfUp(BigInt(capital), BigInt(count))
  // i = rate / scale: P i / (1 - (1 + i)^-n) = P i (1 + i)^n / ((1 + i)^n - 1), as one fraction of whole numbers.
  const grown = (scale + rate) ** BigInt(count)
  return halfUp(BigInt(capital) * rate * grown, scale * (grown - scale ** BigInt(count)))
}

/**
 * The lines of a loan, in order. The principal of all lines sums to the amount, the last line takes the rounding differences,
 * and nothing is outstanding after it. Throws where the terms give no valid table.
 */
export function loanSchedule(terms: LoanTerms): LoanLine[] {
  const { amount, rate, count, period, first_due_date, insurance_rate, tax_rate, tax_mode, grace } = terms
  const graceCount = grace ? terms.grace_count : 0
  if (amount < 1 || count < 1 || graceCount >= count)
    throw new RangeError('a loan needs capital and instalments after its grace')
  const months = BigInt(monthsOfPeriod[period])
  const periodRate = thousandths(rate) * months
  const interestOn = (capital: number) => halfUp(BigInt(capital) * periodRate, YEAR)
  const fees = halfUp(BigInt(amount) * thousandths(insurance_rate) * months, YEAR)
  // With the tax included, the annuity is that of a rate including the tax: i x (1 + tax).
  const annuityFor = (capital: number) =>
    tax_mode === 'included'
      ? annuityOf(capital, periodRate * (100_000n + thousandths(tax_rate)), YEAR * 100_000n, count - graceCount)
      : annuityOf(capital, periodRate, YEAR, count - graceCount)

  const lines: LoanLine[] = []
  let outstanding = amount
  let annuity = 0
  for (let place = 1; place <= count; place += 1) {
    const interest = interestOn(outstanding)
    const taxes = percentOf(interest, tax_rate)
    if (place === graceCount + 1) annuity = annuityFor(outstanding)
    const isInGrace = place <= graceCount
    const regular = annuity - interest - (tax_mode === 'included' ? taxes : 0)
    const inGrace = grace === 'total' ? -(interest + taxes) : 0
    const principal = isInGrace ? inGrace : place === count ? outstanding : Math.max(0, Math.min(regular, outstanding))
    outstanding -= principal
    lines.push({
      place,
      due_date: addMonths(first_due_date, (place - 1) * monthsOfPeriod[period]),
      principal,
      interest,
      fees,
      taxes,
      instalment: principal + interest + fees + taxes,
      outstanding,
    })
  }
  return lines
}

/**
 * The overall effective rate (TEG), percent a year with two decimals: interest and fees of every kind, taxes left out
 * (domain.md 6.3). `upfront`: fees before tax, taken when the loan is set up.
 */
export function effectiveRate(
  { amount, period }: Pick<LoanTerms, 'amount' | 'period'>,
  lines: readonly LoanLine[],
  upfront: number,
): number {
  const received = amount - upfront
  const paidAt = (t: number) =>
    // In a total grace period too: the tax that is added to the capital is not a cost, whenever it is paid.
    lines.reduce((sum, { instalment, taxes, place }) => sum + (instalment - taxes) / (1 + t) ** place, 0)
  let [low, high] = [0, 1]
  if (paidAt(0) <= received) return 0
  while (paidAt(high) > received) high *= 2
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2
    if (paidAt(middle) > received) low = middle
    else high = middle
  }
  return Math.round(low * (12 / monthsOfPeriod[period]) * 10_000) / 100
}
