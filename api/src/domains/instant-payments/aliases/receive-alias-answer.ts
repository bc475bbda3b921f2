// Applies what the platform answers about aliases and claims. An answer that comes again changes nothing.
import type { Tx } from '../../../db/db.ts'
import { newId } from '../../../adapters/ids.ts'
import type { AipCallback } from '../../../formats/instant/aip-callbacks.ts'
import { isClosed } from '../../accounts/account-store.ts'
import { byBank, recordEvent } from '../../audit/audit-store.ts'
import type { AliasRow, ClaimRow } from './alias-columns.ts'
import {
  insertAlias,
  insertClaim,
  lockAlias,
  lockClaim,
  lockCreated,
  lockHeld,
  lockRequestedClaim,
  updateAlias,
  updateClaim,
} from './alias-store.ts'
import { createAgain } from './create-alias.ts'
import type { Applied } from '../payments/receive-outcome.ts'

const reasonOf = (text: string | undefined) => text?.slice(0, 200) || 'no reason'

/** The platform makes a payment address beside a telephone number. */
async function keepAddressBeside(tx: Tx, alias: AliasRow, address: string, now: Date): Promise<void> {
  await insertAlias(tx, {
    ...alias,
    id: newId(),
    kind: 'address',
    value: address,
    creation_id: `${alias.creation_id}-1`,
    state: 'active',
    created_at: now,
    answered_at: now,
  })
}

export async function receiveCreation(
  tx: Tx,
  body: AipCallback<'/alias/creation/reponses'>,
  now: Date,
): Promise<Applied> {
  const alias = await lockCreated(tx, body.idCreationAlias)
  if (!alias) return 'unknown'
  if (alias.state !== 'creating') return 'unchanged'
  const value = alias.value ?? body.alias ?? body.shid ?? null
  const isMade = body.statut === 'SUCCES' && value !== null
  await updateAlias(tx, alias, {
    ...alias,
    value: isMade ? value : alias.value,
    state: isMade ? 'active' : 'failed',
    answered_at: now,
    refusal: isMade ? null : reasonOf(body.raisonRejet),
  })
  if (isMade && alias.kind === 'phone' && body.shid) await keepAddressBeside(tx, alias, body.shid, now)
  return 'applied'
}

/** An alias that the platform does not have is removed as well. */
export async function receiveRemoval(
  tx: Tx,
  body: AipCallback<'/alias/suppression/reponses'>,
  now: Date,
): Promise<Applied> {
  const alias = await lockHeld(tx, body.alias)
  if (alias?.state !== 'removing') return 'unchanged'
  const isGone = body.statut === 'SUCCES' || /INEXISTANT/.test(body.raisonRejet ?? '')
  await updateAlias(tx, alias, { ...alias, state: isGone ? 'removed' : 'active', answered_at: now })
  return 'applied'
}

type NewClaim = AipCallback<'/revendications/creation/reponses'>

/** Another institution claims a number of our customer, who is alerted. */
async function receiveForeignClaim(tx: Tx, body: NewClaim, now: Date): Promise<Applied> {
  const alias = await lockHeld(tx, body.alias)
  const { identifiantRevendication: claim_id = null, revendicateur: member = null } = body
  if (!alias || claim_id === null) return 'unknown'
  if (await lockClaim(tx, claim_id)) return 'unchanged'
  const { account_id, id: alias_id, value } = alias
  const isNew = await insertClaim(tx, {
    account_id,
    id: newId(),
    alias_id,
    direction: 'received',
    claim_id,
    member,
    state: 'open',
    created_by: null,
    created_at: now,
    decided_by: null,
    decided_at: null,
  })
  if (!isNew) return 'contradiction'
  await recordEvent(tx, {
    at: now,
    ...byBank,
    account_id,
    action: 'alias.claimed',
    subject_id: alias_id,
    facts: { value, member },
  })
  return 'applied'
}

/** A claim was opened, or ours could not be. `member`: our member code. */
export async function receiveClaim(tx: Tx, body: NewClaim, member: string, now: Date): Promise<Applied> {
  if (body.statut === 'INITIEE' && body.revendicateur !== undefined && body.revendicateur !== member)
    return receiveForeignClaim(tx, body, now)
  const claim = await lockRequestedClaim(tx, body.alias)
  if (!claim) return 'unchanged'
  const isOpen = body.statut === 'INITIEE'
  await updateClaim(tx, claim, {
    ...claim,
    claim_id: body.identifiantRevendication ?? null,
    member: body.detenteur ?? null,
    state: isOpen ? 'open' : 'failed',
    decided_at: isOpen ? null : now,
  })
  // Nobody has the number any more: it can be tied to the account.
  if (!isOpen && /INEXISTANT/.test(body.raisonRejet ?? '')) await createOf(tx, claim, now)
  return 'applied'
}

async function createOf(tx: Tx, { account_id, alias_id }: ClaimRow, now: Date): Promise<void> {
  if (await isClosed(tx, account_id)) return
  const alias = await lockAlias(tx, account_id, alias_id)
  if (alias?.state === 'failed' && alias.value !== null && !(await lockHeld(tx, alias.value)))
    await createAgain(tx, alias, now)
}

type Decision = AipCallback<'/revendications/recuperation/reponses'>

/**
 * A claim was decided. Accepted: a number of our customer leaves the account, one that they claimed is tied to it now. A decision of ours that the
 * platform refuses leaves the claim open.
 */
export async function receiveDecision(
  tx: Tx,
  { identifiantRevendication, statut }: Pick<Decision, 'identifiantRevendication' | 'statut'>,
  now: Date,
): Promise<Applied> {
  const claim = await lockClaim(tx, identifiantRevendication)
  if (!claim) return 'unknown'
  const isDecided = claim.state === 'accepted' || claim.state === 'rejected' || claim.state === 'failed'
  if (isDecided || statut === 'INITIEE') return 'unchanged'
  if (statut === 'ECHEC') {
    if (claim.direction === 'received')
      await updateClaim(tx, claim, { ...claim, state: 'open', decided_by: null, decided_at: null })
    return claim.direction === 'received' ? 'applied' : 'contradiction'
  }
  await updateClaim(tx, claim, {
    ...claim,
    state: statut === 'ACCEPTEE' ? 'accepted' : 'rejected',
    decided_at: claim.decided_at ?? now,
  })
  if (statut === 'ACCEPTEE' && claim.direction === 'made') await createOf(tx, claim, now)
  if (statut === 'ACCEPTEE' && claim.direction === 'received') {
    const alias = await lockAlias(tx, claim.account_id, claim.alias_id)
    if (alias) await updateAlias(tx, alias, { ...alias, state: 'removed', answered_at: now })
  }
  return 'applied'
}
