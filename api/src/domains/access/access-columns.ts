// Lists the columns of memberships, invitations and waiting changes of access.
import type { AccessChange } from 'contract/access/access.ts'
import type { Capability, Right } from 'contract/rights.ts'
import { boolean, except, nullable, only, type RowOf, table, text, texts, timestamp, uuid } from '../../db/columns.ts'

export const memberships = table('memberships', {
  user_id: uuid(),
  account_id: uuid(),
  rights: texts<Right>(),
  capabilities: texts<Capability>(),
  /** The account that opens after sign-in. */
  is_default: boolean(),
  is_favourite: boolean(),
  last_chosen_at: nullable(timestamp()),
})
/** The columns that an administrator sets. */
export const grants = only(memberships, 'account_id', 'rights', 'capabilities')

export const dormantMemberships = table('dormant_memberships', {
  user_id: uuid(),
  account_id: uuid(),
  rights: texts<Right>(),
  capabilities: texts<Capability>(),
  cause: text<'suspended' | 'invited'>(),
})

export const invitations = table('invitations', {
  user_id: uuid(),
  customer_id: uuid(),
  sent_at: timestamp(),
  expires_at: timestamp(),
  accepted_at: nullable(timestamp()),
})
export const newInvitations = except(invitations, 'accepted_at')
export type InvitationRow = RowOf<typeof invitations>
export type NewInvitation = RowOf<typeof newInvitations>

export const accessChanges = table('access_changes', {
  id: uuid(),
  customer_id: uuid(),
  kind: text<AccessChange['kind']>(),
  user_id: uuid(),
  rights: texts<Right>(),
  capabilities: texts<Capability>(),
  asked_by: uuid(),
  asked_at: timestamp(),
  expires_at: timestamp(),
})
