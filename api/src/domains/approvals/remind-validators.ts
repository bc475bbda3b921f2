import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { listWaitingValidators, takeReminder } from './reminder-store.ts'
import { reminderMail } from './reminder-mail.ts'

/** Reminders are sent from this hour on, in Dakar's time. */
const FROM_HOUR = 8
const AT_ONCE = 100

/** Sends each validator one e-mail a day with the number of items that wait for their signature. Answers how many were sent. */
export function remindValidators({
  db,
  clock,
  portalUrl,
}: {
  db: Db
  clock: Clock
  portalUrl: string
}): Promise<number> {
  const now = clock.now()
  if (now.getUTCHours() < FROM_HOUR) return Promise.resolve(0)
  const today = now.toISOString().slice(0, 10)
  return transaction(db, async (tx) => {
    const waiting = await listWaitingValidators(tx, { today, since: new Date(today), max: AT_ONCE, now })
    if (waiting.length === 0) return 0
    const bank = await getBankIdentity(tx)
    let written = 0
    for (const { user_id, lang, email, first_name, ...counts } of waiting) {
      // Of two workers, one finds the reminder already sent.
      if (!(await takeReminder(tx, user_id, today))) continue
      await queueMail(tx, reminderMail({ lang, email, first_name }, bank, counts, `${portalUrl}transfers/to-sign`), now)
      written += 1
    }
    return written
  })
}
