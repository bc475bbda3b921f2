// Validates or refuses a transfer: each signature counts once, for one version, and never for the signer's own order.
import type { Operation } from 'contract/access/session.ts'
import type { Caller } from '../../caller.ts'
import { byCaller, recordEvent } from '../audit/audit-store.ts'
import type { Tx } from '../../db/db.ts'
import { lockBalances, release } from '../../ledger/ledger-store.ts'
import { Refusal } from '../../refusal.ts'
import { limitRefusal } from '../signing/limit-rules.ts'
import { findSigningUses } from '../signing/limit-store.ts'
import { firstDayFor, holidaysOnBothSides, type OrderTariff, type UnionHolidays } from './transfer-charges-rules.ts'
import { notifyAuthors } from './mails/notify-authors.ts'
import { runAt } from '../accounts/payment-rules.ts'
import { factsOf } from './order-summary.ts'
import { holdCause } from './transfer-rules.ts'
import {
  countSignatures,
  findSignerGroup,
  insertSignature,
  type LockedTransfer,
  lockTransfer,
  markRefused,
  markValidated,
} from './transfer-state-store.ts'

export type Signer = Pick<Caller, 'user_id' | 'session_id' | 'address'> & { account_id: string }

/** Locks the order for a user who signs or refuses it, in this version where one is given, or throws the refusal. */
export async function lockToDecide(
  tx: Tx,
  { user_id, account_id }: Signer,
  { id, version }: { id: string; version?: number | undefined },
): Promise<LockedTransfer> {
  const transfer = await lockTransfer(tx, account_id, id)
  if (!transfer) throw new Refusal('not_found')
  if (transfer.validation_status !== 'pending' || transfer.execution_status !== 'scheduled')
    throw new Refusal('not_pending')
  if (transfer.created_by === user_id || transfer.edited_by === user_id) throw new Refusal('self_approval_forbidden')
  if (version !== undefined && transfer.version !== version) throw new Refusal('stale_version')
  return transfer
}

/** The same for a signature, which waits until the account of the payee is decided. */
export async function lockToSign(
  tx: Tx,
  signer: Signer,
  order: { id: string; version: number },
): Promise<LockedTransfer> {
  const transfer = await lockToDecide(tx, signer, order)
  if (transfer.suspended !== null) throw new Refusal('beneficiary_pending')
  return transfer
}

/** The facts of one order in the confirmation dialog. */
export const acceptanceOf = (transfer: LockedTransfer, rules: SigningRules): Operation['summary'] => ({
  kind: 'transfer.accept',
  facts: factsOf({ ...transfer, execution_date: executionDateOnceSigned(transfer, rules) }, { isDated: true }),
})

/** The execution date of an order that is signed now. */
export function executionDateOnceSigned(
  {
    execution_date,
    network,
    beneficiary_iban,
  }: Pick<LockedTransfer, 'execution_date' | 'network' | 'beneficiary_iban'>,
  { now, tariff, holidays }: SigningRules,
): string {
  const today = now.toISOString().slice(0, 10)
  if (execution_date > today) return execution_date
  return firstDayFor(network, now, tariff, holidaysOnBothSides(beneficiary_iban, holidays))
}

export type SigningRules = { now: Date; tariff: OrderTariff; holidays: UnionHolidays }

/** The group for which a validator signs: only where the rule requires one of each. */
async function groupFor(tx: Tx, transfer: LockedTransfer, userId: string): Promise<'A' | 'B' | null> {
  if (transfer.signing_rule !== 'a_and_b') return null
  const signer = await findSignerGroup(tx, transfer, userId)
  if (!signer || signer.has_signed) throw new Refusal('not_validator')
  return signer.group
}

/** Signs a locked order. The last signature validates it, and it runs as soon as its date and network allow. */
export async function sign(
  tx: Tx,
  signer: Signer,
  transfer: LockedTransfer,
  { now, tariff, holidays }: SigningRules,
): Promise<'validated' | 'pending'> {
  const { user_id, account_id } = signer
  // The account's lock comes first: simultaneous signatures must not see the same use of a limit.
  await lockBalances(tx, [account_id])
  const overLimit = limitRefusal(
    await findSigningUses(tx, { account_id, user_id, iban: transfer.beneficiary_iban }, now),
    transfer.amount,
    transfer.currency,
  )
  if (overLimit) throw overLimit
  const group = await groupFor(tx, transfer, user_id)
  const isNew = await insertSignature(tx, transfer, { user_id, group }, now)
  if (!isNew) throw new Refusal('already_signed')
  const isLast = (await countSignatures(tx, transfer)) >= transfer.signatures_needed
  await recordEvent(tx, {
    at: now,
    ...byCaller(signer),
    action: isLast ? 'transfer.accept' : 'transfer.sign',
    subject_id: transfer.id,
    facts: { version: transfer.version, amount: transfer.amount, iban: transfer.beneficiary_iban },
  })
  if (!isLast) return 'pending'
  // For an order that needs validation, the moment of validation decides (domain.md 2.1).
  const execution_date = executionDateOnceSigned(transfer, { now, tariff, holidays })
  await markValidated(tx, transfer, { now, execution_date, run_at: runAt(execution_date, now) })
  return 'validated'
}

/** Refuses an order: one refusal ends it and releases its hold. */
export async function refuse(
  tx: Tx,
  signer: Signer,
  transfer: LockedTransfer,
  reason: string,
  now: Date,
): Promise<void> {
  const { account_id } = signer
  await release(tx, account_id, holdCause(transfer), now)
  await markRefused(tx, transfer, { reason })
  await notifyAuthors(tx, [{ ...transfer, cause: 'refused', reason }], now)
  const facts = { version: transfer.version, reason }
  await recordEvent(tx, {
    at: now,
    ...byCaller(signer),
    action: 'transfer.reject',
    subject_id: transfer.id,
    facts,
  })
}
