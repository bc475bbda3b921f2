import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Db } from '../../db/db.ts'
import { queueMails } from '../notifications/mail-queue.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { alertMail } from './alert-mail.ts'
import { mailTimeOf } from './alert-rules.ts'
import { hasDueMails, lockNextRecipients, postponeMails, takeMails } from './alert-store.ts'

/** Waiting alerts of one transaction: it costs more than the e-mail of one of them. */
const ALERTS = 50

type Ports = { db: Db; clock: Clock; portalUrl: string }

/**
 * Queues the e-mails of the next users with waiting alerts, or postpones them to the chosen hours; answers whether there may be
 * more.
 */
export async function sendNextAlerts({ db, clock, portalUrl }: Ports): Promise<boolean> {
  if (!(await hasDueMails(db, clock.now()))) return false
  return transaction(db, async (tx) => {
    const now = clock.now()
    const recipients = (await lockNextRecipients(tx, now, ALERTS)).map(({ to, timing }) => {
      const due = to.is_security ? to.at : mailTimeOf(to.at, timing)
      // An older alert may be past its hour because the worker was stopped: quiet hours apply nevertheless.
      const time = due > now || to.is_security ? due : mailTimeOf(now, { ...timing, is_daily: false })
      return { ...to, until: time > now ? time : null }
    })
    if (recipients.length === 0) return false
    await postponeMails(
      tx,
      recipients.flatMap(({ user_id, until }) => (until === null ? [] : [{ user_id, until }])),
    )
    const due = recipients.filter(({ until }) => until === null)
    const taken = await takeMails(tx, due)
    const bank = await getBankIdentity(tx)
    const mails = due.flatMap(({ email, ...to }) => {
      const alerts = taken.filter((alert) => alert.user_id === to.user_id && alert.is_security === to.is_security)
      return email === null || alerts.length === 0 ? [] : [alertMail({ ...to, email }, bank, alerts, portalUrl)]
    })
    await queueMails(tx, mails, now)
    return true
  })
}
