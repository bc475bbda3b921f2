// Lists the cause of each alert: the entries, messages, statements or actions of the audit log that lead to it, and who is alerted.
import type { AlertKind, AlertSubject, SecurityKind } from 'contract/access/alerts.ts'
import type { AuditAction } from 'contract/access/audit-labels.ts'

/** The objects that an event may be about. */
export type SubjectKind = Exclude<AlertSubject, 'message' | 'statement' | 'profile' | 'person' | 'rules'>

export type Entry = { account_id: string; id: string; amount: number; balance_after: number; at: Date }

export type AccountCause =
  | { source: 'entry'; isReached: (entry: Entry, threshold: number) => boolean }
  | { source: 'message' }
  | { source: 'statement' }
  | {
      source: 'event'
      /** What each action is about. */
      actions: Partial<Record<AuditAction, SubjectKind>>
      /** The status that the subject must still have. */
      status?: string
      /** Only people whose signature would be taken are alerted. */
      isForSigners?: true
      /** Lines of a batch are alerted one by one. Otherwise the batch is. */
      includesBatchLines?: true
    }
export type SecurityCause =
  /** To the person who acted: it concerns their own access. */
  | { to: 'user'; actions: readonly AuditAction[]; isOfNewDevice?: true }
  /** To the administrators of the accounts, and to the person whose access it is. */
  | { to: 'administrators'; actions: readonly AuditAction[]; about: 'person' | 'rules'; alsoToPerson?: true }

export const alertCauses: Record<AlertKind, AccountCause> = {
  // Once each time it falls below, and not again for each operation further down.
  balance_below: {
    source: 'entry',
    isReached: ({ amount, balance_after }, threshold) =>
      balance_after < threshold && balance_after - amount >= threshold,
  },
  debit_above: { source: 'entry', isReached: ({ amount }, threshold) => amount < 0 && -amount >= threshold },
  credit_above: { source: 'entry', isReached: ({ amount }, threshold) => amount >= threshold },
  order_to_sign: {
    source: 'event',
    actions: {
      'transfer.create': 'transfer',
      'transfer.edit': 'transfer',
      'batch.create': 'batch',
      'topup.create': 'topup',
      'recurring-topup.create': 'recurring_topup',
      'recurring-topup.edit': 'recurring_topup',
      'chequebook.order': 'chequebook',
      'return.submit': 'return_request',
    },
    status: 'pending',
    isForSigners: true,
  },
  transfer_rejected: {
    source: 'event',
    actions: {
      'transfer.fail': 'transfer',
      'transfer.reject': 'transfer',
      'transfer.lapse': 'transfer',
      'transfer.stop': 'transfer',
      'batch.reject': 'batch',
      'batch.lapse': 'batch',
    },
  },
  transfer_returned: { source: 'event', actions: { 'transfer.return': 'transfer' }, includesBatchLines: true },
  transfer_executed: { source: 'event', actions: { 'transfer.execute': 'transfer' } },
  batch_done: { source: 'event', actions: { 'batch.end': 'batch' } },
  date_moved: {
    source: 'event',
    actions: {
      'transfer.move': 'transfer',
      'batch.move': 'batch',
      'recurring-topup.move': 'recurring_topup',
      'debit.move': 'debit',
      'credit.move': 'credit',
      'deposit.move': 'deposit',
    },
  },
  beneficiary_waiting: {
    source: 'event',
    actions: { 'beneficiary.create': 'beneficiary', 'beneficiary.change': 'beneficiary' },
    status: 'pending',
  },
  debit_announced: { source: 'event', actions: { 'debit.announce': 'debit' } },
  debit_rejected: { source: 'event', actions: { 'debit.reject': 'debit' } },
  mandate_to_confirm: { source: 'event', actions: { 'mandate.register': 'mandate' }, status: 'pending_confirmation' },
  card_topped_up: { source: 'event', actions: { 'topup.execute': 'topup' } },
  topup_failed: {
    source: 'event',
    actions: { 'topup.fail': 'topup', 'topup.lapse': 'topup', 'topup.reject': 'topup' },
  },
  chequebook_available: { source: 'event', actions: { 'chequebook.move': 'chequebook' }, status: 'available' },
  deposit_matured: { source: 'event', actions: { 'deposit.mature': 'deposit', 'deposit.renew': 'deposit' } },
  deposit_answered: { source: 'event', actions: { 'deposit.accept': 'deposit', 'deposit.refuse': 'deposit' } },
  instalment_unpaid: { source: 'event', actions: { 'credit.unpaid': 'credit' } },
  payment_received: { source: 'event', actions: { 'payment.receive': 'operation' } },
  alias_claimed: { source: 'event', actions: { 'alias.claimed': 'alias' } },
  payment_requested: { source: 'event', actions: { 'request.receive': 'payment_request' } },
  return_requested: { source: 'event', actions: { 'return.receive': 'return_request' } },
  statement_available: { source: 'statement' },
  message_received: { source: 'message' },
}

export const securityCauses: Record<SecurityKind, SecurityCause> = {
  new_device: { to: 'user', actions: ['session.open'], isOfNewDevice: true },
  password_changed: { to: 'user', actions: ['password.change', 'password.set'] },
  contact_changed: { to: 'user', actions: ['contact.change'] },
  factors_changed: {
    to: 'user',
    actions: ['passkey.add', 'passkey.remove', 'code.add', 'code.remove', 'recovery.renew', 'factors.reset'],
  },
  access_changed: {
    to: 'administrators',
    actions: ['access.change', 'access.suspend', 'access.reinstate', 'access.remove', 'account.grant'],
    about: 'person',
    alsoToPerson: true,
  },
  // The invited person has the invitation, and the person who joins did it.
  person_invited: { to: 'administrators', actions: ['access.invite'], about: 'person' },
  person_joined: { to: 'administrators', actions: ['access.join'], about: 'person' },
  rules_changed: { to: 'administrators', actions: ['rules.change', 'rules.accept'], about: 'rules' },
}
