import type { Db } from '../../db/db.ts'
import { byBank, recordEvent } from '../audit/audit-store.ts'
import { transaction } from '../../db/transaction.ts'
import { release } from '../../ledger/ledger-store.ts'
import type { Clock } from '../../adapters/clock.ts'
import { findChequeTariff, lockExpiredChequebooks, markRefused } from './chequebook-store.ts'
import { chequebookHold } from './order-chequebook.ts'
import { notifyOfChequebook } from './notify-of-chequebook.ts'

type Ports = { db: Db; clock: Clock }

const AT_ONCE = 100
const DAY_MS = 86_400_000
const EXPIRED = 'Personne ne l’a validée à temps.'

/** Expires orders without signatures; their holds are released. */
export function expireChequebooks({ db, clock }: Ports): Promise<number> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { pending_order_days } = await findChequeTariff(tx)
    const late = await lockExpiredChequebooks(tx, new Date(now.getTime() - pending_order_days * DAY_MS), AT_ONCE)
    for (const book of late) {
      const { account_id, id } = book
      await release(tx, account_id, chequebookHold(id), now)
      await markRefused(tx, book, EXPIRED, now)
      await recordEvent(tx, { at: now, ...byBank, account_id, action: 'chequebook.lapse', subject_id: id, facts: {} })
      await notifyOfChequebook(tx, book, { status: 'refused', reason: EXPIRED }, now)
    }
    return late.length
  })
}
