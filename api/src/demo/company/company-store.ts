import type { Db } from '../../db/db.ts'

export type CompanyPayee = { id: string; name: string; iban: string }

/** The accounts on which a user acts, the default one first. */
export const listAccountsOf = (db: Db, login: string) => db<{ id: string }>`
  SELECT m.account_id AS id FROM memberships m JOIN users u ON u.id = m.user_id
   WHERE u.login = ${login} ORDER BY m.is_default DESC, m.account_id`

/** The payees of an account, in the order in which they were entered. */
export const listPayeesOf = (db: Db, accountId: string) => db<CompanyPayee>`
  SELECT id, name, iban FROM beneficiaries WHERE account_id = ${accountId} ORDER BY created_at, id`
