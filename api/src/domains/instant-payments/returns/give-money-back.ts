// Gives the money of a received instant payment back: one posting, one message, and the guarantee that it uses.
import { newId } from '../../../adapters/ids.ts'
import type { AccountCaller } from '../../../caller.ts'
import type { Tx } from '../../../db/db.ts'
import { newMessageId } from '../../../formats/instant/aip-ids.ts'
import { findInternalAccounts, lockBalances, type NewEntry, post } from '../../../ledger/ledger-store.ts'
import { bankAccounts } from '../../../ledger/posting-parts.ts'
import { Refusal } from '../../../refusal.ts'
import { byCaller, recordEvent } from '../../audit/audit-store.ts'
import { queueMessages } from '../platform/aip-message-store.ts'
import { guaranteeLeft, useGuarantee } from '../platform/guarantee-store.ts'
import { memberOf } from './return-payments.ts'
import { insertReturn, type LockedReturn, lockReceivedReturn, markReturnAnswered } from './return-request-store.ts'

export type ReturnSigner = Pick<AccountCaller, 'user_id' | 'session_id' | 'address' | 'account_id'>

/** A received request that nobody has answered, locked. */
export async function lockOpenReturn(tx: Tx, { account_id }: ReturnSigner, id: string): Promise<LockedReturn> {
  const request = await lockReceivedReturn(tx, account_id, id)
  if (!request || request.direction !== 'received') throw new Refusal('not_found')
  if (request.state !== 'open') throw new Refusal('return_answered')
  return request
}

/** Refuses what the account or the guarantee does not cover, under the lock of the account. */
export async function requireCover(tx: Tx, { account_id, amount }: LockedReturn): Promise<void> {
  const [balance] = await lockBalances(tx, [account_id])
  const missing = amount - (balance?.available ?? 0)
  if (missing > 0) throw new Refusal('insufficient_balance', { missing: { amount: missing, currency: 'XOF' } })
  if (amount > (await guaranteeLeft(tx))) throw new Refusal('guarantee_used')
}

/** From the customer to the guarantee account; the ledger refuses what the account does not have. */
async function postReturn(tx: Tx, request: LockedReturn, by: string, now: Date): Promise<void> {
  const { account_id, amount, incoming_id, debtor_name, end_to_end_id } = request
  if (!incoming_id) throw new Error(`the request ${request.id} names no incoming payment`)
  const day = now.toISOString().slice(0, 10)
  const internal = bankAccounts(await findInternalAccounts(tx), 'XOF')
  const entry = (account: string, part: number): NewEntry => ({
    id: newId(),
    account_id: account,
    amount: part,
    type: 'transfer_return',
    value_date: day,
    label: 'PAIEMENT RENDU',
    counterparty: debtor_name,
    reference: end_to_end_id,
    vat_rate: null,
    vat_amount: null,
  })
  const [id, posting_id] = [newId(), newId()]
  const [outcome] = await post(tx, [
    {
      id: posting_id,
      posting_key: `instant-return:${id}`,
      kind: 'instant_return',
      booking_date: day,
      posted_at: now.toISOString(),
      reverses: null,
      entries: [entry(account_id, -amount), entry(internal('guarantee'), amount)],
    },
  ])
  if (outcome !== 'posted') throw new Refusal('insufficient_balance', { missing: { amount, currency: 'XOF' } })
  await insertReturn(tx, {
    id,
    incoming_id,
    account_id,
    amount,
    reason: 'CUST',
    posting_id,
    created_by: by,
    created_at: now,
  })
}

/** Moves the money of a covered request and answers it. The guarantee is the last row that is locked. */
export async function giveBack(tx: Tx, request: LockedReturn, signer: ReturnSigner, now: Date): Promise<void> {
  const { id, amount, end_to_end_id } = request
  await postReturn(tx, request, signer.user_id, now)
  await markReturnAnswered(tx, id, { state: 'returned', refusal: null, by: signer.user_id, at: now })
  const body = {
    msgId: newMessageId(await memberOf(tx)),
    endToEndId: end_to_end_id,
    montantRetourne: amount,
    raisonRetour: 'CUST' as const,
  }
  await queueMessages(tx, [{ path: '/retour-fonds', body }], now)
  await recordEvent(tx, { at: now, ...byCaller(signer), action: 'return.accept', subject_id: id, facts: { amount } })
  await useGuarantee(tx, amount)
}
