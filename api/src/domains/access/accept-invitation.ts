import { recordEvent } from '../audit/audit-store.ts'
import type { Tx } from '../../db/db.ts'
import { lockAccessOf } from './access-store.ts'
import { closeInvitation, findInvitation } from './invitation-store.ts'
import { takeInvitedGrants, upsertMemberships } from './membership-store.ts'

/**
 * An invited person accepts by setting a password with a link: the promised rights are granted while the invitation is valid. It need
 * not be the first password: one may have been set after the invitation had expired, before it was sent again.
 */
export async function acceptInvitation(
  tx: Tx,
  { user_id, address }: { user_id: string; address: string },
  now: Date,
): Promise<void> {
  const invitation = await findInvitation(tx, user_id)
  if (!invitation || invitation.accepted_at) return
  await lockAccessOf(tx, invitation.customer_id)
  if (!(await closeInvitation(tx, user_id, now))) return
  const grants = await takeInvitedGrants(tx, user_id)
  await upsertMemberships(tx, user_id, grants)
  await recordEvent(tx, {
    at: now,
    user_id,
    session_id: null,
    account_id: null,
    address,
    action: 'access.join',
    subject_id: user_id,
    facts: {
      customer_id: invitation.customer_id,
      account_ids: grants.map(({ account_id }) => account_id),
      before: null,
      after: null,
    },
  })
}
