// Limits on ordered and signed amounts. Pure. Days, weeks (from Monday) and months are those of Africa/Dakar, which is UTC.
import type { LimitLeft, LimitPeriod } from 'contract/transfers/signing-rules.ts'
import type { Sentence } from 'contract/language.ts'
import { Refusal } from '../../refusal.ts'

/** One limit that applies to an order, and the amount ordered under it before. */
export type LimitUse = { user_id: string | null; period: LimitPeriod; amount: number; used: number }

const DAY_MS = 86_400_000

/** The start of the period of a limit. The period of a single operation has no past. */
export function periodStart(period: LimitPeriod, now: Date): Date {
  const day = new Date(now.toISOString().slice(0, 10))
  if (period === 'month') return new Date(`${now.toISOString().slice(0, 7)}-01`)
  // Sunday is 0: the last day of its week.
  if (period === 'week') return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS)
  return day
}

const labels: Record<LimitPeriod, Sentence> = {
  operation: { fr: 'par opération', en: 'per operation' },
  day: { fr: 'du jour', en: 'of the day' },
  week: { fr: 'de la semaine', en: 'of the week' },
  month: { fr: 'du mois', en: 'of the month' },
  beneficiary: { fr: 'par bénéficiaire et par jour', en: 'per beneficiary and day' },
}

/** The remaining amount of each limit. */
export const leftOf = (uses: readonly LimitUse[]): LimitLeft[] =>
  uses.map(({ user_id, period, amount, used }) => ({
    scope: user_id === null ? 'account' : 'person',
    period,
    amount,
    used,
    remaining: Math.max(0, amount - used),
  }))

type Where = { account_id: string; iban: string }

/** The amounts that orders of one batch add to shared limits. */
export function countWithin() {
  const added = new Map<string, number>()
  const keyOf = ({ user_id, period }: LimitUse, { account_id, iban }: Where) =>
    [account_id, user_id ?? '', period, period === 'beneficiary' ? iban : ''].join(' ')
  return {
    /** The uses with the amounts added by the batch so far; a limit per operation has no past. */
    usesNow: (uses: readonly LimitUse[], where: Where): LimitUse[] =>
      uses.map((use) =>
        use.period === 'operation' ? use : { ...use, used: use.used + (added.get(keyOf(use, where)) ?? 0) },
      ),
    add(uses: readonly LimitUse[], where: Where, amount: number): void {
      for (const use of uses) added.set(keyOf(use, where), (added.get(keyOf(use, where)) ?? 0) + amount)
    },
  }
}

/** The refusal that names the lowest limit that an amount would exceed, and what is left of it; null where it exceeds none. */
export function limitRefusal(uses: readonly LimitUse[], amount: number, currency: string): Refusal | null {
  const [narrowest] = leftOf(uses).toSorted((one, other) => one.remaining - other.remaining)
  if (!narrowest || amount <= narrowest.remaining) return null
  return new Refusal('limit_exceeded', {
    limit: labels[narrowest.period],
    remaining: { amount: narrowest.remaining, currency },
  })
}
