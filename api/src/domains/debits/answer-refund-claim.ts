// Answers a refund claim: an unauthorised debit is refunded, or the claim is rejected with a reason. Only an operator's command calls it.
import { byBank, recordEvent } from '../audit/audit-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { writeToReaders } from '../notifications/mail-to-readers.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { refundClaimMail } from './refund-claim-mail.ts'
import { findPayer, lockDebit, type LockedDebit, markRefundClaimAnswered } from './debit-store.ts'
import { refundCollection } from './refund-collection.ts'

type Ports = { db: Db; clock: Clock; portalUrl: string }
/** A reason, in words for the customer, rejects the claim. */
export type RefundClaimAnswer = { id: string; refusal: string | null }
/** The outcome; `answered` where it was answered before and nothing was changed. */
export type RefundClaimOutcome = 'refunded' | 'refused' | 'answered' | 'not_claimed'

async function notifyReaders(
  tx: Tx,
  accountId: string,
  debit: LockedDebit,
  refusal: string | null,
  { clock, portalUrl }: Ports,
) {
  const url = new URL('debits?tab=history', portalUrl).href
  const readers = { account_id: accountId, right: 'debits', kind: 'debit_rejected' } as const
  await writeToReaders(tx, readers, clock.now(), (reader, bank) =>
    refundClaimMail(reader, bank, { ...debit, refusal }, url),
  )
}

/** Answers a claim once: simultaneous or repeated answers move no more money. */
export function answerRefundClaim(ports: Ports, { id, refusal }: RefundClaimAnswer): Promise<RefundClaimOutcome> {
  return transaction(ports.db, async (tx) => {
    const account_id = await findPayer(tx, id)
    const debit = account_id && (await lockDebit(tx, account_id, id))
    if (!debit || debit.claimed_at === null) return 'not_claimed'
    if (debit.claim_answered_at !== null) return 'answered'
    const now = ports.clock.now()
    if (refusal === null) await refundCollection(tx, account_id, debit, { reason: 'MD01', now })
    await markRefundClaimAnswered(tx, account_id, id, { refusal, at: now })
    await notifyReaders(tx, account_id, debit, refusal, ports)
    const action = refusal === null ? 'debit.claim_accept' : 'debit.claim_refuse'
    const facts = { amount: debit.amount, creditor_id: debit.creditor_id, ...(refusal !== null && { reason: refusal }) }
    await recordEvent(tx, { at: now, ...byBank, account_id, action, subject_id: id, facts })
    return refusal === null ? 'refunded' : 'refused'
  })
}
