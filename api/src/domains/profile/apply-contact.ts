import type { Caller } from '../../caller.ts'
import type { Tx } from '../../db/db.ts'
import { byUser, recordEvent } from '../audit/audit-store.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import type { UserRow } from '../session/user-columns.ts'
import { updateContact } from '../session/user-store.ts'
import { contactChangedMail } from './profile-mails.ts'

/** Stores new contact details, reports them to the address known until now, and records the change. */
export async function applyContact(
  tx: Tx,
  caller: Caller,
  before: UserRow,
  { email, phone, now }: { email: string | null; phone: string | null; now: Date },
): Promise<void> {
  await updateContact(tx, before.id, { email, phone })
  const isNewEmail = email !== before.email
  const isNewPhone = phone !== before.phone
  const to = before.email ?? email
  if (to !== null) {
    const changed = { email: isNewEmail ? email : null, phone: isNewPhone ? phone : undefined }
    const event = { at: now, address: caller.address, changed }
    await queueMail(tx, contactChangedMail({ ...before, email: to }, await getBankIdentity(tx), event), now)
  }
  await recordEvent(tx, {
    at: now,
    ...byUser(caller),
    action: 'contact.change',
    subject_id: before.id,
    facts: { email: isNewEmail, phone: isNewPhone },
  })
}
