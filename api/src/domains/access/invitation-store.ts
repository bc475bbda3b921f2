import { randomInt } from 'node:crypto'
import { columnsOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql } from '../../db/db.ts'
import { invitees, newUsers } from '../session/user-columns.ts'
import { type InvitationRow, invitations, type NewInvitation, newInvitations } from './access-columns.ts'
import type { Administrator } from './access-store.ts'

export type Invitee = RowOf<typeof invitees> & { email: string }

/** Creates a user without a password; logins are drawn until one is free. */
export async function insertUser(db: Sql, user: Omit<Invitee, 'login'>, now: Date): Promise<Invitee> {
  for (;;) {
    const login = String(randomInt(10_000_000, 100_000_000))
    const row = { ...user, login, created_at: now }
    const inserted = await db`
      INSERT INTO users (${columnsOf(newUsers)}) VALUES (${valuesOf(newUsers, row)})
      ON CONFLICT (login) DO NOTHING RETURNING id`
    if (inserted.length > 0) return { ...user, login }
  }
}

export async function getInvitee(db: Sql, id: string): Promise<Invitee> {
  const [user] = await db<Invitee>`SELECT ${columnsOf(invitees)}, email FROM users WHERE id = ${id}`
  if (!user) throw new Error(`no user ${id}`)
  return user
}

/** Whether a person with this address has access to the administered accounts or a pending invitation. */
export async function isKnownAddress(
  db: Sql,
  { user_id, customer_id }: Administrator,
  email: string,
  now: Date,
): Promise<boolean> {
  const [row] = await db<{ is_known: boolean }>`
    WITH administered AS (
      SELECT m.account_id FROM memberships m JOIN accounts a ON a.id = m.account_id
       WHERE m.user_id = ${user_id} AND 'access.admin' = ANY (m.capabilities) AND a.customer_id = ${customer_id}
    ), people AS (
      SELECT m.user_id FROM administered JOIN memberships m USING (account_id)
       UNION SELECT d.user_id FROM administered JOIN dormant_memberships d USING (account_id)
       UNION SELECT c.user_id FROM access_changes c JOIN access_change_accounts l ON l.change_id = c.id
              WHERE c.customer_id = ${customer_id} AND c.kind = 'invitation' AND c.expires_at > ${now} AND l.state = 'waiting'
    )
    SELECT EXISTS (SELECT FROM people p JOIN users u ON u.id = p.user_id WHERE lower(u.email) = lower(${email})) AS is_known`
  return row?.is_known ?? false
}

/** The number of invitations that this customer's administrators sent or requested since then. */
export async function countInvitations(db: Sql, customer_id: string, since: Date): Promise<number> {
  const [row] = await db<{ times: number }>`
    SELECT (SELECT count(*) FROM invitations WHERE customer_id = ${customer_id} AND sent_at > ${since})
         + (SELECT count(*) FROM access_changes WHERE customer_id = ${customer_id} AND kind = 'invitation' AND asked_at > ${since}) AS times`
  return row?.times ?? 0
}

/** Answers whether it is the first one of this person: several accounts may be accepted one after the other. */
export async function insertInvitation(db: Sql, invitation: NewInvitation): Promise<boolean> {
  const inserted = await db`
    INSERT INTO invitations (${columnsOf(newInvitations)}) VALUES (${valuesOf(newInvitations, invitation)})
    ON CONFLICT (user_id) DO NOTHING RETURNING user_id`
  return inserted.length > 0
}

export async function findInvitation(db: Sql, user_id: string): Promise<InvitationRow | null> {
  const [row] = await db<InvitationRow>`
    SELECT ${columnsOf(invitations)} FROM invitations WHERE user_id = ${user_id}`
  return row ?? null
}

export async function renewInvitation(
  db: Sql,
  user_id: string,
  { sent_at, expires_at }: { sent_at: Date; expires_at: Date },
) {
  await db`UPDATE invitations SET sent_at = ${sent_at}, expires_at = ${expires_at} WHERE user_id = ${user_id}`
}

/** False where the invitation is over, or was accepted by another call at the same moment. */
export async function closeInvitation(db: Sql, user_id: string, now: Date): Promise<boolean> {
  const closed = await db`
    UPDATE invitations SET accepted_at = ${now} WHERE user_id = ${user_id} AND accepted_at IS NULL AND expires_at > ${now} RETURNING user_id`
  return closed.length > 0
}

/** Withdraws what was not accepted. False where it stays: it was accepted, or it promises access to other accounts. */
export async function removeInvitation(db: Sql, user_id: string): Promise<boolean> {
  const removed = await db`
    DELETE FROM invitations
     WHERE user_id = ${user_id} AND accepted_at IS NULL
       AND NOT EXISTS (SELECT FROM dormant_memberships d WHERE d.user_id = ${user_id} AND d.cause = 'invited')
    RETURNING user_id`
  return removed.length > 0
}
