import type { Advisor } from 'contract/accounts/accounts.ts'
import type { Language } from 'contract/language.ts'
import type { Sql } from '../../db/db.ts'

/** The advisor of an account: its manager, or its branch where no manager is named. */
export async function getAdvisorOf(db: Sql, accountId: string, lang: Language): Promise<Advisor> {
  const [advisor] = await db<Advisor>`
    SELECT v.first_name || ' ' || v.last_name AS name, v.team, b.name AS branch_name, b.address AS branch_address,
           coalesce(v.phone, b.phone) AS phone, coalesce(v.email, bank.email) AS email,
           CASE WHEN ${lang} = 'fr' THEN b.opening_hours_fr ELSE b.opening_hours_en END AS opening_hours
      FROM accounts a
      LEFT JOIN advisors v ON v.id = a.advisor_id
      JOIN branches b ON b.code = coalesce(v.branch_code, a.branch_code)
      CROSS JOIN bank
     WHERE a.id = ${accountId}`
  if (!advisor) throw new Error('the guard let through an account without a branch')
  return advisor
}
