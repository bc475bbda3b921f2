// An order to pay, from what was asked to what the bank makes of it.
import type { Operation } from 'contract/session.ts'
import type { NewTransfer, Transfer } from 'contract/transfers.ts'
import type { AccountCaller } from '../../caller.ts'
import { operationOf } from '../../db/confirmations.ts'
import type { NewPosting } from '../../ledger/ledger-store.ts'
import { unixSeconds } from '../../outside/clock.ts'
import { newId, newReference } from '../../outside/ids.ts'
import { Refusal } from '../../refusal.ts'
import { chargesOf, objectionTo, type Payee, signaturesNeeded } from './transfer-rules.ts'
import type { OrderFacts, TransferRow } from './transfer-store.ts'

export type Order = {
  caller: AccountCaller
  wish: NewTransfer
  /** Hash of the proof that came with it. */
  confirmation: Buffer | null
  once: { key: string; request_hash: string }
}

export type AcceptedOrder = {
  order: Order
  holder: string
  bank_name: string
  payee_id: string
  operation: Operation
  transfer: TransferRow
}

export const totalOf = ({ transfer: { amount, fees, tax } }: AcceptedOrder) => amount + fees + tax

const payeeOf = ({ payee_id, payee_status, payee_currency }: OrderFacts): Payee | null =>
  payee_id && payee_status && payee_currency ? { account_id: payee_id, status: payee_status, currency: payee_currency } : null

/** What one order comes to: accepted, as the transfer it will be, or the refusal that says why not. */
export function decide(order: Order, facts: OrderFacts, available: number, now: Date): AcceptedOrder | Refusal {
  const { caller, wish } = order
  const { account_id, currency } = caller
  const { beneficiary_name, beneficiary_iban } = facts
  const payee = payeeOf(facts)
  const objection = objectionTo(wish, { account_id, currency, available, rail: facts.rail, payee })
  if (objection) return new Refusal(objection.code, objection.facts)
  // Without an objection these are known; the check tells the types so.
  if (!payee || beneficiary_name === null || beneficiary_iban === null) return new Refusal('unknown_beneficiary')

  const { amount, label, comment, type, beneficiary_id } = wish
  const { fees, tax } = chargesOf('internal')
  const is_between_own_accounts = facts.payee_customer_id === caller.customer_id
  const signatures_needed = signaturesNeeded(
    { is_company: caller.is_company, is_between_own_accounts, amount },
    facts.single_signature_limit,
  )
  const runsNow = signatures_needed === 0
  return {
    order,
    holder: facts.holder,
    bank_name: facts.bank_name,
    payee_id: payee.account_id,
    operation: operationOf(caller, {
      kind: 'transfer.create',
      facts: [
        { name: 'payee', text: beneficiary_name },
        { name: 'iban', text: beneficiary_iban },
        { name: 'amount', amount, currency },
        { name: 'label', text: label },
        { name: 'account', text: facts.account_number },
        ...(fees + tax > 0 ? ([{ name: 'total', amount: amount + fees + tax, currency }] as const) : []),
      ],
    }),
    transfer: {
      account_id,
      id: newId(),
      type,
      rail: 'internal',
      beneficiary_id,
      beneficiary_name,
      beneficiary_iban,
      amount,
      fees,
      tax,
      currency,
      label,
      comment,
      reference: newReference('V', now),
      validation_status: runsNow ? 'validated' : 'pending',
      execution_status: runsNow ? 'executed' : 'scheduled',
      signatures_needed,
      execution_date: now.toISOString().slice(0, 10),
      created_at: now,
      created_by: caller.user_id,
      executed_at: runsNow ? now : null,
      posting_id: runsNow ? newId() : null,
    },
  }
}

/** The transfer as the customer sees it. */
export function transferOf({ order, bank_name, transfer }: AcceptedOrder): Transfer {
  const {
    account_id: _account,
    beneficiary_id,
    beneficiary_name,
    beneficiary_iban,
    signatures_needed: _signatures,
    posting_id: _posting,
    ...rest
  } = transfer
  return {
    ...rest,
    beneficiary: { id: beneficiary_id, name: beneficiary_name, iban: beneficiary_iban, bank_name },
    currency: order.caller.currency,
    created_at: unixSeconds(transfer.created_at),
    created_by: order.caller.full_name,
    executed_at: transfer.executed_at && unixSeconds(transfer.executed_at),
    reason: null,
  }
}

/** The movement of an order that runs now: out of one customer's account, into the other's. */
export function postingOf({ holder, payee_id, transfer }: AcceptedOrder, postingId: string): NewPosting {
  const { id, account_id, amount, label, reference, execution_date, beneficiary_name, created_at } = transfer
  const entry = { value_date: execution_date, label, reference, vat_rate: null, vat_amount: null }
  return {
    id: postingId,
    posting_key: `transfer:${id}`,
    kind: 'transfer',
    booking_date: execution_date,
    posted_at: created_at.toISOString(),
    reverses: null,
    entries: [
      { ...entry, id: newId(), account_id, amount: -amount, type: 'transfer_out', counterparty: beneficiary_name },
      { ...entry, id: newId(), account_id: payee_id, amount, type: 'transfer_in', counterparty: holder },
    ],
  }
}
