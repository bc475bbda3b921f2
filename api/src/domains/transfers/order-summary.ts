// Describes an order for the dialog in which it is confirmed. Pure.
import type { Operation } from 'contract/access/session.ts'
import type { NewTransfer, Transfer } from 'contract/transfers/transfers.ts'
import { seriesFacts } from '../signing/operation-summary.ts'
import type { TransferPrice } from './transfer-price-rules.ts'
import type { OrderDates } from './transfer-rules.ts'
import type { LockedTransfer } from './transfer-state-store.ts'

type ConfirmedOrder = Pick<
  LockedTransfer,
  | 'beneficiary_name'
  | 'beneficiary_iban'
  | 'own_account_id'
  | 'amount'
  | 'fees'
  | 'tax'
  | 'currency'
  | 'label'
  | 'instructed_amount'
  | 'instructed_currency'
  | 'credit_amount'
  | 'credit_currency'
  | 'exchange_rate'
  | 'charges'
> &
  OrderDates & { account_number: string }

type Facts = Operation['summary']['facts']

/** What the payee receives in another currency, at which rate, and who bears the charges. */
function exchangeFacts(order: ConfirmedOrder): Facts {
  const { credit_amount, credit_currency, exchange_rate, charges, instructed_amount, instructed_currency } = order
  const facts: Facts = []
  if (instructed_amount !== null && instructed_currency !== null && instructed_currency === order.currency)
    facts.push({ name: 'instructed', amount: instructed_amount, currency: instructed_currency })
  if (credit_amount !== null && credit_currency !== null)
    facts.push({ name: 'received', amount: credit_amount, currency: credit_currency })
  if (exchange_rate !== null) facts.push({ name: 'exchange_rate', text: String(exchange_rate) })
  if (charges !== null) facts.push({ name: 'charges', text: charges })
  return facts
}

/**
 * The facts of an order in every confirmation dialog: payee, amount, debited account and date. `isDated`: the execution date is that
 * of the next payment, as in an order that is placed, changed or signed; a stopped series keeps a former one.
 */
export function factsOf(
  { periodicity, start_date, end_date, ...order }: ConfirmedOrder,
  { isFirst = false, isDated = false } = {},
): Facts {
  const { amount, fees, tax, currency } = order
  const payee = order.own_account_id ? 'own_account' : isFirst ? 'first_payee' : 'payee'
  return [
    { name: payee, text: order.beneficiary_name },
    // E-money is named by its telephone number.
    { name: order.beneficiary_iban.startsWith('+') ? 'phone' : 'iban', text: order.beneficiary_iban },
    { name: 'amount', amount, currency },
    ...exchangeFacts({ ...order, periodicity, start_date, end_date }),
    { name: 'label', text: order.label },
    { name: 'account', text: order.account_number },
    ...(fees + tax > 0 ? [{ name: 'total' as const, amount: amount + fees + tax, currency }] : []),
    ...(periodicity && start_date
      ? seriesFacts({ periodicity, start_date, end_date }, isDated ? order.execution_date : null)
      : [{ name: 'date' as const, text: order.execution_date }]),
  ]
}

type Prepared = Pick<ConfirmedOrder, 'beneficiary_name' | 'beneficiary_iban'> & {
  price: Omit<TransferPrice, 'rate_at' | 'counter_value'>
  dates: OrderDates
  is_first_payment: boolean
  is_repeated: boolean
  /** A paused series has no next payment. */
  is_paused?: boolean
}

/** The facts of an order in the dialog before it is placed or changed. */
export const summaryOf = (
  kind: 'transfer.create' | 'transfer.edit',
  { label, own_account_id = null }: NewTransfer,
  { beneficiary_name, beneficiary_iban, price, dates, is_first_payment, is_repeated, is_paused = false }: Prepared,
  account_number: string,
  currency: Transfer['currency'],
): Operation['summary'] => ({
  kind,
  facts: [
    ...factsOf(
      { beneficiary_name, beneficiary_iban, own_account_id, ...price, currency, label, account_number, ...dates },
      { isFirst: is_first_payment, isDated: !is_paused },
    ),
    // An edited order would find its own former version.
    ...(is_repeated && kind === 'transfer.create' ? [{ name: 'repeated' as const, text: 'same_order_today' }] : []),
  ],
})
