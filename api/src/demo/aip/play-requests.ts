// Plays the banks of those who are asked to pay, and those outside who ask the bank's customers to pay.
import type { AipCall } from '../../formats/instant/aip-calls.ts'
import type { AipCallback } from '../../formats/instant/aip-callbacks.ts'
import { newEndToEndId, newPlatformMessageId } from '../../formats/instant/aip-ids.ts'
import type { Behaviour } from './demo-directory.ts'
import { findOutsider, partyFields, payBank } from './play-transfers.ts'
import {
  answer,
  findAccount,
  findAlias,
  findParticipant,
  later,
  nowMs,
  type Reaction,
  refuse,
  type World,
} from './simulated-world.ts'
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

const refusal = (world: World, request: SimulatedRequest, codeRaison: string): Change[] => [
  requestRow({ ...request, state: 'refused', reason: codeRaison }),
  answer(world, '/demandes-paiements/reponses', {
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
function behaviourOf(world: World, body: Request): Behaviour | null {
  const alias = body.aliasClientPayeur === undefined ? null : findAlias(world, body.aliasClientPayeur)
  return (
    alias?.behaviour ??
    findAccount(body.codeMembreParticipantPayeur, body.ibanClientPayeur ?? body.otherClientPayeur)?.behaviour ??
    null
  )
}

/** A customer of the bank asks somebody to pay. */
export function takeRequest(world: World, body: Request): Reaction {
  const request = newRequest(body, world.bank)
  if (world.store.get('requests', body.endToEndId)) return { changes: refusal(world, request, 'DU04').slice(1) }
  if (request.payerMember === world.bank) {
    const forwardedId = newPlatformMessageId()
    return {
      changes: [
        requestRow({ ...request, forwardedId }),
        answer(world, '/demandes-paiements', forwarded(body, world.bank, forwardedId)),
      ],
    }
  }
  const participant = findParticipant(world, request.payerMember)
  if (participant?.state !== 'ENBL') return { changes: refusal(world, request, 'AG11') }
  const behaviour = behaviourOf(world, body)
  if (!behaviour) return { changes: refusal(world, request, 'AC03') }
  const { refusesRequests } = behaviour
  if (refusesRequests === 'never') return { changes: [requestRow(request)] }
  if (refusesRequests) return { changes: refusal(world, request, refusesRequests) }
  return {
    changes: [
      requestRow(request),
      later({ at: nowMs(world) + world.thinkingMs, kind: 'pay-request', endToEndId: body.endToEndId }),
    ],
  }
}

/** Somebody outside pays a request of the bank's customer: the yes is the payment itself. */
export function payRequest(world: World, endToEndId: string): Change[] {
  const request = world.store.get('requests', endToEndId)
  if (!request || request.state !== 'open') return []
  const { body } = request
  const payer =
    (body.aliasClientPayeur === undefined ? null : findOutsider(world, body.aliasClientPayeur)) ??
    findAccount(request.payerMember, body.ibanClientPayeur ?? body.otherClientPayeur)?.holder
  if (!payer) return refusal(world, request, 'AC03')
  const changes = payBank(world, {
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
export function takeRequestRefusal(world: World, reply: AipCall<'/demandes-paiements/reponses'>): Reaction {
  const request = world.store.get('requests', reply.endToEndId)
  if (!request || request.forwardedId !== reply.msgIdDemande)
    return refuse(404, 'La réponse ne correspond à aucune demande de paiement')
  if (request.state !== 'open') return { changes: [] }
  const changes = refusal(world, request, reply.codeRaison)
  // Somebody outside has asked: nobody of the bank waits for the refusal.
  return { changes: request.payeeMember === world.bank ? changes : changes.slice(0, 1) }
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
const unnamedCustomer = ({ bank }: World, iban: string) =>
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
export function requestFromBank(world: World, input: OutsideRequest): Reaction & { endToEndId?: string } {
  const payer = findAlias(world, input.to)?.holder ?? unnamedCustomer(world, input.to)
  const payee = findAlias(world, input.from)
  if (payer?.member !== world.bank) return refuse(404, `${input.to} is no alias of the bank and no IBAN`)
  if (!payee || payee.holder.member === world.bank)
    return refuse(404, `nobody outside the bank has the alias ${input.from}`)
  const now = world.clock.now()
  const limit = input.seconds === null ? undefined : new Date(now.getTime() + input.seconds * 1000).toISOString()
  const msgId = newPlatformMessageId()
  const body: Request = {
    msgId,
    endToEndId: newEndToEndId(payee.holder.member, now),
    codeMembreParticipantPayeur: world.bank,
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
      answer(world, '/demandes-paiements', forwarded(body, payee.holder.member, msgId)),
    ],
  }
}
