import type { Db } from '../../db/db.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import { countRequest, minutesUntil, type RateLimit } from '../../db/rate-limits.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import { newPasswordLink } from './password-link.ts'
import { hasPasswordRequests, insertPasswordRequest, takePasswordRequest } from './password-token-store.ts'
import { passwordLinkMail } from './session-mails.ts'
import { findUserByLogin, hasPassword } from './user-store.ts'

export const LINK_LIFETIME_SECONDS = 3600

// One link at once, the next after a minute, then two, four, up to an hour.
const PER_ID: RateLimit = { free: 0, first_seconds: 60, most_seconds: 3600, quiet_seconds: 6 * 3600 }
// A mobile network shares one address among thousands of customers: only a flood is delayed.
const PER_ADDRESS: RateLimit = { free: 30, first_seconds: 10, most_seconds: 600, quiet_seconds: 3600 }

/**
 * Stores a request for a password link. Nothing here depends on whether the id exists: the same rows, the same duration,
 * the same answer. The worker processes it (see answerPasswordRequest).
 */
export function requestPasswordLink(
  { db, clock }: { db: Db; clock: Clock },
  { login, address }: { login: string; address: string },
): Promise<void> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    for (const [subject, rate] of [
      [`forgot-from:${address}`, PER_ADDRESS],
      [`forgot:${login}`, PER_ID],
    ] as const) {
      const wait = await countRequest(tx, subject, rate, now)
      if (wait) throw new Refusal('asked_too_often', { minutes: minutesUntil(wait, now) })
    }
    await insertPasswordRequest(tx, { id: newId(), login, address, asked_at: now })
  })
}

/** Answers the next request by e-mail, where the id belongs to a user with an address. True while there was one. */
export async function answerPasswordRequest(
  { db, portalUrl }: { db: Db; portalUrl: string },
  now: Date,
): Promise<boolean> {
  if (!(await hasPasswordRequests(db))) return false
  return transaction(db, async (tx) => {
    const request = await takePasswordRequest(tx)
    if (!request) return false
    const user = await findUserByLogin(tx, request.login)
    if (!user?.email) return true
    const url = await newPasswordLink(tx, { portalUrl, user_id: user.id, now, lifetime_seconds: LINK_LIFETIME_SECONDS })
    const mail = passwordLinkMail({ ...user, email: user.email }, await getBankIdentity(tx), {
      url,
      isFirst: !hasPassword(user),
    })
    await queueMail(tx, mail, now)
    return true
  })
}
