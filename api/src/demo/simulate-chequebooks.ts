// Simulates production and delivery of chequebooks, for the demo bank only.
import type { Clock } from '../adapters/clock.ts'
import type { Db } from '../db/db.ts'
import { listOnTheirWay, type OnTheirWay } from '../domains/chequebooks/chequebook-store.ts'
import { moveChequebook } from '../domains/chequebooks/move-chequebook.ts'

const AT_ONCE = 100
// Minutes instead of days: long enough to observe each state.
const AFTER_MS = { ordered: 60_000, in_production: 120_000, available: 1_800_000 } as const
const next = { ordered: 'in_production', in_production: 'available', available: 'delivered' } as const
const RECENT_MS = 2 * 3_600_000

const isMoving = (status: OnTheirWay['status']): status is keyof typeof next => status in next

/** Moves recent orders to their next state after a while. */
export async function simulateChequebooks(ports: { db: Db; clock: Clock }): Promise<void> {
  const now = ports.clock.now().getTime()
  for (const { account_id, id, status, moved_at, ordered_at } of await listOnTheirWay(ports.db, AT_ONCE)) {
    if (!isMoving(status) || now - ordered_at.getTime() > RECENT_MS || now - moved_at.getTime() < AFTER_MS[status])
      continue
    await moveChequebook(ports, { account_id, id, operator: 'demo', move: { to: next[status] } })
  }
}
