import type { ExchangeRates } from 'contract/accounts/exchange-rates.ts'
import type { Sql } from '../../db/db.ts'

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
