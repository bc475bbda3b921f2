import type { Operation } from 'contract/access/session.ts'
import type { AccountCaller, AccountReader } from '../../caller.ts'
import { type AuditEvent, byCaller, recordEvent } from '../audit/audit-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import type { LockedBeneficiary } from './beneficiary-columns.ts'
import { lockBeneficiary } from './beneficiary-store.ts'

/** The operations on orders to a beneficiary that this domain calls; a higher tier implements them. */
export type OpenOrders = {
  /** The number of orders that wait or are still to run. */
  count: (tx: Tx, accountId: string, beneficiaryId: string) => Promise<number>
  /** Stops all orders, releases their holds and notifies their authors. */
  stop: (
    tx: Tx,
    what: {
      caller: AccountCaller
      beneficiary_id: string
      beneficiary_name: string
      cause: 'payee_changed' | 'payee_removed'
    },
    now: Date,
  ) => Promise<void>
  /** Suspends the orders until the new account is decided. */
  suspend: (
    tx: Tx,
    what: { caller: AccountCaller; beneficiary_id: string; beneficiary_name: string },
    now: Date,
  ) => Promise<void>
  /** Ends the suspension: the orders go to the former account, or to the new one that `changed_by` entered. */
  resume: (
    tx: Tx,
    what: { caller: AccountCaller; beneficiary_id: string; beneficiary_name: string; changed_by: string | null },
    now: Date,
  ) => Promise<void>
}

export type BeneficiaryPorts = { db: Db; clock: Clock; orders: OpenOrders }

/** The caller, with the re-authentication token of the request. */
export type RequestContext = { caller: AccountCaller; confirmation: Confirmation }

export const confirm = (
  tx: Tx,
  { caller, confirmation }: RequestContext,
  summary: Operation['summary'],
  now: Date,
  details: unknown,
) => requireConfirmation(tx, { caller, account_id: caller.account_id, confirmation, details }, summary, now)

export const recordBeneficiary = (
  tx: Tx,
  caller: AccountCaller,
  action: AuditEvent['action'],
  subject_id: string,
  now: Date,
  facts: Record<string, unknown>,
) => recordEvent(tx, { at: now, ...byCaller(caller), action, subject_id, facts })

/** Locks the beneficiary. With a version: refuses where the stored version differs. */
export async function lockOwn(tx: Tx, reader: AccountReader, id: string, version?: number): Promise<LockedBeneficiary> {
  const beneficiary = await lockBeneficiary(tx, reader, id)
  if (!beneficiary) throw new Refusal('not_found')
  if (version !== undefined && beneficiary.version !== version) throw new Refusal('stale_beneficiary')
  return beneficiary
}
