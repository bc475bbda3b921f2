// Requests to pay that come in, and the answers to those that were sent.
import type { PaymentRequest, requestRefusals } from 'contract/transfers/payment-requests.ts'
import { newId } from '../../../adapters/ids.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { AccountCaller } from '../../../caller.ts'
import type { Db, Tx } from '../../../db/db.ts'
import { transaction } from '../../../db/transaction.ts'
import type { AipCallback } from '../../../formats/instant/aip-callbacks.ts'
import { memberCodeOf, newEndToEndId, newMessageId } from '../../../formats/instant/aip-ids.ts'
import { Refusal } from '../../../refusal.ts'
import { byBank, byCaller, recordEvent } from '../../audit/audit-store.ts'
import { getBankIdentity } from '../../bank/bank-identity-store.ts'
import { listCreditedAccounts } from '../../clearing/incoming-store.ts'
import { queueMessages } from '../platform/aip-message-store.ts'
import { answerLookup, insertLookup } from '../lookups/lookup-store.ts'
import {
  findRequest,
  hasOrder,
  insertRequest,
  type LockedRequest,
  lockRequest,
  lockSentRequest,
  markRequestAnswered,
  markRequestPaidBy,
} from './payment-request-store.ts'

type Received = AipCallback<'/demandes-paiements'>

/** Queues the refusal of a request, which its requester reads. */
export async function queueRefusal(
  tx: Tx,
  { message_id, identifier, end_to_end_id }: { message_id: string; identifier: string; end_to_end_id: string },
  reason: string,
  now: Date,
): Promise<void> {
  const member = memberCodeOf((await getBankIdentity(tx)).code)
  const body = {
    msgId: newMessageId(member),
    msgIdDemande: message_id,
    identifiantDemandePaiement: identifier,
    endToEndId: end_to_end_id,
    statut: 'RJCT' as const,
    codeRaison: reason,
  }
  await queueMessages(tx, [{ path: '/demandes-paiements/reponses', body }], now)
}

/** The discount of a request in francs: an amount, or a rate in percent. Never the whole amount. */
export function discountOf({
  montant,
  montantRemisePaiementImmediat,
  tauxRemisePaiementImmediat,
}: Pick<Received, 'montant' | 'montantRemisePaiementImmediat' | 'tauxRemisePaiementImmediat'>): number {
  const rate = tauxRemisePaiementImmediat ? Number(tauxRemisePaiementImmediat) / 100 : 0
  const discount = montantRemisePaiementImmediat ?? Math.floor(montant * rate)
  return discount < montant ? discount : 0
}

/** Stores a request for one of our customers; refused at once where the account cannot pay it. */
export async function receiveRequest(tx: Tx, request: Received, now: Date): Promise<void> {
  const { endToEndId, msgId, identifiantDemandePaiement: identifier, montant } = request
  const [account] = request.ibanClientPayeur ? await listCreditedAccounts(tx, [request.ibanClientPayeur]) : []
  const about = { message_id: msgId, identifier, end_to_end_id: endToEndId }
  if (!account || account.status !== 'active' || account.currency !== 'XOF' || montant === 0)
    return queueRefusal(tx, about, account ? 'AG03' : 'AC03', now)
  // Nobody can be paid: the message has neither number of the requester's account.
  if (!request.ibanClientPaye && !request.otherClientPaye) return queueRefusal(tx, about, 'AC03', now)
  const lookup_id = newId()
  // The look-up has an id of its own on the platform: the request's belongs to the request.
  const lookup_end_to_end = newEndToEndId(request.codeMembreParticipantPaye, now)
  await insertLookup(tx, {
    account_id: account.id,
    id: lookup_id,
    end_to_end_id: lookup_end_to_end,
    kind: request.aliasClientPaye ? 'address' : 'account',
    value: (request.aliasClientPaye ?? request.ibanClientPaye ?? request.otherClientPaye ?? '').slice(0, 40),
    channel: request.canalCommunication,
    reference: identifier,
    created_by: null,
    created_at: now,
    state: 'waiting',
  })
  await answerLookup(
    tx,
    lookup_end_to_end,
    {
      name: request.nomClientPaye,
      payee_kind: request.typeClientPaye,
      country: request.paysClientPaye,
      member: request.codeMembreParticipantPaye,
      account_kind: request.typeCompteClientPaye,
      iban: request.ibanClientPaye ?? null,
      other: request.ibanClientPaye ? null : (request.otherClientPaye ?? null),
      alias: request.aliasClientPaye?.slice(0, 40) ?? null,
      city: request.villeClientPaye ?? null,
      identity_system: request.systemeIdentificationClientPaye ?? null,
      identity_number: request.numeroIdentificationClientPaye ?? null,
      trade_register: request.numeroRCCMClientPaye ?? null,
    },
    { reason: null, at: now },
  )
  const id = newId()
  const invoice = request.typeDocumentReference === 'CINV' ? (request.numeroDocumentReference ?? null) : null
  const isNew = await insertRequest(tx, {
    id,
    account_id: account.id,
    direction: 'received',
    state: 'open',
    ...about,
    lookup_id,
    amount: montant,
    discount: discountOf(request),
    may_change_amount: request.autorisationModificationMontant ?? false,
    label: request.motif ?? request.numeroDocumentReference ?? identifier,
    invoice,
    act_until: request.dateHeureLimiteAction ? new Date(request.dateHeureLimiteAction) : null,
    created_by: null,
    created_at: now,
  })
  if (!isNew) return
  await recordEvent(tx, {
    at: now,
    ...byBank,
    account_id: account.id,
    action: 'request.receive',
    subject_id: id,
    facts: { amount: montant, requester: request.nomClientPaye },
  })
}

/** The payer of a sent request refuses it. */
export async function receiveRequestRefusal(
  tx: Tx,
  { endToEndId, codeRaison }: AipCallback<'/demandes-paiements/reponses'>,
  now: Date,
): Promise<'applied' | 'unchanged' | 'unknown'> {
  const request = await lockSentRequest(tx, { end_to_end_id: endToEndId })
  if (!request) return 'unknown'
  if (request.state !== 'sending' && request.state !== 'open') return 'unchanged'
  const reason = codeRaison ?? 'MS03'
  await markRequestAnswered(tx, request.id, { state: 'refused', reason, by: null, at: now })
  await recordEvent(tx, {
    at: now,
    ...byBank,
    account_id: request.account_id,
    action: 'request.answer',
    subject_id: request.id,
    facts: { reason },
  })
  return 'applied'
}

/** Whether an amount pays a request: all of it, at least what is left after its discount, or any where the requester leaves it to the payer. */
const isPaidBy = (
  { amount, discount, may_change_amount }: Pick<LockedRequest, 'amount' | 'discount' | 'may_change_amount'>,
  paid: number,
): boolean => may_change_amount || paid >= amount - discount

/**
 * An incoming payment names the request that it answers. The account keeps a payment of too little, and the request stays open. Money that comes after a
 * refusal pays the request still.
 */
export async function markRequestPaid(
  tx: Tx,
  { account_id, identifier, amount }: { account_id: string; identifier: string; amount: number },
  now: Date,
): Promise<void> {
  const request = await lockSentRequest(tx, { account_id, identifier })
  if (!request || request.state === 'paid' || !isPaidBy(request, amount)) return
  await markRequestPaidBy(tx, request.id, { amount, at: now })
  await recordEvent(tx, {
    at: now,
    ...byBank,
    account_id,
    action: 'request.pay',
    subject_id: request.id,
    facts: { amount },
  })
}

/** A customer refuses a received request. */
export function refuseRequest(
  { db, clock }: { db: Db; clock: Clock },
  { caller, id, reason }: { caller: AccountCaller; id: string; reason: (typeof requestRefusals)[number] },
): Promise<PaymentRequest> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { account_id, user_id } = caller
    const request = await lockRequest(tx, account_id, id)
    if (!request || request.direction !== 'received') throw new Refusal('not_found')
    if (request.state !== 'open' || (await hasOrder(tx, request))) throw new Refusal('request_answered')
    if (request.act_until !== null && request.act_until < now) throw new Refusal('request_expired')
    await markRequestAnswered(tx, id, { state: 'refused', reason, by: user_id, at: now })
    await queueRefusal(tx, request, reason, now)
    await recordEvent(tx, { at: now, ...byCaller(caller), action: 'request.refuse', subject_id: id, facts: { reason } })
    const refused = await findRequest(tx, { account_id, id }, now)
    if (!refused) throw new Error('a request has vanished under its lock')
    return refused
  })
}
