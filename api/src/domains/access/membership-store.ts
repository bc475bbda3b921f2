// Reads and writes memberships. Active memberships grant rights; dormant ones do not.
import { type Grant, inOrder } from 'contract/roles.ts'
import type { Sql } from '../../db/db.ts'
import type { AccountGrant } from './access-rules.ts'

type Cause = 'suspended' | 'invited'

/** The current rights of a person on these accounts, by account. */
export async function findGrants(db: Sql, user_id: string, accountIds: readonly string[]): Promise<Map<string, Grant>> {
  const rows = await db<AccountGrant>`
    SELECT account_id, rights, capabilities FROM memberships WHERE user_id = ${user_id} AND account_id = ANY (${accountIds}::uuid[])`
  return new Map(rows.map(({ account_id, ...grant }) => [account_id, inOrder(grant)]))
}

export async function findDormant(
  db: Sql,
  user_id: string,
  accountIds: readonly string[],
  cause: Cause,
): Promise<AccountGrant[]> {
  return db<AccountGrant>`
    SELECT account_id, rights, capabilities FROM dormant_memberships
     WHERE user_id = ${user_id} AND account_id = ANY (${accountIds}::uuid[]) AND cause = ${cause}`
}

const asRows = (grants: readonly AccountGrant[]) =>
  JSON.stringify(grants.map(({ account_id, ...grant }) => ({ account_id, ...inOrder(grant) })))

/** Sets exactly this grant on each account. */
export async function upsertMemberships(db: Sql, user_id: string, grants: readonly AccountGrant[]): Promise<void> {
  if (grants.length === 0) return
  await db`
    INSERT INTO memberships (user_id, account_id, rights, capabilities)
    SELECT ${user_id}::uuid, account_id, rights, capabilities
      FROM jsonb_to_recordset(${asRows(grants)}) AS g (account_id uuid, rights text[], capabilities text[])
    ON CONFLICT (user_id, account_id) DO UPDATE SET rights = excluded.rights, capabilities = excluded.capabilities`
  // The first account of a user opens after sign-in.
  await db`
    UPDATE memberships SET is_default = true
     WHERE user_id = ${user_id}
       AND account_id = (SELECT m.account_id FROM memberships m JOIN accounts a ON a.id = m.account_id
                          WHERE m.user_id = ${user_id} ORDER BY a.number, a.id LIMIT 1)
       AND NOT EXISTS (SELECT FROM memberships m WHERE m.user_id = ${user_id} AND m.is_default)`
}

export async function removeMemberships(
  db: Sql,
  user_id: string,
  accountIds: readonly string[],
): Promise<AccountGrant[]> {
  return db<AccountGrant>`
    DELETE FROM memberships WHERE user_id = ${user_id} AND account_id = ANY (${accountIds}::uuid[])
    RETURNING account_id, rights, capabilities`
}

export async function upsertDormant(
  db: Sql,
  user_id: string,
  grants: readonly AccountGrant[],
  cause: Cause,
): Promise<void> {
  await db`
    INSERT INTO dormant_memberships (user_id, account_id, rights, capabilities, cause)
    SELECT ${user_id}::uuid, account_id, rights, capabilities, ${cause}
      FROM jsonb_to_recordset(${asRows(grants)}) AS g (account_id uuid, rights text[], capabilities text[])
    ON CONFLICT (user_id, account_id) DO UPDATE SET rights = excluded.rights, capabilities = excluded.capabilities, cause = excluded.cause`
}

export async function removeDormant(db: Sql, user_id: string, accountIds: readonly string[]): Promise<AccountGrant[]> {
  return db<AccountGrant>`
    DELETE FROM dormant_memberships WHERE user_id = ${user_id} AND account_id = ANY (${accountIds}::uuid[])
    RETURNING account_id, rights, capabilities`
}

/** Takes every dormant grant that waited for a person's first password. */
export async function takeInvitedGrants(db: Sql, user_id: string): Promise<AccountGrant[]> {
  return db<AccountGrant>`
    DELETE FROM dormant_memberships WHERE user_id = ${user_id} AND cause = 'invited' RETURNING account_id, rights, capabilities`
}
