// Plays the switch and the banks of the payees: payments out of the bank, into it, and within it.
import type { AipCall } from '../../formats/instant/aip-calls.ts'
import type { AipCallback } from '../../formats/instant/aip-callbacks.ts'
import { newEndToEndId, newPlatformMessageId } from '../../formats/instant/aip-ids.ts'
import type { Behaviour, Holder } from './demo-directory.ts'
import {
  answer,
  answerTime,
  callbackAt,
  conflict,
  findAccount,
  findAlias,
  findParticipant,
  nowMs,
  type Reaction,
  refuse,
  type World,
} from './simulated-world.ts'
import type { Change, SimulatedTransfer } from './simulator-store.ts'

type Order = AipCall<'/transferts'>

const SLOW_MS = 15_000
/** The ceiling of an account without identity. */
const LIGHT_ACCOUNT_MAX = 200_000
/** A silent payee's bank answers the second question for the state of a payment. */
const ANSWERED_QUESTION = 2

const transferRow = (row: SimulatedTransfer): Change => ({ table: 'transfers', key: row.endToEndId, row })

const outcomeOf = ({ endToEndId, orderId, state, reason, decidedAt, amount, order }: SimulatedTransfer) =>
  ({
    msgId: newPlatformMessageId(),
    ...(orderId && { msgIdDemande: orderId }),
    endToEndId,
    statutTransaction: state === 'RJCT' ? 'RJCT' : 'ACCC',
    ...(reason && { codeRaison: reason }),
    ...(state === 'ACCC' && { dateHeureIrrevocabilite: new Date(decidedAt).toISOString() }),
    montant: amount,
    ...(order?.referenceBulk && { referenceBulk: order.referenceBulk }),
    ...(order?.identifiantTransaction && { identifiantTransaction: order.identifiantTransaction }),
  }) satisfies AipCallback<'/transferts/reponses'>

/** Which kinds of customers a channel connects. */
function isAllowedChannel({ canalCommunication: channel, typeClientPayeur, typeClientPaye }: Order): boolean {
  if (channel === '633' || channel === '731')
    return ['P', 'C'].includes(typeClientPayeur) && ['P', 'C'].includes(typeClientPaye)
  if (channel === '000' || channel === '400') return typeClientPaye !== 'P'
  return !['520', '521', '401'].includes(channel) || typeClientPaye !== 'P'
}

/** What the bank owes to the platform: payments out less payments in; what was returned counts no more. */
export function balanceOf({ store, bank }: World): number {
  let balance = 0
  for (const { endToEndId, payerMember, payeeMember, amount, state } of store.rows('transfers').values()) {
    if (state !== 'ACCC' || store.get('returns', endToEndId)?.state === 'returned') continue
    if (payerMember === bank) balance += amount
    if (payeeMember === bank) balance -= amount
  }
  return balance
}

type Verdict = { reason: string | null; behaviour: Behaviour }

/** Whether another participant takes the payment, and how its answer arrives. */
function verdictOn(world: World, order: Order): Verdict {
  const refusal = (reason: string): Verdict => ({ reason, behaviour: {} })
  const participant = findParticipant(world, order.codeMembreParticipantPaye)
  if (!participant) return refusal('RC04')
  if (participant.state !== 'ENBL') return refusal('AG11')
  const found = findAccount(participant.member, order.ibanClientPaye ?? order.otherClientPaye)
  if (!found) return refusal('AC03')
  if (!isAllowedChannel(order)) return refusal('CH17')
  if (found.holder.account.kind === 'TRAL' && order.montant > LIGHT_ACCOUNT_MAX) return refusal('AM02')
  if (balanceOf(world) + order.montant > world.guarantee) return refusal('AM04')
  return { reason: found.behaviour.refusesPayments ?? null, behaviour: found.behaviour }
}

/** The answers to a decided payment, as its payee's bank gives them. */
function answersTo(world: World, transfer: SimulatedTransfer, { outcome }: Behaviour): Change[] {
  const { endToEndId, orderId, decidedAt } = transfer
  const final = outcomeOf(transfer)
  const reply = (at: number, body: AipCallback<'/transferts/reponses'>) => callbackAt(at, '/transferts/reponses', body)
  if (outcome === 'statut' || outcome === 'never') return []
  if (outcome === 'thrice') return [0, 5, 400].map((after) => reply(decidedAt + after, final))
  if (outcome === 'steps')
    return [
      reply(decidedAt, { msgId: newPlatformMessageId(), endToEndId, statutTransaction: 'ACSP' }),
      reply(decidedAt + world.latency.maxMs + 1, final),
    ]
  if (outcome === 'malformed')
    return [
      callbackAt(decidedAt, '/transferts/echecs', {
        reference: orderId ?? endToEndId,
        codeRaisonRejet: 'FormatError',
        dateHeureRejet: new Date(decidedAt).toISOString(),
        descriptionRaisonRejet: 'Le message ne respecte pas le format attendu',
      }),
    ]
  return [reply(decidedAt, final)]
}

/** The order as the payee's bank receives it. */
function forwarded(order: Order, payerMember: string, msgId: string): AipCallback<'/transferts'> {
  const { codeMembreParticipantPaye, msgId: _own, ...fields } = order
  return { ...fields, msgId, codeMembreParticipantPayeur: payerMember, codeMembreParticipantPaye }
}

const newTransfer = (order: Order, payerMember: string): SimulatedTransfer => ({
  endToEndId: order.endToEndId,
  payerMember,
  payeeMember: order.codeMembreParticipantPaye,
  amount: order.montant,
  orderId: order.msgId,
  forwardedId: null,
  requestId: null,
  state: 'waiting',
  reason: null,
  decidedAt: 0,
  answersFrom: 1,
  questions: 0,
  payeeAccount: order.ibanClientPaye ?? order.otherClientPaye ?? '',
  order,
})

/** The request to pay that a payment answers, from its identifier. */
function paidRequest({ store }: World, order: Order): Change[] {
  const request = [...store.rows('requests').values()].find(
    ({ identifier, state, payeeMember }) =>
      state === 'open' &&
      identifier === order.identifiantTransaction &&
      payeeMember === order.codeMembreParticipantPaye,
  )
  return request ? [{ table: 'requests', key: request.endToEndId, row: { ...request, state: 'paid' } }] : []
}

/** A payment of the bank's customer. The same endToEndId under another msgId is refused, and changes nothing. */
export function takeOrder(world: World, order: Order): Reaction {
  const { bank, store } = world
  if (store.get('transfers', order.endToEndId)) {
    const second = { ...newTransfer(order, bank), state: 'RJCT', reason: 'DU04' } as const
    return {
      changes: [
        conflict(world, `${order.endToEndId} came twice`),
        answer(world, '/transferts/reponses', outcomeOf(second)),
      ],
    }
  }
  if (order.typeTransaction === 'DISP') {
    // A proof of availability concerns the platform only.
    const proof: SimulatedTransfer = { ...newTransfer(order, bank), state: 'ACCC', decidedAt: answerTime(world) }
    return { changes: [transferRow(proof), ...answersTo(world, proof, {})] }
  }
  if (order.codeMembreParticipantPaye === bank) {
    // A payment between two customers of the bank goes through the platform too.
    const forwardedId = newPlatformMessageId()
    return {
      changes: [
        transferRow({ ...newTransfer(order, bank), forwardedId }),
        answer(world, '/transferts', forwarded(order, bank, forwardedId)),
      ],
    }
  }
  const { reason, behaviour } = verdictOn(world, order)
  if (behaviour.outcome === 'refused') return refuse(400, 'Le message ne respecte pas le format attendu')
  const transfer: SimulatedTransfer = {
    ...newTransfer(order, bank),
    state: reason || behaviour.outcome === 'malformed' ? 'RJCT' : 'ACCC',
    reason: behaviour.outcome === 'malformed' ? 'DS04' : reason,
    decidedAt: behaviour.outcome === 'slow' ? nowMs(world) + SLOW_MS : answerTime(world),
    answersFrom: behaviour.outcome === 'never' ? null : behaviour.outcome === 'statut' ? ANSWERED_QUESTION : 1,
  }
  return {
    changes: [
      transferRow(transfer),
      ...answersTo(world, transfer, behaviour),
      ...(transfer.state === 'ACCC' ? paidRequest(world, order) : []),
    ],
  }
}

/** The bank asks what became of a payment. */
export function answerStatus(world: World, { endToEndId }: AipCall<'/transferts/statut'>): Reaction {
  const transfer = world.store.get('transfers', endToEndId)
  if (!transfer) return refuse(404, `Aucun transfert ne correspond à ${endToEndId}`)
  const counted = { ...transfer, questions: transfer.questions + 1 }
  const isReady = transfer.state !== 'waiting' && transfer.decidedAt <= nowMs(world)
  const isAnswered = isReady && transfer.answersFrom !== null && counted.questions >= transfer.answersFrom
  return {
    changes: [transferRow(counted), ...(isAnswered ? [answer(world, '/transferts/reponses', outcomeOf(counted))] : [])],
  }
}

/** The bank answers a payment to one of its customers. */
export function takeAnswer(world: World, reply: AipCall<'/transferts/reponses'>): Reaction {
  const transfer = world.store.get('transfers', reply.endToEndId)
  if (!transfer || transfer.forwardedId !== reply.msgIdDemande)
    return refuse(404, 'La réponse ne correspond à aucune demande de transfert')
  const state = reply.statutTransaction === 'ACSP' ? 'ACCC' : 'RJCT'
  if (transfer.state !== 'waiting')
    return {
      changes:
        transfer.state === state
          ? []
          : [conflict(world, `${reply.endToEndId} was answered ${transfer.state}, then ${state}`)],
    }
  const decided: SimulatedTransfer = { ...transfer, state, reason: reply.codeRaison ?? null, decidedAt: nowMs(world) }
  const { order, payerMember } = transfer
  return {
    changes: [
      transferRow(decided),
      ...(payerMember === world.bank ? [answer(world, '/transferts/reponses', outcomeOf(decided))] : []),
      ...(order && state === 'ACCC' && payerMember === world.bank ? paidRequest(world, order) : []),
    ],
  }
}

/** Settles a payment by hand: of a payee whose bank never answers. Answers whether there is one. */
export function settle(world: World, endToEndId: string, reason: string | null): Reaction {
  const transfer = world.store.get('transfers', endToEndId)
  if (!transfer || transfer.payerMember !== world.bank) return refuse(404, `no payment ${endToEndId}`)
  const settled: SimulatedTransfer = {
    ...transfer,
    state: reason ? 'RJCT' : 'ACCC',
    reason,
    decidedAt: nowMs(world),
    answersFrom: 1,
  }
  return { changes: [transferRow(settled), answer(world, '/transferts/reponses', outcomeOf(settled))] }
}

/** The payee of a payment into the bank, as the platform knows it. */
export type BankAccount = Pick<Holder, 'name' | 'kind' | 'country' | 'city' | 'account' | 'identity' | 'rccm'>

export type IncomingPayment = {
  payer: Holder
  payerAlias: string | null
  to: BankAccount
  alias: string | null
  amount: number
  channel: Order['canalCommunication']
  purpose: string | null
  transactionId: string | null
  endToEndId?: string
}

type Party = Pick<Holder, 'name' | 'kind' | 'country' | 'city' | 'account' | 'identity' | 'rccm'>

/** The fields of both sides of a payment. */
export function partyFields(payer: Party, payee: Party) {
  return {
    nomClientPayeur: payer.name,
    paysClientPayeur: payer.country,
    typeClientPayeur: payer.kind,
    typeCompteClientPayeur: payer.account.kind,
    deviseCompteClientPayeur: 'XOF',
    ibanClientPayeur: payer.account.iban,
    otherClientPayeur: payer.account.other,
    systemeIdentificationClientPayeur: payer.identity?.system,
    numeroIdentificationClientPayeur: payer.identity?.number,
    numeroRCCMClientPayeur: payer.rccm ?? undefined,
    villeClientPayeur: payer.city,
    nomClientPaye: payee.name,
    paysClientPaye: payee.country,
    typeClientPaye: payee.kind,
    typeCompteClientPaye: payee.account.kind,
    deviseCompteClientPaye: 'XOF',
    ibanClientPaye: payee.account.iban,
    otherClientPaye: payee.account.other,
    systemeIdentificationClientPaye: payee.identity?.system,
    numeroIdentificationClientPaye: payee.identity?.number,
    numeroRCCMClientPaye: payee.rccm ?? undefined,
    villeClientPaye: payee.city,
  } as const
}

/** Somebody outside pays a customer of the bank. */
export function payBank(
  world: World,
  { payer, payerAlias, to, alias, amount, channel, purpose, transactionId, endToEndId }: IncomingPayment,
): Change[] {
  const { member } = payer
  const order: Order = {
    msgId: newPlatformMessageId(),
    endToEndId: endToEndId ?? newEndToEndId(member, world.clock.now()),
    montant: amount,
    canalCommunication: channel,
    dateHeureAcceptation: world.clock.now().toISOString(),
    codeMembreParticipantPaye: world.bank,
    ...partyFields(payer, to),
    aliasClientPayeur: payerAlias ?? undefined,
    aliasClientPaye: alias ?? undefined,
    latitudeClientPayeur: '14.6928',
    longitudeClientPayeur: '-17.4467',
    motif: purpose ?? undefined,
    identifiantTransaction: transactionId ?? undefined,
  }
  return [
    transferRow({ ...newTransfer(order, member), orderId: null, forwardedId: order.msgId }),
    answer(world, '/transferts', forwarded(order, member, order.msgId)),
  ]
}

/** Who is behind an alias of another participant; null for nobody, and for customers of the bank. */
export function findOutsider(world: World, alias: string): Holder | null {
  const found = findAlias(world, alias)
  return found && found.holder.member !== world.bank ? found.holder : null
}
