// Maps each call of the bank to the function that simulates its recipient.
import type { AipCall, AipCallPath } from '../../formats/instant/aip-calls.ts'
import {
  acceptClaim,
  changeAlias,
  claimAlias,
  createAlias,
  decideClaim,
  fetchClaim,
  lookUpAlias,
  rejectClaim,
  removeAlias,
  receiveVerification,
  verifyAccount,
} from './simulate-directory.ts'
import { answerPing, sendParticipants, sendReport, receiveReportRequest } from './simulate-reports.ts'
import { payRequest, receiveRequest, receiveRequestRefusal } from './simulate-requests.ts'
import { receiveReturn, receiveReturnRefusal, receiveReturnRequest } from './simulate-returns.ts'
import { answerStatus, receiveAnswer, receiveOrder } from './simulate-transfers.ts'
import type { Reaction, SimulatorContext } from './simulator-context.ts'
import type { Change, Task } from './simulator-store.ts'

const handlers: { [Path in AipCallPath]: (context: SimulatorContext, body: AipCall<Path>) => Reaction } = {
  '/alias/recherche': lookUpAlias,
  '/alias/creation': createAlias,
  '/alias/modification': changeAlias,
  '/alias/suppression': removeAlias,
  '/revendications/creation': claimAlias,
  '/revendications/recuperation': fetchClaim,
  '/revendications/acceptation': acceptClaim,
  '/revendications/rejet': rejectClaim,
  '/verifications-identites': verifyAccount,
  '/verifications-identites/reponses': receiveVerification,
  '/transferts': receiveOrder,
  '/transferts/reponses': receiveAnswer,
  '/transferts/statut': answerStatus,
  '/demandes-paiements': receiveRequest,
  '/demandes-paiements/reponses': receiveRequestRefusal,
  '/retour-fonds/demande': receiveReturnRequest,
  '/retour-fonds/reponses': receiveReturnRefusal,
  '/retour-fonds': receiveReturn,
  '/participants/listes': sendParticipants,
  '/notifications/test-connectivite': answerPing,
  '/rapports/demandes': receiveReportRequest,
  '/rapports/telechargements': sendReport,
}

/** Simulates the effect of a message of the bank; `body` is as parsed by the schema of its path. */
export const simulateCall = (context: SimulatorContext, path: AipCallPath, body: unknown): Reaction =>
  // The path chooses both the schema that has parsed the body and its function.
  (handlers[path] as (context: SimulatorContext, body: unknown) => Reaction)(context, body)

/** Simulates a scheduled action of a customer of another institution. */
export function simulateTask(context: SimulatorContext, task: Exclude<Task, { kind: 'callback' }>): Change[] {
  return task.kind === 'pay-request'
    ? payRequest(context, task.endToEndId)
    : decideClaim(context, task.id, task.accepts)
}
