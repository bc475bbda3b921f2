// Prepares a transfer order: from the customer's input to the transfer with its charges, dates and signing rule.
import type { Operation } from 'contract/access/session.ts'
import { LOOKUP_MINUTES } from 'contract/transfers/instant-payments.ts'
import type { SigningRuleName } from 'contract/transfers/signing-rules.ts'
import type { NewTransfer, Transfer } from 'contract/transfers/transfers.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Confirmation } from '../../confirmation.ts'
import { confirmationObjection, hasPasskey } from '../reauthentication/confirmation-rules.ts'
import { operationOf } from '../reauthentication/reauthentication-store.ts'
import { newId, newReference } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import { holidaysOnBothSides, type Network, networkOf } from './transfer-charges-rules.ts'
import { currenciesOf, priceColumns, priceOf, type TransferPrice } from './transfer-price-rules.ts'
import { runAt } from '../accounts/payment-rules.ts'
import { datesOf, type KeptDates, objectionTo, type OrderDates, type Payee } from './transfer-rules.ts'
import {
  countedOn,
  type ExchangeContext,
  exchangeObjection,
  type Requirement,
  requirementsOf,
} from './exchange-control-rules.ts'
import { newPayeeRefusal, type NewPayeeLimit } from '../beneficiaries/new-payee-rules.ts'
import { limitOn } from './new-payee-orders.ts'
import { type LimitUse, limitRefusal } from '../signing/limit-rules.ts'
import { signaturesOf, signingRuleFor } from '../signing/tier-rules.ts'
import type { NewDocument } from './transfer-document-store.ts'
import { summaryOf } from './order-summary.ts'
import type { TransferRow } from './transfer-columns.ts'
import type { AnsweredRequest, OrderContext } from './order-context-store.ts'

export type TransferOrder = {
  caller: AccountCaller
  input: NewTransfer
  documents: readonly NewDocument[]
  confirmation: Confirmation
  once: { key: string; request_hash: string }
}

/** The values of an order before its confirmation: enough to show it and to build the confirmation. */
export type PreparedOrder = {
  beneficiary_name: string
  beneficiary_iban: string
  rail: Transfer['rail']
  network: Network
  dates: OrderDates
  signing_rule: SigningRuleName
  is_own: boolean
  /** At a company where only the author could sign. */
  signs_alone: boolean
  asks: Requirement[]
  payee_id: string | null
  /** No payment to this payee was executed before; not of other accounts of the customer. */
  is_first_payment: boolean
  /** The same was ordered within a day. */
  is_repeated: boolean
  /** The limit on payments to a new payee. */
  new_payee: NewPayeeLimit | null
  price: TransferPrice
  /** The currencies in which its amount can be given. */
  currencies: Transfer['currency'][]
}

export type AcceptedOrder = {
  order: TransferOrder
  holder: string
  bank_name: string | null
  payee_id: string | null
  /** The limits that apply to it. */
  uses: readonly LimitUse[]
  operation: Operation
  transfer: TransferRow
}

export const totalOf = ({
  transfer: { amount, fees, tax },
}: {
  transfer: Pick<TransferRow, 'amount' | 'fees' | 'tax'>
}) => amount + fees + tax

/** A scheduled order has no hold before its day, signed or not (decisions.md 5). */
export const holdsMoney = ({ transfer: { type, posting_id } }: AcceptedOrder) =>
  posting_id === null && type === 'direct'

const payeeOf = ({ payee_id, payee_status, payee_currency }: OrderContext): Payee | null =>
  payee_id && payee_status && payee_currency
    ? { account_id: payee_id, status: payee_status, currency: payee_currency }
    : null

/** The dates of an input; `kept` are those of a series that has begun and continues unchanged. */
function datesFor(
  input: NewTransfer,
  calendar: Parameters<typeof datesOf>[1],
  kept: KeptDates | null,
): ReturnType<typeof datesOf> {
  if (!kept || kept.start_date !== input.start_date || kept.periodicity !== input.periodicity)
    return datesOf(input, calendar)
  const end_date = input.end_date ?? null
  const { nominal, ...dates } = kept
  if (end_date !== null && end_date < nominal) return { code: 'end_before_start', facts: {} }
  return { ...dates, end_date }
}

/** Whether only the author could sign at a company: their own confirmation is enough. A user who may not sign is never alone. */
const isAlone = ({ is_company, capabilities }: AccountCaller, { has_other_signer }: OrderContext) =>
  is_company && !has_other_signer && capabilities.includes('transfer.validate')

/** Why an order does not answer a request to pay: answered before, too late, or another amount. What is paid at once has the discount. */
function requestObjection(
  request: AnsweredRequest,
  { amount, type }: Pick<NewTransfer, 'amount' | 'type'>,
  now: Date,
): Refusal | null {
  if (request.is_answered) return new Refusal('request_answered')
  if (request.act_until !== null && Date.parse(request.act_until) < now.getTime()) return new Refusal('request_expired')
  const expected = type === 'direct' ? request.amount - request.discount : request.amount
  return amount === expected || amount === request.amount || request.may_change_amount
    ? null
    : new Refusal('request_amount_fixed', { amount: { amount: expected, currency: 'XOF' } })
}

/** Why a looked-up payee cannot be paid now; null where it can. */
function lookupObjection(
  { lookup_id = null, amount, type }: NewTransfer,
  { looked_up, guarantee_left }: OrderContext,
  network: Network,
  now: Date,
): Refusal | null {
  if (lookup_id === null) return null
  if (!looked_up) return new Refusal('lookup_expired')
  const { request, answered_at } = looked_up
  if (request) {
    const objection = requestObjection(request, { amount, type }, now)
    if (objection) return objection
  } else if (Date.parse(answered_at) < now.getTime() - LOOKUP_MINUTES * 60_000) return new Refusal('lookup_expired')
  return network === 'instant' && amount > (guarantee_left ?? 0) ? new Refusal('guarantee_used') : null
}

/** The context of an edit: the request to pay that the order itself answers is open for it. */
export function contextOfEdit<Context extends OrderContext>(
  facts: Context,
  before: Pick<TransferRow, 'lookup_id'>,
  { lookup_id = null }: Pick<NewTransfer, 'lookup_id'>,
): Context {
  const { looked_up } = facts
  if (!looked_up?.request || lookup_id === null || lookup_id !== before.lookup_id) return facts
  return { ...facts, looked_up: { ...looked_up, request: { ...looked_up.request, is_answered: false } } }
}

/** Prepares an order from the input on an account, or answers the refusal. */
export function prepare(
  caller: AccountCaller,
  input: NewTransfer,
  facts: OrderContext & ExchangeContext,
  now: Date,
  kept: KeptDates | null = null,
): PreparedOrder | Refusal {
  const { account_id, currency } = caller
  const { beneficiary_name, beneficiary_iban, rail, tariff } = facts
  if (facts.beneficiary_approval !== null && facts.beneficiary_approval !== 'approved')
    return new Refusal('beneficiary_pending')
  const payee = payeeOf(facts)
  const is_own = facts.payee_customer_id === caller.customer_id
  const objection = objectionTo({ account_id, currency, rail, payee, is_own })
  if (objection) return new Refusal(objection.code, objection.facts)
  if (input.own_account_id && payee?.status !== 'active') return new Refusal('beneficiary_account_closed')
  // Without an objection these are known; the check proves it to the compiler.
  if (rail === null || beneficiary_name === null || beneficiary_iban === null)
    return new Refusal(input.lookup_id && !input.beneficiary_id ? 'lookup_expired' : 'unknown_beneficiary')

  const network = networkOf(
    {
      iban: beneficiary_iban,
      is_ours: rail === 'internal',
      amount: input.amount,
      looked_up: facts.looked_up,
      chosen: input.network ?? null,
    },
    tariff,
  )
  if (network === null) return new Refusal('network_not_offered')
  const unpayable = lookupObjection(input, facts, network, now)
  if (unpayable) return unpayable
  const holidays = holidaysOnBothSides(beneficiary_iban, new Set(facts.holidays))
  const dates = datesFor(input, { now, network, tariff, holidays }, kept)
  if ('code' in dates) return new Refusal(dates.code, dates.facts)
  const pricing = {
    network,
    iban: beneficiary_iban,
    home: facts.home,
    is_company: caller.is_company,
    account_currency: currency,
    // The store reads the currency of an account at this bank, which is one of the contract.
    payee_currency: (payee?.currency ?? null) as Transfer['currency'] | null,
    rates: facts.rates,
    tariff,
    now,
  }
  const price = priceOf(
    {
      amount: input.amount,
      currency: input.currency ?? null,
      rate_at: input.rate_at ?? null,
      charges: input.charges ?? null,
    },
    pricing,
  )
  if (typeof price === 'string') return new Refusal(price)
  const signs_alone = isAlone(caller, facts)
  return {
    beneficiary_name,
    beneficiary_iban,
    rail,
    network,
    dates,
    price,
    currencies: currenciesOf(pricing),
    signing_rule: signingRuleFor(
      {
        is_company: caller.is_company,
        signs_alone,
        kind: is_own ? 'own' : 'single',
        // The rules of an account are in its currency; the bank's own limit is in francs.
        amount: facts.tiers.length > 0 ? price.amount : price.counter_value,
      },
      facts.tiers,
      tariff.company_single_signature_limit,
    ),
    is_own,
    signs_alone,
    asks: requirementsOf(
      { counter_value: price.counter_value, purpose: input.purpose ?? null },
      rail,
      countedOn(facts.counted, dates.execution_date, tariff),
      tariff,
    ),
    payee_id: payee?.account_id ?? null,
    is_first_payment: !is_own && !facts.is_paid,
    is_repeated: facts.same_label_amounts.includes(price.amount),
    new_payee: limitOn(caller, facts, { now, runs_on: dates.execution_date }),
  }
}

/** The result for one order: accepted, with the transfer it will be, or a refusal. */
export function decide(
  order: TransferOrder,
  facts: OrderContext & ExchangeContext,
  available: number,
  uses: readonly LimitUse[],
  now: Date,
): AcceptedOrder | Refusal {
  const { caller, input, documents } = order
  const prepared = prepare(caller, input, facts, now)
  if (prepared instanceof Refusal) return prepared
  const documentCount = documents.filter(({ kind }) => kind === 'international').length
  const open = exchangeObjection(prepared.asks, { ...input, documentCount }, facts.tariff)
  if (open) return new Refusal(open.code, open.facts)
  const { dates, signing_rule, is_own, network, rail, price, beneficiary_name, beneficiary_iban, payee_id } = prepared
  const { amount, fees, tax } = price
  const { type, beneficiary_id = null, own_account_id = null, lookup_id = null } = input
  const { account_id, currency } = caller
  const isNew = newPayeeRefusal(prepared.new_payee, facts.ordered, amount, currency)
  if (isNew && !hasPasskey(caller.policy)) return isNew
  const missing = amount + fees + tax - available
  if (type === 'direct' && missing > 0)
    return new Refusal('insufficient_balance', { missing: { amount: missing, currency } })

  const limited = is_own ? [] : uses
  const overLimit = limitRefusal(limited, amount, currency)
  if (overLimit) return overLimit

  const summary = summaryOf('transfer.create', input, prepared, facts.account_number, currency)
  const unconfirmable = confirmationObjection(summary, caller.policy, now)
  if (unconfirmable) return unconfirmable
  const operation = operationOf(caller, summary, order.confirmation.request)

  const signatures_needed = signaturesOf(signing_rule)
  const isSigned = signatures_needed === 0
  const runsNow = isSigned && type === 'direct' && network === 'book'
  return {
    order,
    holder: facts.holder,
    bank_name: facts.payee_bank,
    payee_id,
    uses: limited,
    operation: { ...operation, ...(isNew && { methods: ['passkey'] }) },
    transfer: {
      account_id,
      id: newId(),
      type,
      rail,
      network,
      beneficiary_id,
      own_account_id,
      lookup_id,
      beneficiary_name,
      beneficiary_iban,
      ...priceColumns(price),
      currency,
      ...enteredColumns(input),
      reference: newReference('V', now),
      validation_status: isSigned ? 'validated' : 'pending',
      execution_status: runsNow ? 'executed' : 'scheduled',
      signatures_needed,
      signing_rule,
      is_own,
      ...dates,
      next_occurrence: type === 'periodic' ? 0 : null,
      created_at: now,
      created_by: caller.user_id,
      validated_at: isSigned ? now : null,
      run_at: isSigned && !runsNow ? runAt(dates.execution_date, now) : null,
      executed_at: runsNow ? now : null,
      posting_id: runsNow ? newId() : null,
      batch_id: null,
      is_confidential: false,
    },
  }
}

/** The columns of a transfer that hold what its author entered, as they entered it. A field of the form that is only stored is added here. */
export const enteredColumns = (input: Pick<NewTransfer, 'label' | 'comment' | 'purpose' | 'domiciliation'>) => ({
  label: input.label,
  comment: input.comment ?? null,
  purpose: input.purpose ?? null,
  domiciliation: input.domiciliation ?? null,
})
