// Signs payments other than transfers by the same tiers: card top-ups and chequebook orders.
import type { SigningRuleName } from 'contract/transfers/signing-rules.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { Refusal } from '../../refusal.ts'
import { signsAlone } from '../accounts/second-person-store.ts'
import { countSignatures, findGroup, insertSignature, type SignedPayment } from './payment-signature-store.ts'
import { findSingleSignatureLimit, listTiers } from './signing-rules-store.ts'
import { signaturesOf, signingRuleFor } from './tier-rules.ts'

export type Signable = SignedPayment & {
  created_by: string
  edited_by: string | null
  signing_rule: SigningRuleName
  signatures_needed: number
}

/** The signing rule of a payment of this amount, and its number of signatures. */
export async function paymentRule(
  db: Sql,
  caller: Pick<AccountCaller, 'account_id' | 'user_id' | 'is_company' | 'capabilities'>,
  amount: number,
  now: Date,
): Promise<{ signing_rule: SigningRuleName; signatures_needed: number }> {
  const { account_id, is_company } = caller
  const tiers = await listTiers(db, account_id)
  const limit = await findSingleSignatureLimit(db)
  const signs_alone = await signsAlone(db, caller, now)
  const signing_rule = signingRuleFor({ is_company, signs_alone, kind: 'single', amount }, tiers, limit)
  return { signing_rule, signatures_needed: signaturesOf(signing_rule) }
}

const isOwn = ({ created_by, edited_by }: Pick<Signable, 'created_by' | 'edited_by'>, userId: string) =>
  created_by === userId || edited_by === userId

/** A user who entered or changed a payment neither signs nor refuses it. */
export function forbidOwn(payment: Signable, { user_id }: Pick<AccountCaller, 'user_id'>): void {
  if (isOwn(payment, user_id)) throw new Refusal('own_payment')
}

/** Adds a signature to a locked payment; true with the last one. */
export async function signPayment(
  tx: Tx,
  payment: Signable,
  { user_id }: Pick<AccountCaller, 'user_id'>,
  now: Date,
): Promise<boolean> {
  const signer = payment.signing_rule === 'a_and_b' ? await findGroup(tx, payment, user_id) : null
  if (payment.signing_rule === 'a_and_b' && (!signer || signer.has_signed)) throw new Refusal('not_validator')
  const isNew = await insertSignature(tx, payment, { user_id, group: signer?.group ?? null }, now)
  if (!isNew) throw new Refusal('payment_signed')
  return (await countSignatures(tx, payment)) >= payment.signatures_needed
}

type Waiting = { is_pending: boolean; created_by: string; edited_by: string | null; has_signed: boolean }

/** The actions that a reader may take on a waiting payment. The server checks each again when it is called. */
export function signingActionsFor(
  { user_id, capabilities, is_active }: Pick<AccountCaller, 'user_id' | 'capabilities' | 'is_active'>,
  { is_pending, has_signed, ...payment }: Waiting,
): ('accept' | 'reject')[] {
  if (!is_pending || !capabilities.includes('transfer.validate') || isOwn(payment, user_id)) return []
  return is_active && !has_signed ? ['accept', 'reject'] : ['reject']
}
