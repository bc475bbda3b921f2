// Applies the limits on payments to new payees to orders.
import type { AccountCaller } from '../../caller.ts'
import type { Sql } from '../../db/db.ts'
import { newPayeeLimit, type NewPayeeLimit, nothingOrdered } from '../beneficiaries/new-payee-rules.ts'
import { listOrderedToPayees } from '../beneficiaries/new-payee-store.ts'
import type { OrderContext } from './order-context-store.ts'

type Caller = Pick<AccountCaller, 'account_id' | 'customer_id' | 'is_company' | 'currency'>
type Limited = Pick<OrderContext, 'numbered_at' | 'trusted_at' | 'is_paid' | 'payee_customer_id' | 'tariff'>

/** The limit on an order that runs on a day; null for other accounts of the customer, and where the payee is not new. */
export function limitOn(
  { customer_id, is_company, currency }: Omit<Caller, 'account_id'>,
  payee: Limited,
  { now, runs_on }: { now: Date; runs_on: string },
): NewPayeeLimit | null {
  if (payee.payee_customer_id === customer_id) return null
  const payer = { is_company, currency }
  return newPayeeLimit(payee, payer, { now, runs_on, tariff: payee.tariff })
}

/** Whether an order of any day to a payee may have a limit. */
export const mayBeLimited = (caller: Caller, payee: Limited, now: Date): boolean =>
  limitOn(caller, payee, { now, runs_on: now.toISOString().slice(0, 10) }) !== null

/** The context of each order with what was ordered to its payee before. Read under the locks of the debited accounts where an order is placed. */
export async function withOrdered<Context extends OrderContext>(
  db: Sql,
  orders: readonly (Caller & { changed: string | null })[],
  contexts: readonly Context[],
  now: Date,
): Promise<Context[]> {
  const limited = contexts.flatMap((context, index) => {
    const order = orders[index]
    const { numbered_at: since, beneficiary_iban: iban } = context
    if (!order || since === null || iban === null || !mayBeLimited(order, context, now)) return []
    const until = limitOn(order, context, { now, runs_on: now.toISOString().slice(0, 10) })?.until ?? null
    return [{ index, account_id: order.account_id, iban, since, until, changed: order.changed }]
  })
  const ordered = await listOrderedToPayees(db, limited)
  const byIndex = new Map(limited.map(({ index }, place) => [index, ordered[place]]))
  return contexts.map((context, index) => ({ ...context, ordered: byIndex.get(index) ?? nothingOrdered }))
}
