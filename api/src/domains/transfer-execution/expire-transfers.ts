import { byBank, recordEvents } from '../audit/audit-store.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { release } from '../../ledger/ledger-store.ts'
import type { Clock } from '../../adapters/clock.ts'
import { lockExpired } from '../transfers/transfer-run-store.ts'
import { holdCause } from '../transfers/transfer-rules.ts'
import { notifyAuthors } from '../transfers/mails/notify-authors.ts'
import { markRefused } from '../transfers/transfer-state-store.ts'
import { findSigningRules } from '../transfers/transfer-store.ts'

const AT_ONCE = 100
const DAY_MS = 86_400_000

/** Refuses orders without signatures after 30 days or after their date; releases their holds. Answers how many. */
export function expireTransfers({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const today = now.toISOString().slice(0, 10)
    const { tariff } = await findSigningRules(tx, today)
    const expired = await lockExpired(tx, new Date(now.getTime() - tariff.pending_order_days * DAY_MS), today, AT_ONCE)
    for (const transfer of expired) {
      await release(tx, transfer.account_id, holdCause(transfer), now)
      await markRefused(tx, transfer, { reason_code: 'expired' })
    }
    await recordEvents(
      tx,
      expired.map(({ account_id, id }) => ({
        at: now,
        ...byBank,
        account_id,
        action: 'transfer.lapse' as const,
        subject_id: id,
        facts: {},
      })),
    )
    await notifyAuthors(
      tx,
      expired.map((order) => ({ ...order, cause: 'expired' as const, reason: null })),
      now,
    )
    return expired.length
  })
}
