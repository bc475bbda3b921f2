// Names who plays each call of the bank.
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
  takeVerification,
  verifyAccount,
} from './play-directory.ts'
import { answerPing, sendParticipants, sendReport, takeReportRequest } from './play-reports.ts'
import { payRequest, takeRequest, takeRequestRefusal } from './play-requests.ts'
import { takeReturn, takeReturnRefusal, takeReturnRequest } from './play-returns.ts'
import { answerStatus, takeAnswer, takeOrder } from './play-transfers.ts'
import type { Reaction, World } from './simulated-world.ts'
import type { Change, Task } from './simulator-store.ts'

const plays: { [Path in AipCallPath]: (world: World, body: AipCall<Path>) => Reaction } = {
  '/alias/recherche': lookUpAlias,
  '/alias/creation': createAlias,
  '/alias/modification': changeAlias,
  '/alias/suppression': removeAlias,
  '/revendications/creation': claimAlias,
  '/revendications/recuperation': fetchClaim,
  '/revendications/acceptation': acceptClaim,
  '/revendications/rejet': rejectClaim,
  '/verifications-identites': verifyAccount,
  '/verifications-identites/reponses': takeVerification,
  '/transferts': takeOrder,
  '/transferts/reponses': takeAnswer,
  '/transferts/statut': answerStatus,
  '/demandes-paiements': takeRequest,
  '/demandes-paiements/reponses': takeRequestRefusal,
  '/retour-fonds/demande': takeReturnRequest,
  '/retour-fonds/reponses': takeReturnRefusal,
  '/retour-fonds': takeReturn,
  '/participants/listes': sendParticipants,
  '/notifications/test-connectivite': answerPing,
  '/rapports/demandes': takeReportRequest,
  '/rapports/telechargements': sendReport,
}

/** What a message changes; `body` is what the schema of its path has read. */
export const playCall = (world: World, path: AipCallPath, body: unknown): Reaction =>
  // The path chooses both the schema that has read the body and the player that takes it.
  (plays[path] as (world: World, body: unknown) => Reaction)(world, body)

/** What a moment changes that somebody outside has waited for. */
export function playTask(world: World, task: Exclude<Task, { kind: 'callback' }>): Change[] {
  return task.kind === 'pay-request' ? payRequest(world, task.endToEndId) : decideClaim(world, task.id, task.accepts)
}
