import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { alertMail } from './alert-mail.ts'
import { mailTimeOf } from './alert-rules.ts'
import { lockNextRecipient, postponeMails, takeMails } from './alert-store.ts'

/** Of one transaction, which costs more than the e-mail of one of them. */
const RECIPIENTS = 20

type Ports = { db: Db; clock: Clock; portalUrl: string }

/** Queues the e-mail of the next user with waiting alerts, or postpones it to the chosen hour; answers whether there was one. */
async function sendNext(tx: Tx, { clock, portalUrl }: Ports): Promise<boolean> {
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
}

/** Sends or postpones the e-mails of the next users with waiting alerts; answers whether there may be more. */
export const sendNextAlerts = (ports: Ports): Promise<boolean> =>
  transaction(ports.db, async (tx) => {
    for (let sent = 0; sent < RECIPIENTS; sent += 1) if (!(await sendNext(tx, ports))) return false
    return true
  })
