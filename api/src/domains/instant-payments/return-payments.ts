// Money of instant payments that is asked back: by our customers, and from them.
import type { ReturnRequest, returnRequestReasons } from 'contract/transfers/return-requests.ts'
import { newId } from '../../adapters/ids.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Confirmation } from '../../confirmation.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { AipCallback } from '../../formats/instant/aip-callbacks.ts'
import { memberCodeOf, newMessageId, newReturnRequestId } from '../../formats/instant/aip-ids.ts'
import { findInternalAccounts, lockBalances, type NewEntry, post } from '../../ledger/ledger-store.ts'
import { bankAccounts } from '../../ledger/posting-parts.ts'
import { Refusal } from '../../refusal.ts'
import { byBank, byCaller, recordEvent } from '../audit/audit-store.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { signaturesOf, signingRuleFor } from '../signing/tier-rules.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import { queueMessages } from './aip-message-store.ts'
import { guaranteeLeft, useGuarantee } from './guarantee-store.ts'
import {
  findPaidInstantly,
  findReceived,
  findReturnRules,
  findReturnRequest,
  insertReturn,
  insertReturnRequest,
  type LockedReturn,
  lockReceivedReturn,
  lockSentReturn,
  markReturnAnswered,
} from './return-request-store.ts'

type Ports = { db: Db; clock: Clock }

const memberOf = async (tx: Tx) => memberCodeOf((await getBankIdentity(tx)).code)

async function readBack(tx: Tx, accountId: string, id: string): Promise<ReturnRequest> {
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
async function queueRefusal(
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

async function lockOpen(tx: Tx, caller: AccountCaller, id: string): Promise<LockedReturn> {
  const request = await lockReceivedReturn(tx, caller.account_id, id)
  if (!request || request.direction !== 'received') throw new Refusal('not_found')
  if (request.state !== 'open') throw new Refusal('return_answered')
  return request
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

/**
 * At a company money leaves with the signatures of its rules. Giving money back has no inbox of its own: who may sign gives back what one
 * signature covers.
 */
async function requireOwnSignature(tx: Tx, caller: AccountCaller, amount: number, now: Date): Promise<void> {
  const rules = await findReturnRules(tx, caller, now)
  const rule = signingRuleFor(
    { is_company: true, signs_alone: !rules.has_other_signer, kind: 'single', amount },
    rules.tiers,
    rules.limit,
  )
  if (!caller.capabilities.includes('transfer.validate') || signaturesOf(rule) > 1)
    throw new Refusal('return_needs_signatures')
}

/** A customer gives the money back. */
export function acceptReturn(
  { db, clock }: Ports,
  { caller, confirmation, id }: { caller: AccountCaller; confirmation: Confirmation; id: string },
): Promise<ReturnRequest> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { account_id, user_id, currency } = caller
    const request = await lockOpen(tx, caller, id)
    const { amount, debtor_name, label } = request
    if (caller.is_company) await requireOwnSignature(tx, caller, amount, now)
    const [balance] = await lockBalances(tx, [account_id])
    const missing = amount - (balance?.available ?? 0)
    if (missing > 0) throw new Refusal('insufficient_balance', { missing: { amount: missing, currency } })
    if (amount > (await guaranteeLeft(tx))) throw new Refusal('guarantee_used')
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
    await postReturn(tx, request, user_id, now)
    await markReturnAnswered(tx, id, { state: 'returned', refusal: null, by: user_id, at: now })
    const body = {
      msgId: newMessageId(await memberOf(tx)),
      endToEndId: request.end_to_end_id,
      montantRetourne: amount,
      raisonRetour: 'CUST' as const,
    }
    await queueMessages(tx, [{ path: '/retour-fonds', body }], now)
    await recordEvent(tx, { at: now, ...byCaller(caller), action: 'return.accept', subject_id: id, facts: { amount } })
    await useGuarantee(tx, amount)
    return readBack(tx, account_id, id)
  })
}

/** A customer keeps the money. */
export function refuseReturn(
  { db, clock }: Ports,
  { caller, id }: { caller: AccountCaller; id: string },
): Promise<ReturnRequest> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const request = await lockOpen(tx, caller, id)
    await markReturnAnswered(tx, id, { state: 'refused', refusal: 'CUST', by: caller.user_id, at: now })
    await queueRefusal(tx, { ...request, member: request.sender }, 'CUST', now)
    await recordEvent(tx, { at: now, ...byCaller(caller), action: 'return.refuse', subject_id: id, facts: {} })
    return readBack(tx, caller.account_id, id)
  })
}
