// Calculates the interest of a term deposit (domain.md 5): a pure function of its conditions, exact to the franc.
import { addMonths } from './calendar.ts'
import type { PlainDate } from './dates.ts'
import { halfUp, percentOf, thousandths } from './rounding.ts'

export const depositFrequencies = ['maturity', 'monthly', 'quarterly', 'biannual', 'yearly'] as const
export type DepositFrequency = (typeof depositFrequencies)[number]

const monthsOf = { monthly: 1, quarterly: 3, biannual: 6, yearly: 12 } as const

export type DepositTerms = {
  /** In minor units. */
  principal: number
  /** Percent a year, at most three decimals. */
  rate: number
  value_date: PlainDate
  /** In months. */
  term: number
  frequency: DepositFrequency
  /** The day count basis of the rate. */
  basis: 360 | 365
  /** Tax withheld from the interest (IRC), percent. */
  withholding_rate: number
}

export type DepositLine = {
  /** From 1. */
  place: number
  from: PlainDate
  to: PlainDate
  days: number
  gross: number
  withholding: number
  net: number
}

const dayNumber = (day: PlainDate) => Date.parse(`${day}T00:00:00Z`) / 86_400_000
/** The first day counts, the last does not. */
export const daysBetween = (from: PlainDate, to: PlainDate): number => dayNumber(to) - dayNumber(from)

export const maturityOf = ({ value_date, term }: Pick<DepositTerms, 'value_date' | 'term'>): PlainDate =>
  addMonths(value_date, term)

/** Simple interest over a number of days, gross, rounded half up. */
export const depositInterest = (
  { principal, rate, basis }: Pick<DepositTerms, 'principal' | 'rate' | 'basis'>,
  days: number,
): number => halfUp(BigInt(principal) * thousandths(rate) * BigInt(days), 100_000n * BigInt(basis))

/**
 * The interest payments, in order. Their gross amounts sum to the rounded interest of the whole term: the last line takes the differences, and
 * where each period rounds up to more than that, the lines before it pay no more than is left.
 */
export function depositSchedule(terms: DepositTerms): DepositLine[] {
  const { value_date, term, frequency, withholding_rate } = terms
  const maturity = maturityOf(terms)
  const step = frequency === 'maturity' ? term : monthsOf[frequency]
  const ends: PlainDate[] = []
  for (let months = step; months < term; months += step) ends.push(addMonths(value_date, months))
  ends.push(maturity)
  const whole = depositInterest(terms, daysBetween(value_date, maturity))
  let [from, paid] = [value_date, 0]
  return ends.map((to, index) => {
    const days = daysBetween(from, to)
    const left = whole - paid
    const gross = to === maturity ? left : Math.min(left, depositInterest(terms, days))
    const withholding = percentOf(gross, withholding_rate)
    const line = { place: index + 1, from, to, days, gross, withholding, net: gross - withholding }
    paid += gross
    from = to
    return line
  })
}

/** The interest of a deposit on a day, all gross. */
export function depositStanding(terms: DepositTerms, today: PlainDate) {
  const lines = depositSchedule(terms)
  const maturity = maturityOf(terms)
  const until = today < maturity ? today : maturity
  const total = lines.reduce((sum, { gross }) => sum + gross, 0)
  const paidLines = lines.filter(({ to }) => to <= today)
  const paid = paidLines.reduce((sum, { gross }) => sum + gross, 0)
  return {
    paid,
    /** Accrued since the value date, including paid interest; constant after maturity. */
    cumulated:
      until <= terms.value_date
        ? 0
        : until === maturity
          ? total
          : depositInterest(terms, daysBetween(terms.value_date, until)),
    remaining: total - paid,
    total,
    last_payment_date: paidLines.at(-1)?.to ?? null,
  }
}

/** The cost of a break, from the bank's parameters: points of the rate, and the days before which there is no interest. */
export type BreakRules = { rate_reduction: number; min_days: number }

/**
 * The result of a break on a day: no interest before a number of days, a lower rate afterwards. Interest paid above it is taken back.
 * The tax is adjusted accordingly.
 */
export function earlyBreak(
  terms: DepositTerms,
  day: PlainDate,
  paid_net: number,
  { rate_reduction, min_days }: BreakRules,
) {
  const days = daysBetween(terms.value_date, day)
  const rate = days < min_days ? 0 : Math.max(0, Math.round((terms.rate - rate_reduction) * 1000) / 1000)
  const gross = rate === 0 ? 0 : depositInterest({ ...terms, rate }, days)
  const withholding = percentOf(gross, terms.withholding_rate)
  return {
    days,
    rate,
    gross,
    withholding,
    net: gross - withholding,
    paid_net,
    returned: terms.principal + gross - withholding - paid_net,
  }
}
