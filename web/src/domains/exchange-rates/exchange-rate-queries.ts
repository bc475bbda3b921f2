import { getExchangeRates } from 'contract/accounts/exchange-rates.ts'
import { callQuery } from '../../lib/api/query.ts'

export const exchangeRatesQuery = () => callQuery(getExchangeRates, {})
