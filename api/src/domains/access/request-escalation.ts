// Stores an escalation of rights that does not take effect at once: it waits for a second administrator, or for the end of a delay.
import { type AccessChange, ANSWER_WITHIN_DAYS } from 'contract/access/access.ts'
import type { Capability } from 'contract/rights.ts'
import type { Grant } from 'contract/roles.ts'
import { newId } from '../../adapters/ids.ts'
import type { Tx } from '../../db/db.ts'
import { insertAccessChange } from './access-change-store.ts'
import type { Account } from './access-store.ts'
import { getDelayHours, insertDelay } from './delayed-access-store.ts'
import { idsOf, notifyOfDelay, recordAccess, notifyOfRequest, type AdministrationContext } from './administer.ts'

type Escalation = {
  kind: AccessChange['kind']
  person: { id: string; first_name: string; last_name: string }
  grant: Grant
}

/** `waiting`: on some accounts for a second administrator. `delayed`: on none, but on some for the end of the delay. */
export type AccessOutcome = { state: 'done' | 'waiting' | 'delayed' }

const HOUR_MS = 3_600_000

export const answerBy = (now: Date) => new Date(now.getTime() + ANSWER_WITHIN_DAYS * 24 * HOUR_MS)

/** Whether powers that an administrator gives without a second one take effect later. */
export const takesEffectLater = async (tx: Tx, powers: readonly Capability[]): Promise<boolean> =>
  powers.length > 0 && (await getDelayHours(tx)) > 0

async function insertRequest(
  context: AdministrationContext,
  { kind, person, grant }: Escalation,
  accounts: readonly Account[],
): Promise<string> {
  const { tx, caller, now } = context
  const { customer_id, user_id: asked_by } = caller
  const id = newId()
  const change = {
    id,
    customer_id,
    kind,
    user_id: person.id,
    ...grant,
    asked_by,
    asked_at: now,
    expires_at: answerBy(now),
  }
  await insertAccessChange(tx, change, idsOf(accounts))
  await recordAccess(
    context,
    'access.ask',
    person.id,
    accounts.map(({ account_id }) => ({ account_id, before: null, after: grant })),
  )
  return id
}

/** Stores what waits, and notifies those who may decide or object. */
export async function requestEscalation(
  context: AdministrationContext,
  escalation: Escalation,
  { waiting, delayed }: { waiting: readonly Account[]; delayed: readonly Account[] },
): Promise<AccessOutcome> {
  const { tx, now } = context
  if (waiting.length > 0) {
    await insertRequest(context, escalation, waiting)
    await notifyOfRequest(context, { ...escalation, accounts: waiting })
  }
  if (delayed.length > 0) {
    const effectiveAt = new Date(now.getTime() + (await getDelayHours(tx)) * HOUR_MS)
    await insertDelay(tx, await insertRequest(context, escalation, delayed), effectiveAt)
    await notifyOfDelay(context, { ...escalation, accounts: delayed }, effectiveAt)
  }
  return { state: waiting.length > 0 ? 'waiting' : delayed.length > 0 ? 'delayed' : 'done' }
}
