import { type AccountReader, seesConfidential } from '../../caller.ts'
import type { Sql } from '../../db/db.ts'

export type AccountContext = {
  is_ours: boolean
  is_own: boolean
  bank_code: string | null
  bank_name: string | null
  bic: string | null
  branch_name: string | null
  /** Only of an account of this bank that is not closed. */
  holder: string | null
  duplicate_id: string | null
  duplicate_name: string | null
}

/** The context of an account number: its bank and branch, its holder at this bank, and whether it is saved already. */
export async function findAccountContext(
  db: Sql,
  reader: AccountReader,
  { iban, except }: { iban: string; /** A beneficiary that may have it. */ except: string | null },
): Promise<AccountContext> {
  const { account_id: accountId } = reader
  const [row] = await db<AccountContext>`
    SELECT k.is_ours, held.id IS NOT DISTINCT FROM ${accountId}::uuid AND held.id IS NOT NULL AS is_own, known.code AS bank_code,
           CASE WHEN k.is_ours THEN bank.name ELSE known.name END AS bank_name,
           CASE WHEN k.is_ours THEN bank.bic ELSE known.bic END AS bic, branch.name AS branch_name, holder.name AS holder,
           saved.id AS duplicate_id, saved.name AS duplicate_name
      FROM bank
     CROSS JOIN LATERAL (
             SELECT left(${iban}, 2) = left(bank.code, 2) AND substr(${iban}, 5, 5) = bank.code AND length(${iban}) = 28 AS is_ours) k
      LEFT JOIN banks known ON known.country = left(${iban}, 2) AND known.code = substr(${iban}, 5, 5)
      LEFT JOIN branches branch ON k.is_ours AND branch.code = substr(${iban}, 10, 5)
      LEFT JOIN accounts held ON held.iban = ${iban} AND held.status <> 'closed'
      LEFT JOIN customers holder ON holder.id = held.customer_id
      LEFT JOIN LATERAL (
             SELECT id, name FROM visible_beneficiaries(${accountId}, ${seesConfidential(reader)})
              WHERE iban = ${iban} AND is_saved AND removed_at IS NULL
                AND id IS DISTINCT FROM ${except}::uuid
              ORDER BY created_at, id LIMIT 1) saved ON true`
  if (!row) throw new Error('the database has no bank')
  return row
}

/** Whether an account number is one of this bank, whether it has an account or not. */
export async function isOfThisBank(db: Sql, iban: string): Promise<boolean> {
  const rows = await db`
    SELECT FROM bank WHERE left(${iban}, 2) = left(code, 2) AND substr(${iban}, 5, 5) = code AND length(${iban}) = 28`
  return rows.length > 0
}

/** The countries and their dialling codes. */
export const listDialCodes = (db: Sql) =>
  db<{ code: string; dial_code: string }>`SELECT code, dial_code FROM countries ORDER BY code`

export async function hasCountry(db: Sql, code: string): Promise<boolean> {
  return (await db`SELECT code FROM countries WHERE code = ${code}`).length > 0
}
