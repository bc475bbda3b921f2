// Makes what a created transfer leaves in the ledger, in the audit log and among the stored answers, and the view of its author. Pure.
import { hasDay, transferStatus } from 'contract/transfers/transfer-status.ts'
import type { Transfer } from 'contract/transfers/transfers.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import { identityOfOrder } from './transfer-identity.ts'
import { actionsOf } from './transfer-rules.ts'
import type { StoredAnswer } from '../../db/idempotency-columns.ts'
import type { NewPosting } from '../../ledger/ledger-store.ts'
import { type AuditEvent, byBank } from '../audit/audit-store.ts'
import type { AcceptedOrder } from './transfer-order.ts'
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
export const answerOf = (accepted: AcceptedOrder): StoredAnswer => ({
  user_id: accepted.order.caller.user_id,
  ...accepted.order.once,
  answer: transferOf(accepted),
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
  const context = { ...transfer, suspended: null, edited_by: null, is_open_to_reader: true, is_of_batch: false }
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
    rate_until: transfer.rate_until && unixSeconds(transfer.rate_until),
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
