// Ends what instant payments keep for accounts that were closed: aliases at the platform, claims on them, the till, requests to pay, and requests
// for money back. The core of the bank closes accounts in the database itself, so a job looks for them.
import type { Clock } from '../../adapters/clock.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { byBank, recordEvent } from '../audit/audit-store.ts'
import type { AliasRow } from './aliases/alias-columns.ts'
import { lockAliasesOfClosed, lockOpenClaim, updateAlias, updateClaim } from './aliases/alias-store.ts'
import { queueMessages } from './platform/aip-message-store.ts'
import { queueRefusal } from './requests/answer-requests.ts'
import { lockRequestsOfClosed, type LockedRequest, markRequestAnswered } from './requests/payment-request-store.ts'
import { queueRefusal as queueReturnRefusal } from './returns/return-payments.ts'
import { type LockedReturn, lockReturnsOfClosed, markReturnAnswered } from './returns/return-request-store.ts'
import { cancelTillsOfClosed } from './aliases/till-store.ts'

const MAX_IN_ONE_TRANSACTION = 100

/** The alias leaves the platform: to the institution that claims it, else it is removed. One that the platform does not have just ends. */
async function endAlias(tx: Tx, alias: AliasRow, now: Date): Promise<void> {
  const { account_id, id, kind, value } = alias
  const claim = await lockOpenClaim(tx, alias)
  const claimId = claim?.claim_id ?? null
  if (alias.state === 'active' && claim !== null && claimId !== null) {
    await updateClaim(tx, claim, { ...claim, state: 'accepting', decided_at: now })
    const body = {
      identifiantRevendication: claimId,
      dateAction: now.toISOString(),
      auteurAction: 'PARTICIPANT' as const,
    }
    await queueMessages(tx, [{ path: '/revendications/acceptation', body }], now)
  } else if (alias.state === 'active' && value !== null) {
    await updateAlias(tx, alias, { ...alias, state: 'removing' })
    const body = { alias: value, raisonSuppression: 'FERMETURE_COMPTE_CLIENT' as const }
    await queueMessages(tx, [{ path: '/alias/suppression', body }], now)
  } else await updateAlias(tx, alias, { ...alias, state: 'removed' })
  await recordEvent(tx, {
    at: now,
    ...byBank,
    account_id,
    action: claimId !== null ? 'alias.release' : 'alias.remove',
    subject_id: id,
    facts: { kind, value, why: 'closed' },
  })
}

/** A received request is refused, so that its requester does not wait. A payment for a sent one would be refused: AC04. */
async function endRequest(tx: Tx, request: LockedRequest, now: Date): Promise<void> {
  const { id, account_id, direction } = request
  const isReceived = direction === 'received'
  const reason = isReceived ? 'AG03' : 'AC04'
  await markRequestAnswered(tx, id, { state: isReceived ? 'refused' : 'failed', reason, by: null, at: now })
  if (isReceived) await queueRefusal(tx, request, reason, now)
  await recordEvent(tx, {
    at: now,
    ...byBank,
    account_id,
    action: isReceived ? 'request.refuse' : 'request.answer',
    subject_id: id,
    facts: { reason },
  })
}

/** Answered as a request that comes after the account was closed. */
async function endReturn(tx: Tx, request: LockedReturn, now: Date): Promise<void> {
  const { id, account_id, sender: member } = request
  const reason = 'AC04'
  await markReturnAnswered(tx, id, { state: 'refused', refusal: reason, by: null, at: now })
  await queueReturnRefusal(tx, { ...request, member }, reason, now)
  await recordEvent(tx, { at: now, ...byBank, account_id, action: 'return.refuse', subject_id: id, facts: { reason } })
}

/** Ends what is left of closed accounts; answers how many aliases, amounts of tills and requests. What the platform refuses is tried again in the next run. */
export async function endClosedAccounts({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const ended = await transaction(db, async (tx) => {
    const now = clock.now()
    const aliases = await lockAliasesOfClosed(tx, MAX_IN_ONE_TRANSACTION)
    for (const alias of aliases) await endAlias(tx, alias, now)
    const requests = await lockRequestsOfClosed(tx, now, MAX_IN_ONE_TRANSACTION)
    for (const request of requests) await endRequest(tx, request, now)
    const returns = await lockReturnsOfClosed(tx, MAX_IN_ONE_TRANSACTION)
    for (const request of returns) await endReturn(tx, request, now)
    return aliases.length + requests.length + returns.length + (await cancelTillsOfClosed(tx))
  })
  return ended === 0 ? 0 : ended + (await endClosedAccounts({ db, clock }))
}
