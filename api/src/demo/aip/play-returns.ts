// Plays returns of funds: the other side gives money back, refuses, or asks the bank for money back.
import type { AipCall } from '../../formats/instant/aip-calls.ts'
import { newPlatformMessageId } from '../../formats/instant/aip-ids.ts'
import {
  answer,
  callbackAt,
  conflict,
  findAccount,
  isDone,
  nowMs,
  type Reaction,
  refuse,
  type World,
} from './simulated-world.ts'
import type { Change, SimulatedReturn, SimulatedTransfer } from './simulator-store.ts'

type ReturnRequest = AipCall<'/retour-fonds/demande'>

const returnRow = (row: SimulatedReturn): Change => ({ table: 'returns', key: row.endToEndId, row })

const refused = (
  world: World,
  { endToEndId, payeeMember }: SimulatedTransfer,
  raison: 'CUST' | 'AC04' | 'ARDT',
): Change =>
  answer(world, '/retour-fonds/reponses', {
    msgId: newPlatformMessageId(),
    codeMembreParticipantPaye: payeeMember,
    endToEndId,
    statut: 'RJCR',
    raison,
  })

const newReturn = (world: World, { endToEndId, amount }: SimulatedTransfer, raison: string): SimulatedReturn => ({
  endToEndId,
  requestedId: null,
  state: 'open',
  amount,
  reason: raison,
  at: nowMs(world),
})

/** The bank asks for money that its customer has paid. */
export function takeReturnRequest(world: World, { endToEndId, raison }: ReturnRequest): Reaction {
  const { store, bank } = world
  const transfer = store.get('transfers', endToEndId)
  if (!transfer || transfer.payerMember !== bank || !isDone(world, transfer))
    return refuse(404, `Aucun transfert irrévocable ne correspond à ${endToEndId}`)
  const before = store.get('returns', endToEndId)
  if (before?.state === 'returned') return { changes: [refused(world, transfer, 'ARDT')] }
  if (before?.state === 'open') return { changes: [] }
  const row = newReturn(world, transfer, raison)
  if (transfer.payeeMember === bank) {
    const requestedId = newPlatformMessageId()
    return {
      changes: [
        returnRow({ ...row, requestedId }),
        answer(world, '/retour-fonds/demande', {
          msgId: requestedId,
          codeMembreParticipantPayeur: bank,
          endToEndId,
          raison,
        }),
      ],
    }
  }
  const refusesReturns = findAccount(transfer.payeeMember, transfer.payeeAccount)?.behaviour.refusesReturns
  if (refusesReturns === 'never') return { changes: [returnRow(row)] }
  if (refusesReturns)
    return { changes: [returnRow({ ...row, state: 'refused' }), refused(world, transfer, refusesReturns)] }
  const at = nowMs(world) + world.thinkingMs
  return {
    changes: [
      returnRow({ ...row, state: 'returned', at }),
      callbackAt(at, '/retour-fonds', {
        msgId: newPlatformMessageId(),
        endToEndId,
        montantRetourne: transfer.amount,
        raisonRetour: 'CUST',
      }),
    ],
  }
}

/** The bank refuses to give money back. */
export function takeReturnRefusal(world: World, reply: AipCall<'/retour-fonds/reponses'>): Reaction {
  const transfer = world.store.get('transfers', reply.endToEndId)
  const open = world.store.get('returns', reply.endToEndId)
  if (!transfer || !open || open.requestedId !== reply.msgIdDemande)
    return refuse(404, 'La réponse ne correspond à aucune demande de retour de fonds')
  if (open.state !== 'open') return { changes: [] }
  return {
    changes: [
      returnRow({ ...open, state: 'refused' }),
      ...(transfer.payerMember === world.bank ? [refused(world, transfer, reply.raison)] : []),
    ],
  }
}

/** The bank gives money back, on request or by itself. The same payment can come back once. */
export function takeReturn(
  world: World,
  { endToEndId, montantRetourne, raisonRetour }: AipCall<'/retour-fonds'>,
): Reaction {
  const transfer = world.store.get('transfers', endToEndId)
  if (!transfer || transfer.payeeMember !== world.bank || transfer.state !== 'ACCC')
    return refuse(404, `Aucun transfert reçu ne correspond à ${endToEndId}`)
  if (world.store.get('returns', endToEndId)?.state === 'returned')
    return { changes: [conflict(world, `${endToEndId} was returned twice`)] }
  if (montantRetourne !== transfer.amount)
    return { changes: [conflict(world, `${endToEndId} was returned with ${montantRetourne} of ${transfer.amount}`)] }
  const row = world.store.get('returns', endToEndId) ?? newReturn(world, transfer, raisonRetour)
  return {
    changes: [
      returnRow({ ...row, state: 'returned', at: nowMs(world) }),
      ...(transfer.payerMember === world.bank
        ? [answer(world, '/retour-fonds', { msgId: newPlatformMessageId(), endToEndId, montantRetourne, raisonRetour })]
        : []),
    ],
  }
}

/** Somebody outside asks for money back that was paid to the bank's customer. */
export function askForReturn(world: World, endToEndId: string, raison: ReturnRequest['raison']): Reaction {
  const transfer = world.store.get('transfers', endToEndId)
  if (transfer?.payeeMember !== world.bank || transfer.payerMember === world.bank || transfer.state !== 'ACCC')
    return refuse(404, `no payment of somebody outside is ${endToEndId}`)
  if (world.store.get('returns', endToEndId)) return refuse(409, `${endToEndId} was asked for already`)
  const requestedId = newPlatformMessageId()
  return {
    changes: [
      returnRow({ ...newReturn(world, transfer, raison), requestedId }),
      answer(world, '/retour-fonds/demande', {
        msgId: requestedId,
        codeMembreParticipantPayeur: transfer.payerMember,
        endToEndId,
        raison,
      }),
    ],
  }
}

/** The payee of a payment of the bank, or the bank's own, gives money back unasked. */
export function returnToBank(
  world: World,
  endToEndId: string,
  raisonRetour: 'AC06' | 'AC07' | 'FR01' | 'MD06' | 'BE01' | 'RR04' | 'CUST',
): Reaction {
  const transfer = world.store.get('transfers', endToEndId)
  if (transfer?.payerMember !== world.bank || transfer.payeeMember === world.bank || !isDone(world, transfer))
    return refuse(404, `no payment to somebody outside is ${endToEndId}`)
  if (world.store.get('returns', endToEndId)?.state === 'returned') return refuse(409, `${endToEndId} was returned`)
  return {
    changes: [
      returnRow({ ...newReturn(world, transfer, raisonRetour), state: 'returned' }),
      answer(world, '/retour-fonds', {
        msgId: newPlatformMessageId(),
        endToEndId,
        montantRetourne: transfer.amount,
        raisonRetour,
      }),
    ],
  }
}
