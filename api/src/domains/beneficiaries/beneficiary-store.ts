import type { Beneficiary, rails } from 'contract/beneficiaries.ts'
import { normaliseAccountNumber, UEMOA_COUNTRIES } from 'contract/values/iban.ts'
import type { Sql } from '../../db/db.ts'
import { containing } from '../../db/like.ts'

type Rail = (typeof rails)[number]
export type BeneficiarySearch = { search: string | null; rail: Rail | null }

/** A page of the saved beneficiaries of an account, by name, and how many the search finds in all. */
export async function listBeneficiariesOf(
  db: Sql,
  accountId: string,
  { search, rail }: BeneficiarySearch,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ items: Beneficiary[]; total: number }> {
  const name = search ? containing(search) : null
  const number = search ? containing(normaliseAccountNumber(search)) : null
  const rows = await db<Beneficiary & { total: number }>`
    WITH found AS (
      SELECT p.id, p.name, p.iban, p.bic, CASE WHEN k.is_ours THEN bank.name ELSE other.name END AS bank_name, left(p.iban, 2) AS country,
             NOT k.is_uemoa AS international,
             CASE WHEN k.is_ours THEN 'internal' WHEN k.is_uemoa THEN 'local' ELSE 'international' END AS rail
        FROM beneficiaries p
        CROSS JOIN bank
        CROSS JOIN LATERAL (
          SELECT left(p.iban, 2) = left(bank.code, 2) AND substr(p.iban, 5, 5) = bank.code AS is_ours,
                 left(p.iban, 2) = ANY (${UEMOA_COUNTRIES}::text[]) AS is_uemoa) k
        LEFT JOIN banks other ON other.country = left(p.iban, 2) AND other.code = substr(p.iban, 5, 5)
       WHERE p.account_id = ${accountId} AND p.removed_at IS NULL
         AND (${name}::text IS NULL OR p.name ILIKE ${name} OR p.iban LIKE ${number})
    ), kept AS (
      SELECT * FROM found WHERE ${rail}::text IS NULL OR rail = ${rail}
    )
    SELECT counted.total, page.*
      FROM (SELECT count(*) AS total FROM kept) counted
      LEFT JOIN (SELECT * FROM kept ORDER BY name, id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) page ON true
     ORDER BY page.name, page.id`
  return {
    total: rows[0]?.total ?? 0,
    items: rows.filter(({ id }) => id !== null).map(({ total: _total, ...beneficiary }) => beneficiary),
  }
}
