// Simulates returns of funds: the other side gives money back, refuses, or asks the bank for money back.
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
  type SimulatorContext,
} from './simulator-context.ts'
import type { Change, SimulatedReturn, SimulatedTransfer } from './simulator-store.ts'

type ReturnRequest = AipCall<'/retour-fonds/demande'>

const returnRow = (row: SimulatedReturn): Change => ({ table: 'returns', key: row.endToEndId, row })

const refused = (
  context: SimulatorContext,
  { endToEndId, payeeMember }: SimulatedTransfer,
  raison: 'CUST' | 'AC04' | 'ARDT',
): Change =>
  answer(context, '/retour-fonds/reponses', {
    msgId: newPlatformMessageId(),
    codeMembreParticipantPaye: payeeMember,
    endToEndId,
    statut: 'RJCR',
    raison,
  })

const newReturn = (
  context: SimulatorContext,
  { endToEndId, amount }: SimulatedTransfer,
  raison: string,
): SimulatedReturn => ({
  endToEndId,
  requestedId: null,
  state: 'open',
  amount,
  reason: raison,
  at: nowMs(context),
})

/** The bank asks for money that its customer has paid. */
export function receiveReturnRequest(context: SimulatorContext, { endToEndId, raison }: ReturnRequest): Reaction {
  const { store, bank } = context
  const transfer = store.get('transfers', endToEndId)
  if (!transfer || transfer.payerMember !== bank || !isDone(context, transfer))
    return refuse(404, `Aucun transfert irrévocable ne correspond à ${endToEndId}`)
  const before = store.get('returns', endToEndId)
  if (before?.state === 'returned') return { changes: [refused(context, transfer, 'ARDT')] }
  if (before?.state === 'open') return { changes: [] }
  const row = newReturn(context, transfer, raison)
  if (transfer.payeeMember === bank) {
    const requestedId = newPlatformMessageId()
    return {
      changes: [
        returnRow({ ...row, requestedId }),
        answer(context, '/retour-fonds/demande', {
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
    return { changes: [returnRow({ ...row, state: 'refused' }), refused(context, transfer, refusesReturns)] }
  const at = nowMs(context) + context.decisionDelayMs
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
export function receiveReturnRefusal(context: SimulatorContext, reply: AipCall<'/retour-fonds/reponses'>): Reaction {
  const transfer = context.store.get('transfers', reply.endToEndId)
  const open = context.store.get('returns', reply.endToEndId)
  if (!transfer || !open || open.requestedId !== reply.msgIdDemande)
    return refuse(404, 'La réponse ne correspond à aucune demande de retour de fonds')
  if (open.state !== 'open') return { changes: [] }
  return {
    changes: [
      returnRow({ ...open, state: 'refused' }),
      ...(transfer.payerMember === context.bank ? [refused(context, transfer, reply.raison)] : []),
    ],
  }
}

/** The bank gives money back, on request or by itself. The same payment can come back once. */
export function receiveReturn(
  context: SimulatorContext,
  { endToEndId, montantRetourne, raisonRetour }: AipCall<'/retour-fonds'>,
): Reaction {
  const transfer = context.store.get('transfers', endToEndId)
  if (!transfer || transfer.payeeMember !== context.bank || transfer.state !== 'ACCC')
    return refuse(404, `Aucun transfert reçu ne correspond à ${endToEndId}`)
  if (context.store.get('returns', endToEndId)?.state === 'returned')
    return { changes: [conflict(context, `${endToEndId} was returned twice`)] }
  if (montantRetourne !== transfer.amount)
    return { changes: [conflict(context, `${endToEndId} was returned with ${montantRetourne} of ${transfer.amount}`)] }
  const row = context.store.get('returns', endToEndId) ?? newReturn(context, transfer, raisonRetour)
  return {
    changes: [
      returnRow({ ...row, state: 'returned', at: nowMs(context) }),
      ...(transfer.payerMember === context.bank
        ? [
            answer(context, '/retour-fonds', {
              msgId: newPlatformMessageId(),
              endToEndId,
              montantRetourne,
              raisonRetour,
            }),
          ]
        : []),
    ],
  }
}

/** Somebody outside asks for money back that was paid to the bank's customer. */
export function requestReturnFromBank(
  context: SimulatorContext,
  endToEndId: string,
  raison: ReturnRequest['raison'],
): Reaction {
  const transfer = context.store.get('transfers', endToEndId)
  if (transfer?.payeeMember !== context.bank || transfer.payerMember === context.bank || transfer.state !== 'ACCC')
    return refuse(404, `no payment of somebody outside is ${endToEndId}`)
  if (context.store.get('returns', endToEndId)) return refuse(409, `${endToEndId} was asked for already`)
  const requestedId = newPlatformMessageId()
  return {
    changes: [
      returnRow({ ...newReturn(context, transfer, raison), requestedId }),
      answer(context, '/retour-fonds/demande', {
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
  context: SimulatorContext,
  endToEndId: string,
  raisonRetour: 'AC06' | 'AC07' | 'FR01' | 'MD06' | 'BE01' | 'RR04' | 'CUST',
): Reaction {
  const transfer = context.store.get('transfers', endToEndId)
  if (transfer?.payerMember !== context.bank || transfer.payeeMember === context.bank || !isDone(context, transfer))
    return refuse(404, `no payment to somebody outside is ${endToEndId}`)
  if (context.store.get('returns', endToEndId)?.state === 'returned') return refuse(409, `${endToEndId} was returned`)
  return {
    changes: [
      returnRow({ ...newReturn(context, transfer, raisonRetour), state: 'returned' }),
      answer(context, '/retour-fonds', {
        msgId: newPlatformMessageId(),
        endToEndId,
        montantRetourne: transfer.amount,
        raisonRetour,
      }),
    ],
  }
}
