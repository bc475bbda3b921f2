// Prices due orders abroad anew where their rate is no longer guaranteed, with the rate of the day of execution.
import type { Tx } from '../../db/db.ts'
import type { TransferRate } from '../exchange-rates/conversion-rules.ts'
import { listTransferRates } from '../exchange-rates/exchange-rate-store.ts'
import type { OrderTariff } from '../transfers/transfer-charges-rules.ts'
import { CURRENCY_ABROAD, priceColumns, priceOf } from '../transfers/transfer-price-rules.ts'
import { inputOf } from '../transfers/transfer-rules.ts'
import { type DueTransfer, markPostponed, markPriced } from '../transfers/transfer-run-store.ts'

/** Whether the rate of an order still holds: a fixed one always, another one where all signatures were given in time. */
function keepsRate({ type, rate_until, validated_at }: DueTransfer): boolean {
  return rate_until === null || (type === 'direct' && validated_at !== null && validated_at <= rate_until)
}

const needsPrice = (transfer: DueTransfer) =>
  transfer.network === 'swift' &&
  (!keepsRate(transfer) || (transfer.credit_currency === null && transfer.currency !== CURRENCY_ABROAD))

/** How long an order waits for a rate before it is tried again. */
const RATE_WAIT_MS = 900_000

type Pricing = { rates: readonly TransferRate[]; tariff: OrderTariff; now: Date }

/** The order with the price of now; null while the bank publishes no rate. Its fees stay where only its currency was open, as for the line of a file. */
function priced(transfer: DueTransfer, { rates, tariff, now }: Pricing): DueTransfer | null {
  const { amount, currency = null, charges = null } = inputOf(transfer)
  const price = priceOf(
    { amount, currency, rate_at: null, charges },
    {
      network: transfer.network,
      iban: transfer.beneficiary_iban,
      home: '',
      // Abroad the fees of companies are those of individuals.
      is_company: false,
      account_currency: transfer.currency,
      payee_currency: null,
      rates,
      tariff,
      now,
    },
  )
  if (typeof price === 'string') return null
  const { fees, tax, ...exchanged } = priceColumns(price)
  return keepsRate(transfer) ? { ...transfer, ...exchanged } : { ...transfer, ...exchanged, fees, tax }
}

/** The due orders with the prices at which they are executed; changed prices are stored. Those without a rate wait for one. */
export async function priceDueTransfers(
  tx: Tx,
  due: readonly DueTransfer[],
  { tariff, now }: Omit<Pricing, 'rates'>,
): Promise<DueTransfer[]> {
  const open = due.filter(needsPrice)
  if (open.length === 0) return [...due]
  const rates = await listTransferRates(tx, now, tariff.exchange_rate_minutes)
  const changed = new Map(open.map((transfer) => [transfer.id, priced(transfer, { rates, tariff, now })]))
  await markPriced(
    tx,
    [...changed.values()].filter((transfer) => transfer !== null),
  )
  const run_at = new Date(now.getTime() + RATE_WAIT_MS)
  for (const transfer of open)
    if (!changed.get(transfer.id))
      await markPostponed(tx, transfer, { execution_date: transfer.execution_date, run_at })
  return due.flatMap((transfer) => (changed.has(transfer.id) ? (changed.get(transfer.id) ?? []) : [transfer]))
}
