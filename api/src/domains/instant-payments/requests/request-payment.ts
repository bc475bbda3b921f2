// Asks somebody for money over the platform.
import { newId, newReference } from '../../../adapters/ids.ts'
import type { NewPaymentRequest, PaymentRequest } from 'contract/transfers/payment-requests.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { AccountCaller } from '../../../caller.ts'
import type { Db, Tx } from '../../../db/db.ts'
import { runIdempotent } from '../../../db/idempotency.ts'
import { countRequest, minutesUntil, type RateLimit } from '../../../db/rate-limits.ts'
import { transaction } from '../../../db/transaction.ts'
import type { AipCall } from '../../../formats/instant/aip-calls.ts'
import { memberCodeOf, newEndToEndId, newMessageId } from '../../../formats/instant/aip-ids.ts'
import { Refusal } from '../../../refusal.ts'
import { type AuditEvent, byCaller, recordEvent } from '../../audit/audit-store.ts'
import { getBankIdentity } from '../../bank/bank-identity-store.ts'
import { queueMessages } from '../platform/aip-message-store.ts'
import { findFreshLookup, listPayers, type PaidLookup, type PayerIdentity } from '../platform/instant-payment-store.ts'
import { findRequest, insertRequest } from './payment-request-store.ts'
import { insertRequestDocument, type RequestDocument } from './request-document-store.ts'
import { accountKindOf, customerKindOf } from '../platform/transfer-message.ts'

type Ports = { db: Db; clock: Clock; isInstant: boolean }

// Nobody needs to ask more people than this in an hour by hand; a company sends its invoices from a file.
const REQUEST_LIMIT: RateLimit = { free: 60, first_seconds: 60, most_seconds: 3600, quiet_seconds: 600 }
const DEFAULT_DAYS = 30
const MAX_DAYS = 366
const DAY_MS = 86_400_000

/** The end of the last day for an answer; refused where it has passed or is too far. */
export function endOf(day: string | null, now: Date): Date {
  const until = day === null ? new Date(now.getTime() + DEFAULT_DAYS * DAY_MS) : new Date(`${day}T23:59:59.999Z`)
  if (until <= now || until.getTime() > now.getTime() + MAX_DAYS * DAY_MS) throw new Refusal('request_day_wrong')
  return until
}

/** 631: of a person; 401: with an invoice; 500: any other. 401 and 500 never pay persons. */
const channelOf = (requester: PayerIdentity, invoice: string | null) =>
  requester.kind === 'individual' && requester.trade_register === null ? '631' : invoice === null ? '500' : '401'

type NewRequest = Omit<NewPaymentRequest, 'act_until'> & {
  id: string
  identifier: string
  act_until: Date
  message_id: string
  end_to_end_id: string
}

/** The message of a request. Throws for a look-up that found nobody. */
export function requestMessage(
  request: NewRequest,
  requester: PayerIdentity,
  payer: PaidLookup,
): AipCall<'/demandes-paiements'> {
  const { name, payee_kind, country, member, account_kind } = payer
  if (!name || !payee_kind || !country || !member || !account_kind)
    throw new Error(`the look-up ${payer.id} has no payer`)
  const { invoice = null } = request
  return {
    msgId: request.message_id,
    endToEndId: request.end_to_end_id,
    codeMembreParticipantPayeur: member,
    clientDemandeur: 'X',
    identifiantDemandePaiement: request.identifier,
    dateHeureLimiteAction: request.act_until.toISOString(),
    montant: request.amount,
    canalCommunication: channelOf(requester, invoice),
    nomClientPayeur: name,
    paysClientPayeur: country,
    typeClientPayeur: payee_kind,
    typeCompteClientPayeur: account_kind,
    deviseCompteClientPayeur: 'XOF',
    ...(payer.iban !== null && { ibanClientPayeur: payer.iban }),
    ...(payer.other !== null && { otherClientPayeur: payer.other }),
    ...(payer.alias !== null && { aliasClientPayeur: payer.alias }),
    ...(payer.identity_system !== null &&
      payer.identity_number !== null && {
        systemeIdentificationClientPayeur: payer.identity_system,
        numeroIdentificationClientPayeur: payer.identity_number,
      }),
    ...(payer.trade_register !== null && { numeroRCCMClientPayeur: payer.trade_register }),
    ...(payer.city !== null && { villeClientPayeur: payer.city }),
    nomClientPaye: requester.name,
    paysClientPaye: 'SN',
    typeClientPaye: customerKindOf(requester),
    typeCompteClientPaye: accountKindOf(requester.account_kind),
    deviseCompteClientPaye: 'XOF',
    ibanClientPaye: requester.iban,
    systemeIdentificationClientPaye: requester.system,
    numeroIdentificationClientPaye: requester.number,
    ...(requester.trade_register !== null && { numeroRCCMClientPaye: requester.trade_register }),
    villeClientPaye: requester.city,
    ...(requester.latitude !== null &&
      requester.longitude !== null && {
        latitudeClientPaye: requester.latitude,
        longitudeClientPaye: requester.longitude,
      }),
    ...(invoice === null
      ? { motif: request.label }
      : { typeDocumentReference: 'CINV' as const, numeroDocumentReference: invoice }),
    autorisationModificationMontant: request.may_change_amount ?? false,
    ...(request.discount && { montantRemisePaiementImmediat: request.discount }),
  }
}

type SentRequest = Omit<NewPaymentRequest, 'act_until'> & {
  payer: PaidLookup
  requester: PayerIdentity
  act_until: Date
  created_by: string
  /** The file of the invoice. */
  document?: RequestDocument
}

/** Stores a request with its message, which leaves when the transaction is committed; answers its id. */
export async function sendRequest(
  tx: Tx,
  { payer, requester, created_by, act_until, document, ...input }: SentRequest,
  actor: Pick<AuditEvent, 'user_id' | 'session_id' | 'address'>,
  now: Date,
): Promise<string> {
  const { account_id } = requester
  const member = memberCodeOf((await getBankIdentity(tx)).code)
  const request = {
    ...input,
    id: newId(),
    identifier: newReference('D', now),
    message_id: newMessageId(member),
    end_to_end_id: newEndToEndId(member, now),
    act_until,
  }
  const isNew = await insertRequest(tx, {
    id: request.id,
    account_id,
    direction: 'sent',
    state: 'sending',
    end_to_end_id: request.end_to_end_id,
    message_id: request.message_id,
    identifier: request.identifier,
    lookup_id: input.lookup_id,
    amount: input.amount,
    discount: input.discount ?? 0,
    may_change_amount: input.may_change_amount ?? false,
    label: input.label,
    invoice: input.invoice ?? null,
    act_until,
    created_by,
    created_at: now,
  })
  if (!isNew) throw new Error('an identifier of a request was used before')
  if (document) await insertRequestDocument(tx, request.id, document)
  await queueMessages(tx, [{ path: '/demandes-paiements', body: requestMessage(request, requester, payer) }], now)
  await recordEvent(tx, {
    at: now,
    ...actor,
    account_id,
    action: 'request.send',
    subject_id: request.id,
    facts: { amount: input.amount, payer: payer.name, ...(document && { document: document.name }) },
  })
  return request.id
}

/** Asks the payer of a look-up for money. */
export async function requestPayment(
  { db, clock, isInstant }: Ports,
  {
    caller,
    input,
    document,
    once,
  }: {
    caller: AccountCaller
    input: NewPaymentRequest
    document: RequestDocument | undefined
    once: { key: string; request_hash: string }
  },
): Promise<PaymentRequest> {
  if (!isInstant) throw new Refusal('instant_payments_off')
  if (!caller.is_active) throw new Refusal('account_not_active')
  const now = clock.now()
  const act_until = endOf(input.act_until ?? null, now)
  if ((input.discount ?? 0) >= input.amount) throw new Refusal('discount_too_high')
  const wait = await countRequest(db, `payment-request:${caller.user_id}`, REQUEST_LIMIT, now)
  if (wait) throw new Refusal('asked_too_often', { minutes: minutesUntil(wait, now) })
  return transaction(db, (tx) =>
    runIdempotent(tx, { user_id: caller.user_id, ...once }, now, async () => {
      const { account_id, user_id } = caller
      const payer = await findFreshLookup(tx, { account_id, id: input.lookup_id }, now)
      if (!payer) throw new Refusal('lookup_expired')
      const [requester] = await listPayers(tx, [account_id])
      if (!requester) throw new Refusal('identity_missing')
      const id = await sendRequest(
        tx,
        { ...input, payer, requester, act_until, created_by: user_id, ...(document && { document }) },
        byCaller(caller),
        now,
      )
      const made = await findRequest(tx, { account_id, id }, now)
      if (!made) throw new Error('a request has vanished in its transaction')
      return made
    }),
  )
}
