// Answers a request for received money back: the account gives it back, after the signatures of its rules, or keeps it.
import type { ReturnRequest } from 'contract/transfers/return-requests.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { AccountCaller } from '../../../caller.ts'
import type { Confirmation } from '../../../confirmation.ts'
import type { Db, Tx } from '../../../db/db.ts'
import { transaction } from '../../../db/transaction.ts'
import { Refusal } from '../../../refusal.ts'
import { byCaller, recordEvent } from '../../audit/audit-store.ts'
import { requireConfirmation } from '../../reauthentication/reauthentication-store.ts'
import { findGroup } from '../../signing/payment-signature-store.ts'
import { paymentRule, signPayment } from '../../signing/sign-payment.ts'
import { giveBack, lockOpenReturn, requireCover } from './give-money-back.ts'
import { decideAcceptance, findPendingAcceptance, insertAcceptance } from './return-acceptance-store.ts'
import { queueRefusal, readBack } from './return-payments.ts'
import { type LockedReturn, markReturnAnswered } from './return-request-store.ts'

type Ports = { db: Db; clock: Clock }
type Rule = Awaited<ReturnType<typeof paymentRule>>

/** Sends the request to the signers. The signature of a person who may sign counts: they choose neither the payee nor the amount. */
async function submit(tx: Tx, caller: AccountCaller, { id, account_id, amount }: LockedReturn, rule: Rule, now: Date) {
  const { user_id } = caller
  const version = await insertAcceptance(tx, { request_id: id, account_id, ...rule, created_by: user_id }, now)
  await recordEvent(tx, { at: now, ...byCaller(caller), action: 'return.submit', subject_id: id, facts: { amount } })
  const payment = { account_id, id, version, created_by: user_id, edited_by: null, ...rule }
  const signs =
    caller.capabilities.includes('transfer.validate') &&
    (rule.signing_rule !== 'a_and_b' || (await findGroup(tx, payment, user_id)) !== null)
  if (signs) await signPayment(tx, payment, caller, now)
}

/**
 * Accepts to give the money back. At a company it leaves with the signatures of its rules: at once where that of this person is enough,
 * otherwise with the last one. Until then nothing is held, and the request may still be refused.
 */
export function acceptReturn(
  { db, clock }: Ports,
  { caller, confirmation, id }: { caller: AccountCaller; confirmation: Confirmation; id: string },
): Promise<ReturnRequest> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { account_id, currency } = caller
    const request = await lockOpenReturn(tx, caller, id)
    if (await findPendingAcceptance(tx, id)) throw new Refusal('return_waits')
    const { amount, debtor_name, label } = request
    await requireCover(tx, request)
    const facts = [
      { name: 'payee' as const, text: debtor_name },
      { name: 'amount' as const, amount, currency },
      { name: 'label' as const, text: label },
    ]
    await requireConfirmation(
      tx,
      { caller, account_id, confirmation, details: [id] },
      { kind: 'return.accept', facts },
      now,
    )
    const rule = await paymentRule(tx, caller, amount, now)
    const own = caller.capabilities.includes('transfer.validate') ? 1 : 0
    if (rule.signatures_needed <= own) await giveBack(tx, request, caller, now)
    else await submit(tx, caller, request, rule, now)
    return readBack(tx, account_id, id)
  })
}

/** The account keeps the money; signatures that were given end with it. */
export function refuseReturn(
  { db, clock }: Ports,
  { caller, id }: { caller: AccountCaller; id: string },
): Promise<ReturnRequest> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { account_id, user_id } = caller
    const request = await lockOpenReturn(tx, caller, id)
    const acceptance = await findPendingAcceptance(tx, id)
    if (acceptance) await decideAcceptance(tx, acceptance, { state: 'withdrawn', by: user_id, reason: null }, now)
    await markReturnAnswered(tx, id, { state: 'refused', refusal: 'CUST', by: user_id, at: now })
    await queueRefusal(tx, { ...request, member: request.sender }, 'CUST', now)
    await recordEvent(tx, { at: now, ...byCaller(caller), action: 'return.refuse', subject_id: id, facts: {} })
    return readBack(tx, account_id, id)
  })
}
