import type { CardLimits, PrepaidCard } from 'contract/products/prepaid-cards.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { type Clock, unixSeconds } from '../../adapters/clock.ts'
import { cardOf, findCards, measureWithdrawals } from './card-store.ts'

type Ports = { db: Db; clock: Clock }

const WINDOW_DAYS = 30
const DAY_MS = 86_400_000

export async function listCards({ db, clock }: Ports, accountId: string): Promise<PrepaidCard[]> {
  const cards = await findCards(db, accountId, null, clock.now().toISOString().slice(0, 10))
  return cards.map(cardOf)
}

/** Thirty times 24 hours back, not a calendar month (domain.md 7.1). */
export async function describeLimits(
  { db, clock }: Ports,
  { account_id, currency }: AccountCaller,
): Promise<CardLimits> {
  const now = clock.now()
  const { amount, used } = await measureWithdrawals(db, account_id, new Date(now.getTime() - WINDOW_DAYS * DAY_MS))
  return {
    amount,
    used,
    remaining: Math.max(0, amount - used),
    window_days: WINDOW_DAYS,
    as_of: unixSeconds(now),
    currency,
  }
}
