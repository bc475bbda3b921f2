import type { ExchangeRates } from 'contract/accounts/exchange-rates.ts'
import type { Sql } from '../../db/db.ts'
import type { TransferRate } from './conversion-rules.ts'

type Rate = ExchangeRates['rates'][number] & { effective_at: Date }

/** The last rate of each currency that was in force at a moment: the fixed ones first, then by code. */
export function listRatesAt(db: Sql, moment: Date): Promise<Rate[]> {
  return db<Rate>`
    SELECT last.currency, last.effective_at, last.unit, trim_scale(last.buy)::text AS buy, trim_scale(last.sell)::text AS sell,
           trim_scale(last.transfer)::text AS transfer, last.fixed
      FROM (SELECT DISTINCT currency FROM exchange_rates) c
     CROSS JOIN LATERAL (
             SELECT * FROM exchange_rates r
              WHERE r.currency = c.currency AND r.effective_at <= ${moment} ORDER BY r.effective_at DESC LIMIT 1) last
     ORDER BY last.fixed DESC, last.currency`
}

/**
 * The rates for transfers of the currencies in which the bank has a correspondent: the one in force, and those that were
 * replaced less than so many minutes ago. By currency.
 */
export function listTransferRates(db: Sql, now: Date, minutes: number): Promise<TransferRate[]> {
  const since = new Date(now.getTime() - minutes * 60_000)
  return db<TransferRate>`
    SELECT c.currency, round(r.transfer / r.unit, 8) AS rate, r.fixed AS is_fixed, r.effective_at, next.replaced_at
      FROM correspondents c
      JOIN exchange_rates r ON r.currency = c.currency AND r.effective_at <= ${now}
     CROSS JOIN LATERAL (SELECT min(n.effective_at) AS replaced_at FROM exchange_rates n
                          WHERE n.currency = r.currency AND n.effective_at > r.effective_at AND n.effective_at <= ${now}) next
     WHERE r.effective_at >= coalesce((SELECT max(p.effective_at) FROM exchange_rates p WHERE p.currency = c.currency AND p.effective_at <= ${since}),
                                      '-infinity')
     ORDER BY c.currency, r.effective_at`
}
