// Simulates the switch and the institutions of the payees: payments out of the bank, into it, and within it.
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
  type SimulatorContext,
} from './simulator-context.ts'
import type { Change, SimulatedTransfer } from './simulator-store.ts'

type Order = AipCall<'/transferts'>

const SLOW_MS = 15_000
/** The ceiling of an account without identity. */
const LIGHT_ACCOUNT_MAX = 200_000
/** An institution that does not answer a payment answers the second inquiry about its state. */
const ANSWERED_INQUIRY = 2

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
export function balanceOf({ store, bank }: SimulatorContext): number {
  let balance = 0
  for (const { endToEndId, payerMember, payeeMember, amount, state } of store.rows('transfers').values()) {
    if (state !== 'ACCC' || store.get('returns', endToEndId)?.state === 'returned') continue
    if (payerMember === bank) balance += amount
    if (payeeMember === bank) balance -= amount
  }
  return balance
}

type Decision = { reason: string | null; behaviour: Behaviour }

/** Whether another participant takes the payment, and how its answer arrives. */
function decisionOn(context: SimulatorContext, order: Order): Decision {
  const refusal = (reason: string): Decision => ({ reason, behaviour: {} })
  const participant = findParticipant(context, order.codeMembreParticipantPaye)
  if (!participant) return refusal('RC04')
  if (participant.state !== 'ENBL') return refusal('AG11')
  const found = findAccount(participant.member, order.ibanClientPaye ?? order.otherClientPaye)
  if (!found) return refusal('AC03')
  if (!isAllowedChannel(order)) return refusal('CH17')
  if (found.holder.account.kind === 'TRAL' && order.montant > LIGHT_ACCOUNT_MAX) return refusal('AM02')
  if (balanceOf(context) + order.montant > context.guarantee) return refusal('AM04')
  return { reason: found.behaviour.refusesPayments ?? null, behaviour: found.behaviour }
}

/** The answers to a decided payment, as its payee's bank gives them. */
function answersTo(context: SimulatorContext, transfer: SimulatedTransfer, { outcome }: Behaviour): Change[] {
  const { endToEndId, orderId, decidedAt } = transfer
  const final = outcomeOf(transfer)
  const reply = (at: number, body: AipCallback<'/transferts/reponses'>) => callbackAt(at, '/transferts/reponses', body)
  if (outcome === 'statut' || outcome === 'never') return []
  if (outcome === 'thrice') return [0, 5, 400].map((after) => reply(decidedAt + after, final))
  if (outcome === 'steps')
    return [
      reply(decidedAt, { msgId: newPlatformMessageId(), endToEndId, statutTransaction: 'ACSP' }),
      reply(decidedAt + context.latency.maxMs + 1, final),
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
function paidRequest({ store }: SimulatorContext, order: Order): Change[] {
  const request = [...store.rows('requests').values()].find(
    ({ identifier, state, payeeMember }) =>
      state === 'open' &&
      identifier === order.identifiantTransaction &&
      payeeMember === order.codeMembreParticipantPaye,
  )
  return request ? [{ table: 'requests', key: request.endToEndId, row: { ...request, state: 'paid' } }] : []
}

/** A payment of the bank's customer. The same endToEndId under another msgId is refused, and changes nothing. */
export function receiveOrder(context: SimulatorContext, order: Order): Reaction {
  const { bank, store } = context
  if (store.get('transfers', order.endToEndId)) {
    const second = { ...newTransfer(order, bank), state: 'RJCT', reason: 'DU04' } as const
    return {
      changes: [
        conflict(context, `${order.endToEndId} came twice`),
        answer(context, '/transferts/reponses', outcomeOf(second)),
      ],
    }
  }
  if (order.typeTransaction === 'DISP') {
    // A proof of availability concerns the platform only.
    const proof: SimulatedTransfer = { ...newTransfer(order, bank), state: 'ACCC', decidedAt: answerTime(context) }
    return { changes: [transferRow(proof), ...answersTo(context, proof, {})] }
  }
  if (order.codeMembreParticipantPaye === bank) {
    // A payment between two customers of the bank goes through the platform too.
    const forwardedId = newPlatformMessageId()
    return {
      changes: [
        transferRow({ ...newTransfer(order, bank), forwardedId }),
        answer(context, '/transferts', forwarded(order, bank, forwardedId)),
      ],
    }
  }
  const { reason, behaviour } = decisionOn(context, order)
  if (behaviour.outcome === 'refused') return refuse(400, 'Le message ne respecte pas le format attendu')
  const transfer: SimulatedTransfer = {
    ...newTransfer(order, bank),
    state: reason || behaviour.outcome === 'malformed' ? 'RJCT' : 'ACCC',
    reason: behaviour.outcome === 'malformed' ? 'DS04' : reason,
    decidedAt: behaviour.outcome === 'slow' ? nowMs(context) + SLOW_MS : answerTime(context),
    answersFrom: behaviour.outcome === 'never' ? null : behaviour.outcome === 'statut' ? ANSWERED_INQUIRY : 1,
  }
  return {
    changes: [
      transferRow(transfer),
      ...answersTo(context, transfer, behaviour),
      ...(transfer.state === 'ACCC' ? paidRequest(context, order) : []),
    ],
  }
}

/** The bank asks what became of a payment. */
export function answerStatus(context: SimulatorContext, { endToEndId }: AipCall<'/transferts/statut'>): Reaction {
  const transfer = context.store.get('transfers', endToEndId)
  if (!transfer) return refuse(404, `Aucun transfert ne correspond à ${endToEndId}`)
  const counted = { ...transfer, questions: transfer.questions + 1 }
  const isReady = transfer.state !== 'waiting' && transfer.decidedAt <= nowMs(context)
  const isAnswered = isReady && transfer.answersFrom !== null && counted.questions >= transfer.answersFrom
  return {
    changes: [
      transferRow(counted),
      ...(isAnswered ? [answer(context, '/transferts/reponses', outcomeOf(counted))] : []),
    ],
  }
}

/** The bank answers a payment to one of its customers. */
export function receiveAnswer(context: SimulatorContext, reply: AipCall<'/transferts/reponses'>): Reaction {
  const transfer = context.store.get('transfers', reply.endToEndId)
  if (!transfer || transfer.forwardedId !== reply.msgIdDemande)
    return refuse(404, 'La réponse ne correspond à aucune demande de transfert')
  const state = reply.statutTransaction === 'ACSP' ? 'ACCC' : 'RJCT'
  if (transfer.state !== 'waiting')
    return {
      changes:
        transfer.state === state
          ? []
          : [conflict(context, `${reply.endToEndId} was answered ${transfer.state}, then ${state}`)],
    }
  const decided: SimulatedTransfer = { ...transfer, state, reason: reply.codeRaison ?? null, decidedAt: nowMs(context) }
  const { order, payerMember } = transfer
  return {
    changes: [
      transferRow(decided),
      ...(payerMember === context.bank ? [answer(context, '/transferts/reponses', outcomeOf(decided))] : []),
      ...(order && state === 'ACCC' && payerMember === context.bank ? paidRequest(context, order) : []),
    ],
  }
}

/** Settles a payment by hand: of a payee whose bank never answers. Answers whether there is one. */
export function settle(context: SimulatorContext, endToEndId: string, reason: string | null): Reaction {
  const transfer = context.store.get('transfers', endToEndId)
  if (!transfer || transfer.payerMember !== context.bank) return refuse(404, `no payment ${endToEndId}`)
  const settled: SimulatedTransfer = {
    ...transfer,
    state: reason ? 'RJCT' : 'ACCC',
    reason,
    decidedAt: nowMs(context),
    answersFrom: 1,
  }
  return { changes: [transferRow(settled), answer(context, '/transferts/reponses', outcomeOf(settled))] }
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
  context: SimulatorContext,
  { payer, payerAlias, to, alias, amount, channel, purpose, transactionId, endToEndId }: IncomingPayment,
): Change[] {
  const { member } = payer
  const order: Order = {
    msgId: newPlatformMessageId(),
    endToEndId: endToEndId ?? newEndToEndId(member, context.clock.now()),
    montant: amount,
    canalCommunication: channel,
    dateHeureAcceptation: context.clock.now().toISOString(),
    codeMembreParticipantPaye: context.bank,
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
    answer(context, '/transferts', forwarded(order, member, order.msgId)),
  ]
}

/** Who is behind an alias of another participant; null for nobody, and for customers of the bank. */
export function findOutsider(context: SimulatorContext, alias: string): Holder | null {
  const found = findAlias(context, alias)
  return found && found.holder.member !== context.bank ? found.holder : null
}
