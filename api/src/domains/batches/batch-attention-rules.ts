// Which lines of a batch a signer looks at first, and what the same accounts received last month. Pure.
import type { Attention } from 'contract/transfers/batches.ts'
import { addDays } from 'contract/values/calendar.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import { mayMeanHolder } from '../accounts/name-rules.ts'

/** A change of more than this share of last month's amount is unusual. */
const UNUSUAL_PERCENT = 30

export type LineContext = {
  id: string
  name: string
  amount: number
  is_own: boolean
  /** The holder of an account at this bank. */
  holder: string | null
  is_paid_before: boolean
  /** Paid to the same account in the month before; null: nothing. */
  last_amount: number | null
}

export function attentionOf({
  name,
  amount,
  is_own,
  holder,
  is_paid_before,
  last_amount,
}: LineContext): Attention | null {
  if (is_own) return null
  if (holder !== null && !mayMeanHolder(name, holder)) return 'other_holder'
  if (!is_paid_before) return 'never_paid'
  if (last_amount !== null && Math.abs(amount - last_amount) * 100 > UNUSUAL_PERCENT * last_amount) return 'unusual'
  return null
}

/** The calendar month before a day: its first day, and the first day after it. */
export function monthBefore(day: PlainDate): { from: PlainDate; to: PlainDate } {
  const to = `${day.slice(0, 7)}-01`
  return { from: `${addDays(to, -1).slice(0, 7)}-01`, to }
}
