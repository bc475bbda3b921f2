// Signs or refuses the return of a received payment that waits in the inbox of the signers.
import type { ReturnRequest } from 'contract/transfers/return-requests.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { AccountCaller } from '../../../caller.ts'
import type { Db, Tx } from '../../../db/db.ts'
import { transaction } from '../../../db/transaction.ts'
import { Refusal } from '../../../refusal.ts'
import { byCaller, recordEvent } from '../../audit/audit-store.ts'
import { countSignatures } from '../../signing/payment-signature-store.ts'
import { forbidOwn, type Signable, signPayment } from '../../signing/sign-payment.ts'
import { giveBack, lockOpenReturn, type ReturnSigner, requireCover } from './give-money-back.ts'
import { notifyOfRefusedReturn } from './notify-of-return.ts'
import { decideAcceptance, findPendingAcceptance, type PendingAcceptance } from './return-acceptance-store.ts'
import { readBack } from './return-payments.ts'
import type { LockedReturn } from './return-request-store.ts'

export type ReturnToSign = { request: LockedReturn; acceptance: PendingAcceptance }

const signableOf = ({ request_id, ...acceptance }: PendingAcceptance): Signable => ({
  ...acceptance,
  id: request_id,
  edited_by: null,
})

/** Locks a return that this person may sign or refuse. */
export async function lockReturnToSign(
  tx: Tx,
  signer: ReturnSigner,
  { id, version }: { id: string; version: number },
): Promise<ReturnToSign> {
  const request = await lockOpenReturn(tx, signer, id)
  const acceptance = await findPendingAcceptance(tx, id)
  if (acceptance?.version !== version) throw new Refusal('payment_not_pending')
  forbidOwn(signableOf(acceptance), signer)
  return { request, acceptance }
}

/** Signs a locked and confirmed return. The last signature moves the money; true then. */
export async function signReturn(
  tx: Tx,
  signer: ReturnSigner,
  { request, acceptance }: ReturnToSign,
  now: Date,
): Promise<boolean> {
  const payment = signableOf(acceptance)
  // Before the signature: in a selection of items a refusal does not undo what was written for this one.
  if ((await countSignatures(tx, payment)) + 1 >= acceptance.signatures_needed) await requireCover(tx, request)
  const isLast = await signPayment(tx, payment, signer, now)
  const { id, amount } = request
  await recordEvent(tx, { at: now, ...byCaller(signer), action: 'return.sign', subject_id: id, facts: { amount } })
  if (!isLast) return false
  await decideAcceptance(tx, acceptance, { state: 'done', by: signer.user_id, reason: null }, now)
  await giveBack(tx, request, signer, now)
  return true
}

/** Refuses the signature. The request stays open: whether the account keeps the money is another decision, which cannot be taken back. */
export function rejectReturn(
  { db, clock }: { db: Db; clock: Clock },
  { caller, id, version, reason }: { caller: AccountCaller; id: string; version: number; reason: string },
): Promise<ReturnRequest> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { request, acceptance } = await lockReturnToSign(tx, caller, { id, version })
    await decideAcceptance(tx, acceptance, { state: 'refused', by: caller.user_id, reason }, now)
    await recordEvent(tx, { at: now, ...byCaller(caller), action: 'return.reject', subject_id: id, facts: { reason } })
    await notifyOfRefusedReturn(tx, { ...request, author: acceptance.created_by, reason }, now)
    return readBack(tx, caller.account_id, id)
  })
}
