import { MAX_PUSH_DEVICES, type PushDevice } from 'contract/access/alerts.ts'
import type { Caller } from '../../caller.ts'
import { type AuditEvent, byUser, recordEvent } from '../audit/audit-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { type Clock, unixSeconds } from '../../adapters/clock.ts'
import { deviceOf } from '../../adapters/user-agents.ts'
import { newId } from '../../adapters/ids.ts'
import { isBrowserKey } from '../../adapters/web-push.ts'
import { Refusal } from '../../refusal.ts'
import { isPushEndpoint } from './push-rules.ts'
import { insertDevice, listDevices, lockUser, removeDevice, removeOldest, renewDevice } from './push-store.ts'

/** The push services that the bank may call, and its key for them. Without services, push is disabled. */
export type PushPorts = { services: readonly string[]; publicKey: string }
type Ports = { db: Db; clock: Clock; push: PushPorts }
type Input = { endpoint: string; p256dh: string; auth: string }

export async function describeDevices(
  { db, push: { services, publicKey } }: Pick<Ports, 'db' | 'push'>,
  userId: string,
): Promise<{ public_key: string; devices: PushDevice[] } | null> {
  if (services.length === 0) return null
  const rows = await listDevices(db, userId)
  return {
    public_key: publicKey,
    devices: rows.map(({ id, user_agent, created_at, last_used_at }) => ({
      id,
      device: deviceOf(user_agent),
      added_at: unixSeconds(created_at),
      last_used_at: unixSeconds(last_used_at),
    })),
  }
}

function subscriptionOf({ services }: PushPorts, { endpoint, p256dh, auth }: Input) {
  if (!isPushEndpoint(endpoint, services)) throw new Refusal('push_endpoint_refused')
  const key = Buffer.from(p256dh, 'base64url')
  if (!isBrowserKey(key)) throw new Refusal('push_key_refused')
  return { endpoint, p256dh: key, auth: Buffer.from(auth, 'base64url') }
}

const record = (tx: Tx, caller: Caller, event: Pick<AuditEvent, 'action' | 'at' | 'subject_id'>) =>
  recordEvent(tx, { ...event, ...byUser(caller), facts: {} })

/** Registers the caller's browser. Above the maximum, the user's least recently used device is removed. */
export function addDevice({ db, clock, push }: Ports, caller: Caller, input: Input): Promise<{ id: string }> {
  const subscription = subscriptionOf(push, input)
  const { user_id, session_id } = caller
  return transaction(db, async (tx) => {
    const [id, now] = [newId(), clock.now()]
    await lockUser(tx, user_id)
    // An address that is registered already is never taken over, not even by the same user: browsers create a new one
    // for each subscription.
    if (!(await insertDevice(tx, { ...subscription, id, user_id, session_id, now })))
      throw new Refusal('push_endpoint_refused')
    await removeOldest(tx, user_id, MAX_PUSH_DEVICES)
    await record(tx, caller, { action: 'alerts.device-on', at: now, subject_id: id })
    return { id }
  })
}

/** Moves a device to the current session. A device of another user is answered like a missing one. */
export function renewOwnDevice(
  { db, clock, push }: Ports,
  { user_id, session_id }: Caller,
  id: string,
  input: Input,
): Promise<null> {
  const subscription = subscriptionOf(push, input)
  return transaction(db, async (tx) => {
    if (!(await renewDevice(tx, { ...subscription, id, user_id, session_id, now: clock.now() })))
      throw new Refusal('not_found')
    return null
  })
}

export function removeOwnDevice({ db, clock }: Ports, caller: Caller, id: string): Promise<null> {
  return transaction(db, async (tx) => {
    if (!(await removeDevice(tx, caller.user_id, id))) throw new Refusal('not_found')
    await record(tx, caller, { action: 'alerts.device-off', at: clock.now(), subject_id: id })
    return null
  })
}
