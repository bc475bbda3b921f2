import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Db } from '../../db/db.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { alertMail } from './alert-mail.ts'
import { mailTimeOf } from './alert-rules.ts'
import { lockNextRecipient, postponeMails, takeMails } from './alert-store.ts'

/**
 * Sends the e-mail of the next user with waiting alerts, or postpones it to the chosen hour; answers whether there was
 * one.
 */
export function sendNextAlerts({
  db,
  clock,
  portalUrl,
}: {
  db: Db
  clock: Clock
  portalUrl: string
}): Promise<boolean> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const next = await lockNextRecipient(tx, now)
    if (!next) return false
    const { to, timing } = next
    const due = to.is_security ? to.at : mailTimeOf(to.at, timing)
    // An older alert may be past its hour because the worker was stopped: quiet hours apply nevertheless.
    const time = due > now || to.is_security ? due : mailTimeOf(now, { ...timing, is_daily: false })
    if (time > now) {
      await postponeMails(tx, to.user_id, time)
      return true
    }
    const alerts = await takeMails(tx, to.user_id, to.is_security)
    if (to.email !== null && alerts.length > 0)
      await queueMail(tx, alertMail({ ...to, email: to.email }, await getBankIdentity(tx), alerts, portalUrl), now)
    return true
  })
}
