// What a created transfer leaves in the ledger, in the audit log and among the stored answers. Pure.
import type { KeptAnswer } from '../../db/idempotency-columns.ts'
import type { NewPosting } from '../../ledger/ledger-store.ts'
import { type AuditEvent, byBank } from '../audit/audit-store.ts'
import { type AcceptedOrder, transferOf } from './transfer-order.ts'
import { postingOf } from './transfer-posting.ts'

/** The posting of an order that runs at once: a book transfer without fees. Null where the order waits. `internal`: needed for an exchange. */
export function bookPostingOf(
  { holder, payee_id, transfer }: AcceptedOrder,
  now: Date,
  internal: ReadonlyMap<string, string>,
): NewPosting | null {
  const { id, posting_id } = transfer
  if (!posting_id) return null
  const day = now.toISOString().slice(0, 10)
  return postingOf({
    ...transfer,
    holder,
    payee_id,
    posting_key: `transfer:${id}`,
    posting_id,
    day,
    at: now,
    credit_value_date: day,
    internal,
    // A book transfer has no fees.
    taf_basis_points: 0,
  })
}

/** The events of an order: created by its author, and executed by the bank where it runs at once. */
export function eventsOf({ order: { caller }, transfer }: AcceptedOrder, now: Date): AuditEvent[] {
  const {
    id,
    account_id,
    amount,
    currency,
    network,
    beneficiary_iban: iban,
    execution_status: status,
    posting_id,
  } = transfer
  const { user_id, session_id, address } = caller
  const about = { at: now, account_id, subject_id: id }
  const created: AuditEvent = {
    ...about,
    user_id,
    session_id,
    address,
    action: 'transfer.create',
    facts: { amount, currency, iban, status },
  }
  if (!posting_id) return [created]
  return [created, { ...about, ...byBank, action: 'transfer.execute', facts: { amount, network, posting_id } }]
}

/** The answer that a repeated request gets. */
export const answerOf = (accepted: AcceptedOrder): KeptAnswer => ({
  user_id: accepted.order.caller.user_id,
  ...accepted.order.once,
  answer: transferOf(accepted),
})
