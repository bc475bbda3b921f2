// Money of instant payments that is asked back: by our customers, and from them.
import type { ReturnRequest, returnRequestReasons } from 'contract/transfers/return-requests.ts'
import { newId } from '../../../adapters/ids.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { AccountCaller } from '../../../caller.ts'
import type { Db, Tx } from '../../../db/db.ts'
import { transaction } from '../../../db/transaction.ts'
import type { AipCallback } from '../../../formats/instant/aip-callbacks.ts'
import { memberCodeOf, newMessageId, newReturnRequestId } from '../../../formats/instant/aip-ids.ts'
import { Refusal } from '../../../refusal.ts'
import { byBank, byCaller, recordEvent } from '../../audit/audit-store.ts'
import { getBankIdentity } from '../../bank/bank-identity-store.ts'
import { queueMessages } from '../platform/aip-message-store.ts'
import {
  findPaidInstantly,
  findReceived,
  findReturnRequest,
  insertReturnRequest,
  lockSentReturn,
  markReturnAnswered,
} from './return-request-store.ts'

type Ports = { db: Db; clock: Clock }

export const memberOf = async (tx: Tx) => memberCodeOf((await getBankIdentity(tx)).code)

export async function readBack(tx: Tx, accountId: string, id: string): Promise<ReturnRequest> {
  const request = await findReturnRequest(tx, accountId, id)
  if (!request) throw new Error('a request has vanished in its transaction')
  return request
}

/** Asks the payee of an instant payment for the money back. */
export function requestReturn(
  { db, clock, isInstant }: Ports & { isInstant: boolean },
  { caller, id, reason }: { caller: AccountCaller; id: string; reason: (typeof returnRequestReasons)[number] },
): Promise<ReturnRequest> {
  if (!isInstant) throw new Refusal('instant_payments_off')
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { account_id, user_id } = caller
    const payment = await findPaidInstantly(tx, account_id, id)
    if (!payment || payment.state !== 'settled') throw new Refusal('return_not_possible')
    const message_id = newReturnRequestId(await memberOf(tx))
    const request = {
      id: newId(),
      account_id,
      direction: 'sent' as const,
      state: 'open' as const,
      end_to_end_id: payment.end_to_end_id,
      message_id,
      reason,
      refusal: null,
      payment_id: payment.payment_id,
      incoming_id: null,
      created_by: user_id,
      created_at: now,
      answered_by: null,
      answered_at: null,
    }
    if (!(await insertReturnRequest(tx, request))) throw new Refusal('return_requested_before')
    const body = {
      msgId: newMessageId(await memberOf(tx)),
      codeMembreParticipantPaye: payment.member,
      endToEndId: payment.end_to_end_id,
      raison: reason,
    }
    await queueMessages(tx, [{ path: '/retour-fonds/demande', body }], now)
    await recordEvent(tx, {
      at: now,
      ...byCaller(caller),
      action: 'transfer.return-request',
      subject_id: id,
      facts: { return_reason: reason },
    })
    return readBack(tx, account_id, request.id)
  })
}

/** The payee refuses to give the money back. */
export async function receiveReturnRefusal(
  tx: Tx,
  { endToEndId, raison }: AipCallback<'/retour-fonds/reponses'>,
  now: Date,
): Promise<'applied' | 'unchanged'> {
  const request = await lockSentReturn(tx, endToEndId)
  if (!request) return 'unchanged'
  await markReturnAnswered(tx, request.id, { state: 'refused', refusal: raison, by: null, at: now })
  await recordEvent(tx, {
    at: now,
    ...byBank,
    account_id: request.account_id,
    action: 'transfer.return-refusal',
    subject_id: request.transfer_id,
    facts: { return_reason: raison },
  })
  return 'applied'
}

/** The money that was asked back has come. */
export async function closeSentReturn(tx: Tx, endToEndId: string, now: Date): Promise<void> {
  const request = await lockSentReturn(tx, endToEndId)
  if (request) await markReturnAnswered(tx, request.id, { state: 'returned', refusal: null, by: null, at: now })
}

/** Queues the refusal of a received request. */
export async function queueRefusal(
  tx: Tx,
  about: { message_id: string; member: string; end_to_end_id: string },
  raison: 'CUST' | 'AC04' | 'ARDT',
  now: Date,
): Promise<void> {
  const body = {
    msgId: newMessageId(await memberOf(tx)),
    msgIdDemande: about.message_id,
    codeMembreParticipantPayeur: about.member,
    endToEndId: about.end_to_end_id,
    statut: 'RJCR' as const,
    raison,
  }
  await queueMessages(tx, [{ path: '/retour-fonds/reponses', body }], now)
}

/** Somebody asks for money back that our customer received: the customer decides. Without asking where it was given back or the account is closed. */
export async function receiveReturnRequest(
  tx: Tx,
  { msgId, endToEndId, raison, codeMembreParticipantPayeur: member }: AipCallback<'/retour-fonds/demande'>,
  now: Date,
): Promise<'applied' | 'unknown'> {
  const received = await findReceived(tx, endToEndId)
  if (!received) return 'unknown'
  const about = { message_id: msgId, member, end_to_end_id: endToEndId }
  if (received.is_returned) await queueRefusal(tx, about, 'ARDT', now)
  else if (received.status === 'closed') await queueRefusal(tx, about, 'AC04', now)
  else {
    const id = newId()
    const isNew = await insertReturnRequest(tx, {
      id,
      account_id: received.account_id,
      direction: 'received',
      state: 'open',
      end_to_end_id: endToEndId,
      message_id: msgId,
      reason: raison,
      refusal: null,
      payment_id: null,
      incoming_id: received.incoming_id,
      created_by: null,
      created_at: now,
      answered_by: null,
      answered_at: null,
    })
    if (isNew)
      await recordEvent(tx, {
        at: now,
        ...byBank,
        account_id: received.account_id,
        action: 'return.receive',
        subject_id: id,
        facts: { return_reason: raison },
      })
  }
  return 'applied'
}
