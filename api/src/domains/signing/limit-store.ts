import { type AccountReader, seesConfidential } from '../../caller.ts'
import type { Sql } from '../../db/db.ts'
import type { LimitUse } from './limit-rules.ts'

/** The author, the debited account and the payee's account number. `changed`: the order being edited counts with its new values. */
export type Ordering = { account_id: string; user_id: string; iban: string | null; changed: string | null }

/**
 * The limits on each order with the amounts ordered under them before, in the order given. Transfers between accounts of one customer
 * and failed orders do not count; an edited order counts at the time of its edit, for its editor.
 */
export async function findLimitUses(db: Sql, orders: readonly Ordering[], now: Date): Promise<LimitUse[][]> {
  const rows = await db<LimitUse & { index: number }>`
    SELECT index, user_id, period, amount, used FROM ordering_uses(${JSON.stringify(orders)}, ${now.toISOString().slice(0, 10)})`
  const uses: LimitUse[][] = orders.map(() => [])
  for (const { index, ...use } of rows) uses[index - 1]?.push(use)
  return uses
}

/** The limits on a person's signatures, with the amounts signed under them before. `iban`: for the limit per beneficiary. */
export function findSigningUses(
  db: Sql,
  { account_id, user_id, iban }: { account_id: string; user_id: string; iban: string | null },
  now: Date,
): Promise<LimitUse[]> {
  return db<LimitUse>`SELECT * FROM signing_uses(${user_id}, ${account_id}, ${iban}, ${now.toISOString().slice(0, 10)})`
}

/** The account number of a saved beneficiary; null where the reader can see none with that id. */
export async function findPayeeIban(db: Sql, reader: AccountReader, beneficiaryId: string): Promise<string | null> {
  const [row] = await db<{ iban: string }>`
    SELECT iban FROM visible_beneficiaries(${reader.account_id}, ${seesConfidential(reader)}) WHERE id = ${beneficiaryId} AND removed_at IS NULL`
  return row?.iban ?? null
}
