import type { UserDevice } from 'contract/access/profile.ts'
import type { Caller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { type Clock, unixSeconds } from '../../adapters/clock.ts'
import { deviceOf } from '../../adapters/user-agents.ts'
import { Refusal } from '../../refusal.ts'
import { byUser, recordEvent } from '../audit/audit-store.ts'
import { deleteDevice, listDevices } from '../factors/device-store.ts'
import { endSessionsOfDevice, findSessionDevice } from '../session/session-store.ts'

type Ports = { db: Db; clock: Clock }

/** The browsers from which the user has signed in. */
export async function listUserDevices({ db }: Ports, { user_id, session_id }: Caller): Promise<UserDevice[]> {
  const [rows, current] = await Promise.all([listDevices(db, user_id), findSessionDevice(db, session_id)])
  const devices = rows.map(({ id, user_agent, address, created_at, last_seen_at }) => ({
    id,
    device: deviceOf(user_agent),
    address,
    first_seen_at: unixSeconds(created_at),
    last_seen_at: unixSeconds(last_seen_at),
    is_current: id === current,
  }))
  return devices.toSorted((one, other) => Number(other.is_current) - Number(one.is_current))
}

/** Forgets a browser and ends its sessions; the answer is the same for another user's and a missing one. */
export function revokeDevice({ db, clock }: Ports, caller: Caller, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    await endSessionsOfDevice(tx, { device_id: id, user_id: caller.user_id, now })
    if (!(await deleteDevice(tx, { id, user_id: caller.user_id }))) throw new Refusal('not_found')
    await recordEvent(tx, { at: now, ...byUser(caller), action: 'device.revoke', subject_id: id, facts: {} })
  })
}
