// Reads what an order in a currency depends on besides its payee: exchange rates, and what exchange control counts together with it.
import type { Currency } from 'contract/values/money.ts'
import type { Db, Sql, Tx } from '../../db/db.ts'
import { counterValueOf, type ExchangeContext } from './exchange-control-rules.ts'
import type { TransferRate } from '../exchange-rates/conversion-rules.ts'
import { listTransferRates } from '../exchange-rates/exchange-rate-store.ts'
import type { OrderContext } from './transfer-store.ts'

export type Ordered = { account_id: string; customer_id: string; currency: Currency; changed: string | null }

const isAbroad = ({ rail }: OrderContext) => rail === 'international'
const isInCurrency = ({ currency }: Ordered, { payee_currency }: OrderContext) =>
  currency !== 'XOF' || (payee_currency !== null && payee_currency !== currency)

/** Serialises the orders abroad of a customer, so that two at once are counted together. Held until the transaction ends. */
export async function lockOrdersAbroad(tx: Tx, customerIds: readonly string[]): Promise<void> {
  await tx`
    SELECT pg_advisory_xact_lock(hashtext('orders_abroad'), hashtext(id))
      FROM unnest(${[...new Set(customerIds)].toSorted()}::text[]) WITH ORDINALITY AS c (id, place) ORDER BY place`
}

type Sum = { index: number; currency: Currency; without_documents: number; without_domiciliation: number }
type Payment = { customer_id: string; iban: string; index: number; changed: string | null }

/** The open and executed orders of the period to the same account number, by the currency of the debited account. */
function sumAbroad(db: Sql, orders: readonly Payment[], now: Date): Promise<Sum[]> {
  return db<Sum>`
    WITH ordered AS (
      SELECT * FROM unnest(${orders.map(({ index }) => index)}::integer[], ${orders.map(({ customer_id }) => customer_id)}::uuid[],
                           ${orders.map(({ iban }) => iban)}::text[], ${orders.map(({ changed }) => changed)}::uuid[]) AS o (index, customer_id, iban, changed)
    ), period AS (
      SELECT date_trunc(CASE (SELECT value FROM parameters WHERE name = 'exchange_control_months') WHEN 0 THEN 'day' ELSE 'month' END,
                        ${now}::timestamptz, 'UTC') AS since
    ), counted AS (
      SELECT o.index, t.currency, t.amount, t.purpose = 'goods' AND t.domiciliation IS NULL AS is_not_domiciled,
             EXISTS (SELECT FROM transfer_documents d
                      WHERE d.account_id = t.account_id AND d.transfer_id = t.id AND d.kind = 'international' AND d.removed_at IS NULL) AS is_documented
        FROM ordered o
       CROSS JOIN period p
        JOIN transfers t ON t.network = 'swift' AND t.beneficiary_iban = o.iban AND t.id IS DISTINCT FROM o.changed AND t.created_at >= p.since
        JOIN accounts a ON a.id = t.account_id AND a.customer_id = o.customer_id
       WHERE t.validation_status <> 'refused' AND t.execution_status IN ('scheduled', 'executed', 'paused', 'ended')
       UNION ALL
      -- Lines of batches that wait for signatures, which are no orders yet.
      SELECT o.index, b.currency, l.amount, l.purpose = 'goods', false
        FROM ordered o
       CROSS JOIN period p
        JOIN accounts a ON a.customer_id = o.customer_id
        JOIN transfer_batches b ON b.account_id = a.id AND b.state = 'pending' AND b.created_at >= p.since
        JOIN transfer_batch_lines l ON l.account_id = b.account_id AND l.batch_id = b.id AND l.iban = o.iban AND l.network = 'swift' AND NOT l.is_refused
    )
    SELECT index, currency, coalesce(sum(amount) FILTER (WHERE NOT is_documented), 0)::bigint AS without_documents,
           coalesce(sum(amount) FILTER (WHERE is_not_domiciled), 0)::bigint AS without_domiciliation
      FROM counted GROUP BY index, currency`
}

/** By account number: the customer's orders of the period that had no documents, in francs. For the lines of a file. */
export async function findUndocumented(
  db: Sql,
  customer_id: string,
  ibans: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  if (ibans.length === 0) return new Map()
  const sums = await sumAbroad(
    db,
    ibans.map((iban, index) => ({ customer_id, iban, index, changed: null })),
    now,
  )
  const rates = sums.some(({ currency }) => currency !== 'XOF') ? await listTransferRates(db, now, 0) : []
  return sums.reduce((totals, { index, currency, without_documents }) => {
    const iban = ibans[index] ?? ''
    return totals.set(iban, (totals.get(iban) ?? 0) + counterValueOf(without_documents, currency, rates))
  }, new Map<string, number>())
}

async function contextsOf(
  db: Sql,
  orders: readonly Ordered[],
  contexts: readonly OrderContext[],
  now: Date,
): Promise<ExchangeContext[]> {
  const needsRates = contexts.some(
    (context, index) => isAbroad(context) || (orders[index] && isInCurrency(orders[index], context)),
  )
  const rates: readonly TransferRate[] = needsRates
    ? await listTransferRates(db, now, contexts[0]?.tariff.exchange_rate_minutes ?? 0)
    : []
  const abroad = contexts.flatMap((context, index) => {
    const order = orders[index]
    return order && isAbroad(context) && context.beneficiary_iban !== null
      ? [{ ...order, iban: context.beneficiary_iban, index }]
      : []
  })
  const sums = abroad.length > 0 ? await sumAbroad(db, abroad, now) : []
  return contexts.map((_, index) => {
    const own = sums.filter((sum) => sum.index === index)
    const total = (amountOf: (sum: Sum) => number) =>
      own.reduce((francs, sum) => francs + counterValueOf(amountOf(sum), sum.currency, rates), 0)
    return {
      rates,
      counted: {
        without_documents: total((sum) => sum.without_documents),
        without_domiciliation: total((sum) => sum.without_domiciliation),
      },
    }
  })
}

/** What each order depends on, in their order, as it is now: for a calculation that writes nothing. */
export const findExchangeContexts = (
  db: Db,
  orders: readonly Ordered[],
  contexts: readonly OrderContext[],
  now: Date,
): Promise<ExchangeContext[]> => contextsOf(db, orders, contexts, now)

/** The same; no other order abroad of these customers is placed until the transaction ends. */
export async function lockExchangeContexts(
  tx: Tx,
  orders: readonly Ordered[],
  contexts: readonly OrderContext[],
  now: Date,
): Promise<ExchangeContext[]> {
  const customers = orders.filter((_, index) => contexts[index] && isAbroad(contexts[index]))
  if (customers.length > 0)
    await lockOrdersAbroad(
      tx,
      customers.map(({ customer_id }) => customer_id),
    )
  return contextsOf(tx, orders, contexts, now)
}
