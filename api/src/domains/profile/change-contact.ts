import type { ContactChange } from 'contract/access/profile.ts'
import { tidyPhone } from 'contract/values/contact.ts'
import type { Caller } from '../../caller.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { getUserById } from '../session/user-store.ts'
import { applyContact } from './apply-contact.ts'
import { sendCodeTo } from './confirm-email.ts'
import { deleteEmailChange } from './email-change-store.ts'

/**
 * Changes the contact details, where given, after re-authentication: the telephone at once; the e-mail address when the code that goes to it is
 * typed, as a wrong address would receive the links that set the password. The current address ends a change that waits.
 */
export function changeContact(
  { db, clock }: { db: Db; clock: Clock },
  { caller, confirmation, contact }: { caller: Caller; confirmation: Confirmation; contact: ContactChange },
): Promise<{ email_to_confirm: string | null }> {
  const { user_id } = caller
  return transaction(db, async (tx) => {
    const before = await getUserById(tx, user_id)
    // The bank's own data groups the digits: the same number is no change.
    const phoneBefore = tidyPhone(before.phone ?? '') || null
    const { email = before.email, phone = phoneBefore } = contact
    const isNewEmail = before.email !== email
    if (contact.email !== undefined && !isNewEmail) await deleteEmailChange(tx, user_id)
    const waiting = contact.email === undefined ? before.email_to_confirm : null
    if (!isNewEmail && phoneBefore === phone) return { email_to_confirm: waiting }
    const now = clock.now()
    const facts = [
      ...(email === null ? [] : [{ name: 'email' as const, text: email }]),
      { name: 'phone' as const, text: phone ?? '-' },
    ]
    await requireConfirmation(tx, { caller, account_id: null, confirmation }, { kind: 'contact.change', facts }, now)
    if (phoneBefore !== phone)
      await applyContact(tx, caller, { ...before, phone: phoneBefore }, { email: before.email, phone, now })
    if (!isNewEmail || email === null) return { email_to_confirm: waiting }
    await sendCodeTo(tx, before, email, now)
    return { email_to_confirm: email }
  })
}
