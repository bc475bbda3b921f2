import { type ExchangeRates, RATES_STALE_AFTER_HOURS } from 'contract/accounts/exchange-rates.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import type { Db } from '../../db/db.ts'
import { type Clock, unixSeconds } from '../../adapters/clock.ts'
import { listRatesAt } from './exchange-rate-store.ts'

const HOUR_MS = 3_600_000

/** The rates in force now, or at the end of a past day, dated by the oldest one that is not fixed. */
export async function describeRates(
  { db, clock }: { db: Db; clock: Clock },
  date: PlainDate | null,
): Promise<ExchangeRates> {
  const now = clock.now()
  const endOfDay = date ? new Date(`${date}T23:59:59Z`) : now
  const moment = endOfDay < now ? endOfDay : now
  const rows = await listRatesAt(db, moment)
  const moving = rows.filter(({ fixed }) => !fixed)
  const times = (moving.length > 0 ? moving : rows).map(({ effective_at }) => effective_at.getTime())
  const oldest = times.length > 0 ? new Date(Math.min(...times)) : null
  return {
    base: 'XOF',
    effective_at: oldest && unixSeconds(oldest),
    is_stale: oldest !== null && moment.getTime() - oldest.getTime() > RATES_STALE_AFTER_HOURS * HOUR_MS,
    rates: rows.map(({ effective_at: _at, ...rate }) => rate),
  }
}
