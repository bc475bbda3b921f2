// Reads and writes memberships. Active memberships grant rights; dormant ones do not.
import { type Grant, inOrder } from 'contract/roles.ts'
import { columnsOf, recordsetOf, type RowOf } from '../../db/columns.ts'
import type { Sql } from '../../db/db.ts'
import { type dormantMemberships, grants } from './access-columns.ts'
import type { AccountGrant } from './access-rules.ts'

type Cause = RowOf<typeof dormantMemberships>['cause']

/** The current rights of a person on these accounts, by account. */
export async function findGrants(db: Sql, user_id: string, accountIds: readonly string[]): Promise<Map<string, Grant>> {
  const rows = await db<RowOf<typeof grants>>`
    SELECT ${columnsOf(grants)} FROM memberships WHERE user_id = ${user_id} AND account_id = ANY (${accountIds}::uuid[])`
  return new Map(rows.map(({ account_id, ...grant }) => [account_id, inOrder(grant)]))
}

export async function findDormant(
  db: Sql,
  user_id: string,
  accountIds: readonly string[],
  cause: Cause,
): Promise<AccountGrant[]> {
  return db<RowOf<typeof grants>>`
    SELECT ${columnsOf(grants)} FROM dormant_memberships
     WHERE user_id = ${user_id} AND account_id = ANY (${accountIds}::uuid[]) AND cause = ${cause}`
}

const ordered = (given: readonly AccountGrant[]) =>
  recordsetOf(
    grants,
    given.map(({ account_id, ...grant }) => ({ account_id, ...inOrder(grant) })),
    'g',
  )

/** Sets exactly this grant on each account, and deletes the dormant ones there, of a suspension or an invitation. */
export async function upsertMemberships(db: Sql, user_id: string, given: readonly AccountGrant[]): Promise<void> {
  if (given.length === 0) return
  await db`
    DELETE FROM dormant_memberships
     WHERE user_id = ${user_id} AND account_id = ANY (${given.map(({ account_id }) => account_id)}::uuid[])`
  await db`
    INSERT INTO memberships (user_id, ${columnsOf(grants)}) SELECT ${user_id}::uuid, ${columnsOf(grants, 'g')}
      FROM ${ordered(given)}
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
  return db<RowOf<typeof grants>>`
    DELETE FROM memberships WHERE user_id = ${user_id} AND account_id = ANY (${accountIds}::uuid[])
    RETURNING ${columnsOf(grants)}`
}

export async function upsertDormant(
  db: Sql,
  user_id: string,
  given: readonly AccountGrant[],
  cause: Cause,
): Promise<void> {
  await db`
    INSERT INTO dormant_memberships (user_id, ${columnsOf(grants)}, cause) SELECT ${user_id}::uuid, ${columnsOf(grants, 'g')}, ${cause}
      FROM ${ordered(given)}
    ON CONFLICT (user_id, account_id) DO UPDATE SET rights = excluded.rights, capabilities = excluded.capabilities, cause = excluded.cause`
}

export async function removeDormant(db: Sql, user_id: string, accountIds: readonly string[]): Promise<AccountGrant[]> {
  return db<RowOf<typeof grants>>`
    DELETE FROM dormant_memberships WHERE user_id = ${user_id} AND account_id = ANY (${accountIds}::uuid[])
    RETURNING ${columnsOf(grants)}`
}

/** Takes every dormant grant that waited for a person's first password. */
export async function takeInvitedGrants(db: Sql, user_id: string): Promise<AccountGrant[]> {
  return db<RowOf<typeof grants>>`
    DELETE FROM dormant_memberships WHERE user_id = ${user_id} AND cause = 'invited' RETURNING ${columnsOf(grants)}`
}
