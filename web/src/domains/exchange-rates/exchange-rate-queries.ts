import { getExchangeRates } from 'contract/exchange-rates.ts'
import { callQuery } from '../../lib/query.ts'

export const exchangeRatesQuery = () => callQuery(getExchangeRates, {})
