// Ends what a refused message has begun for an alias or a claim: the AIP did not take it, so no answer will come.
import type { Tx } from '../../../db/db.ts'
import type { OutgoingMessage } from '../platform/aip-message-store.ts'
import { lockClaim, lockCreated, lockHeld, lockRequestedClaim, updateAlias, updateClaim } from './alias-store.ts'

async function refuseCreation(tx: Tx, creationId: string, now: Date): Promise<void> {
  const alias = await lockCreated(tx, creationId)
  if (alias?.state === 'creating')
    await updateAlias(tx, alias, {
      ...alias,
      state: 'failed',
      answered_at: now,
      refusal: 'the AIP refused the message',
    })
}

async function refuseRemoval(tx: Tx, value: string): Promise<void> {
  const alias = await lockHeld(tx, value)
  if (alias?.state === 'removing') await updateAlias(tx, alias, { ...alias, state: 'active' })
}

async function refuseClaim(tx: Tx, value: string, now: Date): Promise<void> {
  const claim = await lockRequestedClaim(tx, value)
  if (claim) await updateClaim(tx, claim, { ...claim, state: 'failed', decided_at: now })
}

/** The customer can decide again. */
async function refuseDecision(tx: Tx, claimId: string): Promise<void> {
  const claim = await lockClaim(tx, claimId)
  if (claim?.state === 'accepting' || claim?.state === 'rejecting')
    await updateClaim(tx, claim, { ...claim, state: 'open', decided_by: null, decided_at: null })
}

/** Messages about other things change nothing here. */
export async function endRefusedAliasMessage(tx: Tx, { path, body }: OutgoingMessage, now: Date): Promise<void> {
  if (path === '/alias/creation') await refuseCreation(tx, body.idCreationAlias, now)
  if (path === '/alias/suppression') await refuseRemoval(tx, body.alias)
  if (path === '/revendications/creation') await refuseClaim(tx, body.alias, now)
  if (path === '/revendications/acceptation' || path === '/revendications/rejet')
    await refuseDecision(tx, body.identifiantRevendication)
}
