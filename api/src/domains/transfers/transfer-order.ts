// Prepares a transfer order: from the customer's input to the transfer with its charges, dates and signing rule.
import type { Operation } from 'contract/access/session.ts'
import type { SigningRuleName } from 'contract/transfers/signing-rules.ts'
import { hasDay, transferStatus } from 'contract/transfers/transfer-status.ts'
import type { NewTransfer, Transfer } from 'contract/transfers/transfers.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Confirmation } from '../../confirmation.ts'
import { operationOf } from '../reauthentication/reauthentication-store.ts'
import type { NewEntry, NewPosting } from '../../ledger/ledger-store.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import { newId, newReference } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import { chargesOf, type Network, networkFor } from './transfer-charges-rules.ts'
import { runAt } from '../accounts/payment-rules.ts'
import {
  actionsOf,
  type Requirement,
  requirementsOf,
  datesOf,
  exchangeObjection,
  objectionTo,
  type OrderDates,
  type Payee,
} from './transfer-rules.ts'
import { identityOfOrder } from './transfer-identity.ts'
import { type LimitUse, limitRefusal } from '../signing/limit-rules.ts'
import { seriesFacts } from '../signing/operation-summary.ts'
import { signaturesOf, signingRuleFor } from '../signing/tier-rules.ts'
import type { NewDocument } from './transfer-document-store.ts'
import type { LockedTransfer } from './transfer-state-store.ts'
import type { TransferRow } from './transfer-columns.ts'
import type { OrderContext } from './transfer-store.ts'

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
  fees: number
  tax: number
  dates: OrderDates
  signing_rule: SigningRuleName
  is_own: boolean
  /** At a company where only the author could sign. */
  signs_alone: boolean
  asks: Requirement[]
  payee_id: string | null
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
  kept: OrderDates | null,
): ReturnType<typeof datesOf> {
  if (!kept || kept.start_date !== input.start_date || kept.periodicity !== input.periodicity)
    return datesOf(input, calendar)
  const end_date = input.end_date ?? null
  if (end_date !== null && end_date < kept.execution_date) return { code: 'end_before_start', facts: {} }
  return { ...kept, end_date }
}

/** Whether only the author could sign at a company: their own confirmation is enough. A user who may not sign is never alone. */
const isAlone = ({ is_company, capabilities }: AccountCaller, { has_other_signer }: OrderContext) =>
  is_company && !has_other_signer && capabilities.includes('transfer.validate')

/** Prepares an order from the input on an account, or answers the refusal. */
export function prepare(
  caller: AccountCaller,
  input: NewTransfer,
  facts: OrderContext,
  now: Date,
  kept: OrderDates | null = null,
): PreparedOrder | Refusal {
  const { account_id, currency } = caller
  const { beneficiary_name, beneficiary_iban, rail, tariff } = facts
  if (facts.beneficiary_approval !== null && facts.beneficiary_approval !== 'approved')
    return new Refusal('beneficiary_pending')
  const payee = payeeOf(facts)
  const objection = objectionTo({ account_id, currency, rail, payee })
  if (objection) return new Refusal(objection.code, objection.facts)
  if (input.own_account_id && payee?.status !== 'active') return new Refusal('beneficiary_account_closed')
  // Without an objection these are known; the check proves it to the compiler.
  if (rail === null || beneficiary_name === null || beneficiary_iban === null) return new Refusal('unknown_beneficiary')

  const { amount } = input
  const network = networkFor({ iban: beneficiary_iban, is_ours: rail === 'internal', amount }, tariff)
  const dates = datesFor(input, { now, network, tariff, holidays: new Set(facts.holidays) }, kept)
  if ('code' in dates) return new Refusal(dates.code, dates.facts)
  const signs_alone = isAlone(caller, facts)
  const is_own = facts.payee_customer_id === caller.customer_id
  return {
    beneficiary_name,
    beneficiary_iban,
    rail,
    network,
    ...chargesOf(network, { iban: beneficiary_iban, amount, home: facts.home }, tariff),
    dates,
    signing_rule: signingRuleFor(
      { is_company: caller.is_company, signs_alone, kind: is_own ? 'own' : 'single', amount },
      facts.tiers,
      tariff.company_single_signature_limit,
    ),
    is_own,
    signs_alone,
    asks: requirementsOf(input, rail, tariff),
    payee_id: payee?.account_id ?? null,
  }
}

type ConfirmedOrder = Pick<
  LockedTransfer,
  'beneficiary_name' | 'beneficiary_iban' | 'amount' | 'fees' | 'tax' | 'currency' | 'label'
> &
  OrderDates & { account_number: string }

/** The facts of an order in every confirmation dialog: payee, amount, debited account and date. */
export function factsOf({
  periodicity,
  start_date,
  end_date,
  ...order
}: ConfirmedOrder): Operation['summary']['facts'] {
  const { amount, fees, tax, currency } = order
  return [
    { name: 'payee', text: order.beneficiary_name },
    { name: 'iban', text: order.beneficiary_iban },
    { name: 'amount', amount, currency },
    { name: 'label', text: order.label },
    { name: 'account', text: order.account_number },
    ...(fees + tax > 0 ? [{ name: 'total' as const, amount: amount + fees + tax, currency }] : []),
    ...(periodicity && start_date
      ? seriesFacts({ periodicity, start_date, end_date })
      : [{ name: 'date' as const, text: order.execution_date }]),
  ]
}

/** The facts of an order in the dialog before it is placed or changed. */
export const summaryOf = (
  kind: 'transfer.create' | 'transfer.edit',
  { amount, label }: NewTransfer,
  { beneficiary_name, beneficiary_iban, fees, tax, dates }: PreparedOrder,
  account_number: string,
  currency: Transfer['currency'],
): Operation['summary'] => ({
  kind,
  facts: factsOf({ beneficiary_name, beneficiary_iban, amount, fees, tax, currency, label, account_number, ...dates }),
})

/** The result for one order: accepted, with the transfer it will be, or a refusal. */
export function decide(
  order: TransferOrder,
  facts: OrderContext,
  available: number,
  uses: readonly LimitUse[],
  now: Date,
): AcceptedOrder | Refusal {
  const { caller, input, documents } = order
  const prepared = prepare(caller, input, facts, now)
  if (prepared instanceof Refusal) return prepared
  const documentCount = documents.filter(({ kind }) => kind === 'international').length
  const open = exchangeObjection(prepared.asks, { ...input, documentCount }, facts.tariff, caller.currency)
  if (open) return new Refusal(open.code, open.facts)
  const { dates, signing_rule, is_own, network, rail, fees, tax, beneficiary_name, beneficiary_iban, payee_id } =
    prepared
  const { amount, type, beneficiary_id = null, own_account_id = null } = input
  const { account_id, currency } = caller
  const missing = amount + fees + tax - available
  if (type === 'direct' && missing > 0)
    return new Refusal('insufficient_balance', { missing: { amount: missing, currency } })

  const limited = is_own ? [] : uses
  const overLimit = limitRefusal(limited, amount, currency)
  if (overLimit) return overLimit

  const signatures_needed = signaturesOf(signing_rule)
  const isSigned = signatures_needed === 0
  const runsNow = isSigned && type === 'direct' && network === 'book'
  return {
    order,
    holder: facts.holder,
    bank_name: facts.payee_bank,
    payee_id,
    uses: limited,
    operation: operationOf(
      caller,
      summaryOf('transfer.create', input, prepared, facts.account_number, currency),
      order.confirmation.request,
    ),
    transfer: {
      account_id,
      id: newId(),
      type,
      rail,
      network,
      beneficiary_id,
      own_account_id,
      beneficiary_name,
      beneficiary_iban,
      amount,
      fees,
      tax,
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

/** The transfer as its author sees it. */
export function transferOf({ order: { caller }, bank_name, transfer }: AcceptedOrder): Transfer {
  const {
    account_id: _account,
    beneficiary_id,
    beneficiary_name,
    beneficiary_iban,
    signatures_needed,
    is_own: _own,
    posting_id: _posting,
    batch_id: _batch,
    is_confidential: _confidential,
    run_at: _run,
    validated_at: _validated,
    next_occurrence: _next,
    ...rest
  } = transfer
  const reader = { user_id: caller.user_id, capabilities: caller.capabilities, is_active: true }
  const context = { ...transfer, suspended: null, edited_by: null, is_open_to_reader: true }
  // The author has just placed it: only others can sign, and its day has not passed.
  const state = {
    ...context,
    reason_code: null,
    is_past: false,
    is_on_its_way: transfer.network !== 'book',
    may_sign: false,
  }
  return {
    ...rest,
    status: transferStatus(state),
    display_date: hasDay(state) ? transfer.execution_date : null,
    days_late: null,
    beneficiary: { id: beneficiary_id, name: beneficiary_name, iban: beneficiary_iban, bank_name },
    identity: identityOfOrder({
      name: beneficiary_name,
      iban: beneficiary_iban,
      label: transfer.label,
      is_own_account: transfer.own_account_id !== null,
    }),
    currency: caller.currency,
    enabled: transfer.type === 'periodic' ? true : null,
    created_at: unixSeconds(transfer.created_at),
    created_by: caller.full_name,
    executed_at: transfer.executed_at && unixSeconds(transfer.executed_at),
    reason: null,
    reason_code: null,
    suspended: null,
    version: 1,
    approvals: 0,
    approvals_missing: signatures_needed,
    actions: actionsOf(context, reader),
    is_over_limit: false,
  }
}

const feeLabels: Record<Exclude<Network, 'book'>, string> = {
  sica: 'COMMISSION VIREMENT SICA',
  star: 'COMMISSION VIREMENT STAR',
  swift: 'COMMISSION TRANSFERT SWIFT',
}

export type Movement = Pick<
  TransferRow,
  'account_id' | 'amount' | 'fees' | 'tax' | 'label' | 'reference' | 'network' | 'beneficiary_name'
> & {
  holder: string
  /** The payee's account at this bank; null where the money leaves the bank. */
  payee_id: string | null
  /** `transfer:<id>`, with the nominal date for one date of a series. */
  posting_key: string
  posting_id: string
  day: string
  at: Date
  /** The accounts of the bank by code. */
  internal: ReadonlyMap<string, string>
  credit_value_date: string
  /** The debited account where it is not the payer's: batch booking has debited the payer before. */
  from?: string
}

export const TAF_RATE = 17

/** The posting of one execution: the amount to the payee or the transit account, the fee and its tax to the bank. Sums to zero. */
export function postingOf(movement: Movement): NewPosting {
  const {
    account_id,
    amount,
    fees,
    tax,
    label,
    reference,
    network,
    beneficiary_name,
    holder,
    payee_id,
    posting_id,
    day,
    at,
    internal,
  } = movement
  const plain = { value_date: day, label, reference, counterparty: null, vat_rate: null, vat_amount: null }
  const bankAccount = (code: string) => {
    const id = internal.get(`${code}:XOF`)
    if (!id) throw new Error(`the bank has no account ${code}:XOF`)
    return id
  }
  const from = movement.from ?? account_id
  const entries: NewEntry[] = [
    { ...plain, id: newId(), account_id: from, amount: -amount, type: 'transfer_out', counterparty: beneficiary_name },
  ]
  if (network === 'book') {
    if (!payee_id) throw new Error('a book transfer without a payee')
    entries.push({ ...plain, id: newId(), account_id: payee_id, amount, type: 'transfer_in', counterparty: holder })
  } else {
    // In transit until the network has answered: settled from there, or returned.
    entries.push({
      ...plain,
      id: newId(),
      account_id: bankAccount('outgoing'),
      amount,
      type: 'transfer_out',
      value_date: movement.credit_value_date,
    })
    if (fees > 0) {
      const fee = { ...plain, label: feeLabels[network], type: 'fee' as const }
      entries.push(
        { ...fee, id: newId(), account_id: from, amount: -(fees + tax), vat_rate: TAF_RATE, vat_amount: tax },
        { ...fee, id: newId(), account_id: bankAccount('fees'), amount: fees },
      )
      if (tax > 0) entries.push({ ...fee, id: newId(), account_id: bankAccount('taf'), amount: tax, type: 'tax' })
    }
  }
  return {
    id: posting_id,
    posting_key: movement.posting_key,
    kind: 'transfer',
    booking_date: day,
    posted_at: at.toISOString(),
    reverses: null,
    entries,
  }
}
