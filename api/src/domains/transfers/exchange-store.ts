// Reads what an order in a currency depends on besides its payee: exchange rates, and what exchange control counts together with it.
import type { Currency } from 'contract/values/money.ts'
import type { Db, Sql, Tx } from '../../db/db.ts'
import {
  type CountedAbroad,
  type CountedPeriods,
  counterValueOf,
  type ExchangeContext,
  noneCounted,
} from './exchange-control-rules.ts'
import type { TransferRate } from '../exchange-rates/conversion-rules.ts'
import { listTransferRates } from '../exchange-rates/exchange-rate-store.ts'
import type { OrderContext } from './order-context-store.ts'

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

type Sum = {
  index: number
  period: string
  currency: Currency
  without_documents: number
  without_domiciliation: number
}
type Payment = { customer_id: string; iban: string; index: number; changed: string | null }

/**
 * The open and executed orders to the same account number by the period in which they are executed, from the current one on. A series counts
 * with the dates that have run and the next one.
 */
function sumAbroad(db: Sql, orders: readonly Payment[], now: Date): Promise<Sum[]> {
  return db<Sum>`
    WITH ordered AS (
      SELECT * FROM unnest(${orders.map(({ index }) => index)}::integer[], ${orders.map(({ customer_id }) => customer_id)}::uuid[],
                           ${orders.map(({ iban }) => iban)}::text[], ${orders.map(({ changed }) => changed)}::uuid[]) AS o (index, customer_id, iban, changed)
    ), period AS (
      SELECT unit, date_trunc(unit, ${now}::timestamptz, 'UTC')::date AS since, CASE unit WHEN 'day' THEN 'YYYY-MM-DD' ELSE 'YYYY-MM' END AS pattern
        FROM (SELECT CASE value WHEN 0 THEN 'day' ELSE 'month' END AS unit FROM parameters WHERE name = 'exchange_control_months') p
    ), abroad AS (
      SELECT o.index, t.account_id, t.id, t.type, t.execution_status, t.execution_date, t.currency, t.amount,
             t.purpose = 'goods' AND t.domiciliation IS NULL AS is_not_domiciled, t.id = o.changed AS is_changed, o.iban,
             EXISTS (SELECT FROM transfer_documents d
                      WHERE d.account_id = t.account_id AND d.transfer_id = t.id AND d.kind = 'international' AND d.removed_at IS NULL) AS is_documented
        FROM ordered o
        JOIN transfers t ON t.network = 'swift' AND t.beneficiary_iban = o.iban
        JOIN accounts a ON a.id = t.account_id AND a.customer_id = o.customer_id
       WHERE t.validation_status <> 'refused'
    ), counted AS (
      SELECT index, execution_date AS day, currency, amount, is_not_domiciled, is_documented
        FROM abroad
       WHERE is_changed IS NOT TRUE AND (execution_status IN ('scheduled', 'paused') OR execution_status = 'executed' AND type <> 'periodic')
       UNION ALL
      SELECT t.index, (s.at AT TIME ZONE 'UTC')::date, t.currency, s.amount, t.is_not_domiciled, t.is_documented
        FROM abroad t
        JOIN transfer_occurrences s ON s.account_id = t.account_id AND s.transfer_id = t.id AND s.outcome = 'executed' AND s.beneficiary_iban = t.iban
       UNION ALL
      -- Lines of batches that wait for signatures, which are no orders yet.
      SELECT o.index, coalesce(l.execution_date, b.execution_date), b.currency, l.amount, l.purpose = 'goods', false
        FROM ordered o
        JOIN accounts a ON a.customer_id = o.customer_id
        JOIN transfer_batches b ON b.account_id = a.id AND b.state = 'pending'
        JOIN transfer_batch_lines l ON l.account_id = b.account_id AND l.batch_id = b.id AND l.iban = o.iban AND l.network = 'swift' AND NOT l.is_refused
    )
    SELECT index, to_char(day, pattern) AS period, currency, coalesce(sum(amount) FILTER (WHERE NOT is_documented), 0)::bigint AS without_documents,
           coalesce(sum(amount) FILTER (WHERE is_not_domiciled), 0)::bigint AS without_domiciliation
      FROM counted CROSS JOIN period WHERE day >= since GROUP BY index, to_char(day, pattern), currency`
}

/** The sums of one payee in francs, by period. */
function periodsOf(sums: readonly Sum[], rates: readonly TransferRate[]): CountedPeriods {
  const periods = new Map<string, CountedAbroad>()
  for (const { period, currency, ...sum } of sums) {
    const { without_documents, without_domiciliation } = periods.get(period) ?? noneCounted
    periods.set(period, {
      without_documents: without_documents + counterValueOf(sum.without_documents, currency, rates),
      without_domiciliation: without_domiciliation + counterValueOf(sum.without_domiciliation, currency, rates),
    })
  }
  return periods
}

/** What the lines of a file depend on: the rates, and by account number what counts together with them. */
export async function findLinesAbroad(
  db: Sql,
  customer_id: string,
  ibans: readonly string[],
  now: Date,
): Promise<{ rates: readonly TransferRate[]; counted: ReadonlyMap<string, CountedPeriods> }> {
  if (ibans.length === 0) return { rates: [], counted: new Map() }
  const payments = ibans.map((iban, index) => ({ customer_id, iban, index, changed: null }))
  const [sums, rates] = [await sumAbroad(db, payments, now), await listTransferRates(db, now, 0)]
  const counted = Map.groupBy(sums, ({ index }) => ibans[index] ?? '')
  return { rates, counted: new Map([...counted].map(([iban, own]) => [iban, periodsOf(own, rates)])) }
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
  return contexts.map((_, index) => ({
    rates,
    counted: periodsOf(
      sums.filter((sum) => sum.index === index),
      rates,
    ),
  }))
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
