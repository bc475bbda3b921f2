import * as contract from 'contract/accounts/exchange-rates.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import { describeRates } from './describe-rates.ts'

export function exchangeRateRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  serve(contract.getExchangeRates, ({ query }) => describeRates(ports, query.date ?? null))
}
