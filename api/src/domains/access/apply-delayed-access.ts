// Applies the changes of access that one administrator has requested alone, when their delay has passed and nobody has refused them.
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { decideChange } from './access-change-store.ts'
import { lockAccessOf } from './access-store.ts'
import type { ChangeContext } from './administer.ts'
import { applyChange } from './decide-access-change.ts'
import { endDelay, findDueDelay, getDelayedChange, stopWaiting } from './delayed-access-store.ts'

type Ports = { db: Db; clock: Clock; portalUrl: string }

/** Applies the oldest due change on the accounts that its requester still administers. False where none is due. */
export function applyDelayedAccess({ db, clock, portalUrl }: Ports): Promise<boolean> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const due = await findDueDelay(tx, now)
    if (!due) return false
    await lockAccessOf(tx, due.customer_id)
    if (!(await endDelay(tx, due.change_id))) return true
    const { requester, ...change } = await getDelayedChange(tx, due.change_id, { administered: true })
    const [account_id] = change.account_ids
    if (account_id !== undefined) {
      const { asked_by, customer_id } = change
      const caller = {
        user_id: asked_by,
        full_name: requester,
        customer_id,
        account_id,
        session_id: null,
        address: null,
      }
      const context: ChangeContext = { tx, now, portalUrl, caller }
      await decideChange(tx, change, { state: 'accepted', by: asked_by, now })
      await applyChange(context, change)
    }
    // Where the requester has lost the administration, nothing is given.
    await stopWaiting(tx, change.id, now)
    return true
  })
}
