// Applies the callbacks of the interface application (AIP). Each is written with its effects in one transaction: the same one again, or a
// crash before it was acknowledged, changes nothing.
import type { Clock } from '../../adapters/clock.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { AipCallback, AipCallbackPath, ReceivedCallback } from '../../formats/instant/aip-callbacks.ts'
import { memberCodeOf } from '../../formats/instant/aip-ids.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Listener } from '../clearing/payment-updates.ts'
import { receiveRequest, receiveRequestRefusal } from './requests/answer-requests.ts'
import { insertReceived } from './platform/aip-message-store.ts'
import { answerVerification } from './lookups/answer-verification.ts'
import { payeeOfAccount, payeeOfAlias } from './lookups/lookup-rules.ts'
import { answerLookup, findVerified } from './lookups/lookup-store.ts'
import { saveParticipants } from './platform/participant-store.ts'
import { receiveClaim, receiveCreation, receiveDecision, receiveRemoval } from './aliases/receive-alias-answer.ts'
import { receiveInstantPayment } from './receive-instant-payment.ts'
import {
  receiveAnnouncement,
  receiveBalances,
  receiveInvoices,
  receivePageOfReport,
} from './reports/receive-reports.ts'
import { receiveReturnRefusal, receiveReturnRequest } from './returns/return-payments.ts'
import { receiveGuarantee } from './payments/watch-guarantee.ts'
import { type Applied, receiveFailure, receiveOutcome, receiveReturnedPayment } from './payments/receive-outcome.ts'

type Ports = { db: Db; clock: Clock; notify: Listener; warn: (facts: object, sentence: string) => void }

type Context = { tx: Tx; notify: Listener; now: Date; member: () => Promise<string> }
type Handlers = { [Path in AipCallbackPath]?: (context: Context, body: AipCallback<Path>) => Promise<Applied> }

/** What each callback changes. The others are only kept. */
const handlers: Handlers = {
  '/alias/recherche/reponses': async ({ tx, now }, body) => {
    await answerLookup(tx, body.endToEndId, payeeOfAlias(body), {
      reason: body.raisonRejet?.slice(0, 10) || null,
      at: now,
    })
    return 'applied'
  },
  '/verifications-identites/reponses': async ({ tx, now }, body) => {
    const verified = await findVerified(tx, body.endToEndId)
    if (!verified) return 'unknown'
    await answerLookup(tx, body.endToEndId, payeeOfAccount(body, verified), {
      reason: body.codeRaison ?? null,
      at: now,
    })
    return 'applied'
  },
  '/verifications-identites': async ({ tx, now, member }, body) => {
    await answerVerification(tx, body, await member(), now)
    return 'applied'
  },
  '/transferts': async ({ tx, now, member }, body) => {
    await receiveInstantPayment(tx, body, await member(), now)
    return 'applied'
  },
  '/alias/creation/reponses': ({ tx, now }, body) => receiveCreation(tx, body, now),
  '/alias/suppression/reponses': ({ tx, now }, body) => receiveRemoval(tx, body, now),
  '/revendications/reponses': async ({ tx, now, member }, body) => receiveClaim(tx, body, await member(), now),
  '/revendications/creation/reponses': async ({ tx, now, member }, body) => receiveClaim(tx, body, await member(), now),
  '/revendications/recuperation/reponses': ({ tx, now }, body) => receiveDecision(tx, body, now),
  '/revendications/acceptation/reponses': ({ tx, now }, body) => receiveDecision(tx, body, now),
  '/revendications/rejet/reponses': ({ tx, now }, body) => receiveDecision(tx, body, now),
  '/transferts/reponses': ({ tx, notify, now }, body) => receiveOutcome(tx, notify, body, now),
  '/transferts/echecs': ({ tx, now }, { reference }) => receiveFailure(tx, reference, now),
  '/message-envoi/echec-http': ({ tx, now }, { msgId }) => receiveFailure(tx, msgId, now),
  '/message-traitement/echec': ({ tx, now }, { msgId }) => receiveFailure(tx, msgId, now),
  '/messages-iso/echec-envoi': ({ tx, now }, { msgId }) => receiveFailure(tx, msgId, now),
  '/notifications/info-warn': ({ tx, now }, body) => receiveAnnouncement(tx, body, now),
  '/rapports/telechargements/reponses': ({ tx, now }, body) => receivePageOfReport(tx, body, now),
  '/reglements/soldes': ({ tx, now }, body) => receiveBalances(tx, body, now),
  '/rapports/factures/reponses': ({ tx, now }, body) => receiveInvoices(tx, body, now),
  '/notifications/garantie': ({ tx, now }, body) => receiveGuarantee(tx, body, now),
  '/retour-fonds': ({ tx, notify, now }, body) => receiveReturnedPayment(tx, notify, body, now),
  '/demandes-paiements': async ({ tx, now }, body) => {
    await receiveRequest(tx, body, now)
    return 'applied'
  },
  '/demandes-paiements/reponses': ({ tx, now }, body) => receiveRequestRefusal(tx, body, now),
  '/retour-fonds/demande': ({ tx, now }, body) => receiveReturnRequest(tx, body, now),
  '/retour-fonds/reponses': ({ tx, now }, body) => receiveReturnRefusal(tx, body, now),
  '/participants/liste/reponses': async ({ tx, now }, body) => {
    await saveParticipants(
      tx,
      body.listeParticipant.map(({ codeMembreParticipant, nomOfficiel, statut }) => ({
        member: codeMembreParticipant,
        name: nomOfficiel.slice(0, 140),
        state: statut,
        updated_at: now,
      })),
    )
    return 'applied'
  },
}

function apply(context: Context, { path, body }: ReceivedCallback): Promise<Applied> {
  // The path tells the type of the body; the compiler does not follow that through the table.
  const handler = handlers[path] as ((context: Context, body: ReceivedCallback['body']) => Promise<Applied>) | undefined
  return handler ? handler(context, body) : Promise.resolve('unchanged')
}

/** Receives one callback; `repeated` where it was received before. */
export function receiveCallback(ports: Ports, message: ReceivedCallback): Promise<'received' | 'repeated'> {
  return transaction(ports.db, async (tx) => {
    const now = ports.clock.now()
    if (!(await insertReceived(tx, message, now))) return 'repeated'
    const member = async () => memberCodeOf((await getBankIdentity(tx)).code)
    const applied = await apply({ tx, notify: ports.notify, now, member }, message)
    if (applied === 'unknown' || applied === 'contradiction')
      ports.warn({ path: message.path, applied }, 'a callback of the AIP moved no money: an operator must look at it')
    return 'received'
  })
}
