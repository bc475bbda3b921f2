// Simulates requests to pay: the payers' institutions, and requests of other institutions' customers to the bank's customers.
import type { AipCall } from '../../formats/instant/aip-calls.ts'
import type { AipCallback } from '../../formats/instant/aip-callbacks.ts'
import { newEndToEndId, newPlatformMessageId } from '../../formats/instant/aip-ids.ts'
import type { Behaviour } from './demo-directory.ts'
import { findOutsider, partyFields, payBank } from './simulate-transfers.ts'
import {
  answer,
  findAccount,
  findAlias,
  findParticipant,
  taskRow,
  nowMs,
  type Reaction,
  refuse,
  type SimulatorContext,
} from './simulator-context.ts'
import type { Change, SimulatedRequest } from './simulator-store.ts'

type Request = AipCall<'/demandes-paiements'>

const requestRow = (row: SimulatedRequest): Change => ({ table: 'requests', key: row.endToEndId, row })

/** What is paid at once: the amount less the discount, rounded to the franc in favour of the payee. */
function payableOf({
  montant,
  montantRemisePaiementImmediat: discount,
  tauxRemisePaiementImmediat: rate,
}: Request): number {
  if (discount !== undefined) return Math.max(1, montant - discount)
  if (rate !== undefined) return Math.max(1, montant - Math.floor((montant * Number(rate)) / 100))
  return montant
}

const newRequest = (body: Request, payeeMember: string): SimulatedRequest => ({
  endToEndId: body.endToEndId,
  identifier: body.identifiantDemandePaiement,
  msgId: body.msgId,
  forwardedId: null,
  payerMember: body.codeMembreParticipantPayeur,
  payeeMember,
  amount: body.montant,
  payable: payableOf(body),
  state: 'open',
  reason: null,
  body,
})

/** The request as the payer's bank receives it. */
function forwarded(body: Request, payeeMember: string, msgId: string): AipCallback<'/demandes-paiements'> {
  const { codeMembreParticipantPayeur: _payer, msgId: _own, ...fields } = body
  return { ...fields, msgId, codeMembreParticipantPaye: payeeMember }
}

const refusal = (context: SimulatorContext, request: SimulatedRequest, codeRaison: string): Change[] => [
  requestRow({ ...request, state: 'refused', reason: codeRaison }),
  answer(context, '/demandes-paiements/reponses', {
    msgId: newPlatformMessageId(),
    msgIdDemande: request.msgId,
    identifiantDemandePaiement: request.identifier,
    endToEndId: request.endToEndId,
    statut: 'RJCT',
    codeRaison,
    ...(request.body.referenceBulk && { referenceBulk: request.body.referenceBulk }),
  }),
]

/** Who is asked, as the directory or its bank knows the account. */
function behaviourOf(context: SimulatorContext, body: Request): Behaviour | null {
  const alias = body.aliasClientPayeur === undefined ? null : findAlias(context, body.aliasClientPayeur)
  return (
    alias?.behaviour ??
    findAccount(body.codeMembreParticipantPayeur, body.ibanClientPayeur ?? body.otherClientPayeur)?.behaviour ??
    null
  )
}

/** A customer of the bank asks somebody to pay. */
export function receiveRequest(context: SimulatorContext, body: Request): Reaction {
  const request = newRequest(body, context.bank)
  if (context.store.get('requests', body.endToEndId)) return { changes: refusal(context, request, 'DU04').slice(1) }
  if (request.payerMember === context.bank) {
    const forwardedId = newPlatformMessageId()
    return {
      changes: [
        requestRow({ ...request, forwardedId }),
        answer(context, '/demandes-paiements', forwarded(body, context.bank, forwardedId)),
      ],
    }
  }
  const participant = findParticipant(context, request.payerMember)
  if (participant?.state !== 'ENBL') return { changes: refusal(context, request, 'AG11') }
  const behaviour = behaviourOf(context, body)
  if (!behaviour) return { changes: refusal(context, request, 'AC03') }
  const { refusesRequests } = behaviour
  if (refusesRequests === 'never') return { changes: [requestRow(request)] }
  if (refusesRequests) return { changes: refusal(context, request, refusesRequests) }
  return {
    changes: [
      requestRow(request),
      taskRow({ at: nowMs(context) + context.decisionDelayMs, kind: 'pay-request', endToEndId: body.endToEndId }),
    ],
  }
}

/** Somebody outside pays a request of the bank's customer: the yes is the payment itself. */
export function payRequest(context: SimulatorContext, endToEndId: string): Change[] {
  const request = context.store.get('requests', endToEndId)
  if (!request || request.state !== 'open') return []
  const { body } = request
  const payer =
    (body.aliasClientPayeur === undefined ? null : findOutsider(context, body.aliasClientPayeur)) ??
    findAccount(request.payerMember, body.ibanClientPayeur ?? body.otherClientPayeur)?.holder
  if (!payer) return refusal(context, request, 'AC03')
  const changes = payBank(context, {
    payer,
    payerAlias: body.aliasClientPayeur ?? null,
    to: {
      name: body.nomClientPaye,
      kind: body.typeClientPaye,
      country: body.paysClientPaye,
      city: body.villeClientPaye ?? 'Dakar',
      account: {
        kind: body.typeCompteClientPaye,
        ...(body.ibanClientPaye !== undefined && { iban: body.ibanClientPaye }),
        ...(body.otherClientPaye !== undefined && { other: body.otherClientPaye }),
      },
      identity:
        body.systemeIdentificationClientPaye && body.numeroIdentificationClientPaye
          ? { system: body.systemeIdentificationClientPaye, number: body.numeroIdentificationClientPaye }
          : null,
      rccm: body.numeroRCCMClientPaye ?? null,
    },
    alias: body.aliasClientPaye ?? null,
    amount: request.payable,
    channel: body.canalCommunication,
    purpose: body.motif ?? null,
    transactionId: request.identifier,
  })
  return [requestRow({ ...request, state: 'paid' }), ...changes]
}

/** The bank refuses a request for its customer. */
export function receiveRequestRefusal(
  context: SimulatorContext,
  reply: AipCall<'/demandes-paiements/reponses'>,
): Reaction {
  const request = context.store.get('requests', reply.endToEndId)
  if (!request || request.forwardedId !== reply.msgIdDemande)
    return refuse(404, 'La réponse ne correspond à aucune demande de paiement')
  if (request.state !== 'open') return { changes: [] }
  const changes = refusal(context, request, reply.codeRaison)
  // Somebody outside has asked: nobody of the bank waits for the refusal.
  return { changes: request.payeeMember === context.bank ? changes : changes.slice(0, 1) }
}

export type OutsideRequest = {
  /** An alias of the bank's customer, who is asked. */
  to: string
  /** An alias of the person outside who asks. */
  from: string
  amount: number
  purpose: string | null
  identifier: string
  channel: Request['canalCommunication']
  /** For how many seconds the customer may answer; null: without a limit. */
  seconds: number | null
  mayChangeAmount: boolean
  discount: number | null
}

/** A customer of the bank who is asked by account number: the bank knows who it is, whatever the request says. */
const unnamedCustomer = ({ bank }: SimulatorContext, iban: string) =>
  /^[A-Z]{2}\d{2}[A-Z]{2}\d{22}$/.test(iban)
    ? {
        member: bank,
        name: 'Client',
        kind: 'P' as const,
        country: 'SN' as const,
        city: 'Dakar',
        account: { kind: 'CACC' as const, iban },
        identity: null,
        rccm: null,
      }
    : null

/** Somebody outside asks a customer of the bank to pay. */
export function requestFromBank(context: SimulatorContext, input: OutsideRequest): Reaction & { endToEndId?: string } {
  const payer = findAlias(context, input.to)?.holder ?? unnamedCustomer(context, input.to)
  const payee = findAlias(context, input.from)
  if (payer?.member !== context.bank) return refuse(404, `${input.to} is no alias of the bank and no IBAN`)
  if (!payee || payee.holder.member === context.bank)
    return refuse(404, `nobody outside the bank has the alias ${input.from}`)
  const now = context.clock.now()
  const limit = input.seconds === null ? undefined : new Date(now.getTime() + input.seconds * 1000).toISOString()
  const msgId = newPlatformMessageId()
  const body: Request = {
    msgId,
    endToEndId: newEndToEndId(payee.holder.member, now),
    codeMembreParticipantPayeur: context.bank,
    clientDemandeur: 'X',
    identifiantDemandePaiement: input.identifier,
    dateHeureExecution: limit,
    dateHeureLimiteAction: limit,
    montant: input.amount,
    canalCommunication: input.channel,
    ...partyFields(payer, payee.holder),
    aliasClientPayeur: payer.account.iban === input.to ? undefined : input.to,
    aliasClientPaye: input.from,
    motif: input.purpose ?? undefined,
    latitudeClientPaye: '14.6928',
    longitudeClientPaye: '-17.4467',
    autorisationModificationMontant: input.mayChangeAmount,
    montantRemisePaiementImmediat: input.discount ?? undefined,
  }
  return {
    endToEndId: body.endToEndId,
    changes: [
      requestRow({ ...newRequest(body, payee.holder.member), forwardedId: msgId }),
      answer(context, '/demandes-paiements', forwarded(body, payee.holder.member, msgId)),
    ],
  }
}
