// Claims on telephone numbers: our customer claims theirs from another institution, or decides about a claim on it.
import { newId } from '../../../adapters/ids.ts'
import { transaction } from '../../../db/transaction.ts'
import { Refusal } from '../../../refusal.ts'
import { type AliasPorts, type AliasRequest, confirmAlias, recordAlias } from './alias-ports.ts'
import { insertClaim, lockAlias, lockOpenClaim, updateClaim } from './alias-store.ts'
import { queueMessages } from '../platform/aip-message-store.ts'

type OfAlias = AliasRequest & { id: string }

/** Claims the number of an alias that the platform refused because the number is tied to an account elsewhere. */
export function claimPaymentAlias(
  { db, clock, isInstant }: AliasPorts,
  { caller, confirmation, id }: OfAlias,
): Promise<void> {
  return transaction(db, async (tx) => {
    if (!isInstant) throw new Refusal('instant_payments_off')
    const now = clock.now()
    const { account_id, user_id } = caller
    const alias = await lockAlias(tx, account_id, id)
    if (alias?.kind !== 'phone' || alias.value === null) throw new Refusal('not_found')
    if (alias.state !== 'failed' || (await lockOpenClaim(tx, alias))) throw new Refusal('alias_busy')
    await confirmAlias(tx, { caller, confirmation }, 'alias.claim', alias, now)
    await insertClaim(tx, {
      account_id,
      id: newId(),
      alias_id: id,
      direction: 'made',
      claim_id: null,
      member: null,
      state: 'requested',
      created_by: user_id,
      created_at: now,
      decided_by: null,
      decided_at: null,
    })
    await queueMessages(tx, [{ path: '/revendications/creation', body: { alias: alias.value } }], now)
    await recordAlias(tx, caller, 'alias.claim', alias, now)
  })
}

/** Sends the customer's decision about a claim on their number. */
export function answerAliasClaim(
  { db, clock, isInstant }: AliasPorts,
  { caller, confirmation, id, is_accepted }: OfAlias & { is_accepted: boolean },
): Promise<void> {
  return transaction(db, async (tx) => {
    if (!isInstant) throw new Refusal('instant_payments_off')
    const now = clock.now()
    const alias = await lockAlias(tx, caller.account_id, id)
    const claim = alias && (await lockOpenClaim(tx, alias))
    if (!alias || claim?.direction !== 'received') throw new Refusal('not_found')
    if (claim.state !== 'open' || claim.claim_id === null) throw new Refusal('alias_busy')
    await confirmAlias(tx, { caller, confirmation }, is_accepted ? 'alias.release' : 'alias.keep', alias, now)
    const state = is_accepted ? 'accepting' : 'rejecting'
    await updateClaim(tx, claim, { ...claim, state, decided_by: caller.user_id, decided_at: now })
    const decision = { identifiantRevendication: claim.claim_id, dateAction: now.toISOString() }
    await queueMessages(
      tx,
      [
        is_accepted
          ? { path: '/revendications/acceptation', body: { ...decision, auteurAction: 'CLIENT' } }
          : { path: '/revendications/rejet', body: decision },
      ],
      now,
    )
    await recordAlias(tx, caller, is_accepted ? 'alias.release' : 'alias.keep', alias, now)
  })
}
