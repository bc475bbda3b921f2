import type { ContactChange } from 'contract/access/profile.ts'
import { tidyPhone } from 'contract/values/contact.ts'
import type { Caller } from '../../caller.ts'
import { byUser, recordEvent } from '../audit/audit-store.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db } from '../../db/db.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { endPendingSignInsOf } from '../session/pending-sign-in-store.ts'
import { endPasswordTokens } from '../session/password-token-store.ts'
import { getUserById, updateContact } from '../session/user-store.ts'
import { contactChangedMail } from './profile-mails.ts'

/** Changes e-mail address and telephone number, where given, after re-authentication; the former address is notified. */
export function changeContact(
  { db, clock }: { db: Db; clock: Clock },
  { caller, confirmation, contact }: { caller: Caller; confirmation: Confirmation; contact: ContactChange },
): Promise<void> {
  const { user_id, address } = caller
  return transaction(db, async (tx) => {
    const before = await getUserById(tx, user_id)
    // The bank's own data groups the digits: the same number is no change.
    const phoneBefore = tidyPhone(before.phone ?? '') || null
    const { email = before.email, phone = phoneBefore } = contact
    if (before.email === email && phoneBefore === phone) return
    const now = clock.now()
    const facts = [
      ...(email === null ? [] : [{ name: 'email' as const, text: email }]),
      { name: 'phone' as const, text: phone ?? '-' },
    ]
    await requireConfirmation(tx, { caller, account_id: null, confirmation }, { kind: 'contact.change', facts }, now)
    await updateContact(tx, user_id, { email, phone })
    // A link that was sent to the old address must not open what now belongs to the new one.
    await endPasswordTokens(tx, user_id, now)
    await endPendingSignInsOf(tx, user_id, now)
    const changed = {
      email: before.email === email ? null : email,
      phone: phoneBefore === phone ? undefined : phone,
    }
    const to = before.email ?? email
    if (to !== null)
      await queueMail(
        tx,
        contactChangedMail({ ...before, email: to }, await getBankIdentity(tx), { at: now, address, changed }),
        now,
      )
    const changedFields = { email: changed.email !== null, phone: changed.phone !== undefined }
    await recordEvent(tx, {
      at: now,
      ...byUser(caller),
      action: 'contact.change',
      subject_id: user_id,
      facts: changedFields,
    })
  })
}
