// Makes sure that a new e-mail address is the user's: a code is sent to it, and the address is theirs when they type it.
import { EMAILED_CODE_TRIES } from 'contract/values/emailed-code.ts'
import type { Caller } from '../../caller.ts'
import type { Db, Tx } from '../../db/db.ts'
import { countRequest, minutesUntil } from '../../db/rate-limits.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { newEmailedCode, refuseWrongCode, SENDING_LIMIT } from '../factors/emailed-code-rules.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import { endPasswordTokens } from '../session/password-token-store.ts'
import { endPendingSignInsOf } from '../session/pending-sign-in-store.ts'
import { getUserById } from '../session/user-store.ts'
import { applyContact } from './apply-contact.ts'
import { replaceEmailChange, tryEmailCode, useUpEmailCode } from './email-change-store.ts'
import { emailCodeMail } from './profile-mails.ts'

type Ports = { db: Db; clock: Clock }

/** Stores a new address, and sends a code to it. */
export async function sendCodeTo(
  tx: Tx,
  user: Awaited<ReturnType<typeof getUserById>>,
  email: string,
  now: Date,
): Promise<void> {
  const wait = await countRequest(tx, `email-code:${user.id}`, SENDING_LIMIT, now)
  if (wait) throw new Refusal('asked_too_often', { minutes: minutesUntil(wait, now) })
  const { code, stored } = newEmailedCode({ user_id: user.id, proves: email }, now)
  await replaceEmailChange(tx, { user_id: user.id, email, ...stored })
  await queueMail(tx, emailCodeMail({ ...user, email }, await getBankIdentity(tx), code), now)
}

/** Sends another code for the change that waits; the former code is no longer valid. */
export function sendEmailCode({ db, clock }: Ports, { user_id }: Caller): Promise<void> {
  return transaction(db, async (tx) => {
    const user = await getUserById(tx, user_id)
    if (user.email_to_confirm === null) throw new Refusal('not_found')
    await sendCodeTo(tx, user, user.email_to_confirm, clock.now())
  })
}

/** Replaces the address of the user by the one that the code proves; the former address is notified. */
export async function confirmEmail({ db, clock }: Ports, caller: Caller, code: string): Promise<void> {
  // A wrong code counts, whatever becomes of the rest: a transaction of its own.
  const change = await tryEmailCode(db, caller.user_id, clock.now(), EMAILED_CODE_TRIES)
  if (!change) throw new Refusal('emailed_code_over')
  refuseWrongCode(code, change, { user_id: caller.user_id, proves: change.email })
  await transaction(db, async (tx) => {
    const now = clock.now()
    if (!(await useUpEmailCode(tx, change))) throw new Refusal('emailed_code_over')
    const before = await getUserById(tx, caller.user_id)
    await applyContact(tx, caller, before, { email: change.email, phone: before.phone, now })
    // A link that was sent to the former address must not open what now belongs to the new one.
    await endPasswordTokens(tx, caller.user_id, now)
    await endPendingSignInsOf(tx, caller.user_id, now)
  })
}
