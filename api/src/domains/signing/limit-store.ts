import { limitPeriods } from 'contract/transfers/signing-rules.ts'
import { type AccountReader, seesConfidential } from '../../caller.ts'
import type { Sql } from '../../db/db.ts'
import { type LimitUse, periodStart } from './limit-rules.ts'

/** The author, the debited account and the payee's account number. `changed`: the order being edited counts with its new values. */
export type Ordering = { account_id: string; user_id: string; iban: string | null; changed: string | null }

/**
 * The limits on each order with the amounts ordered under them before, in the order given. Transfers between accounts of one customer
 * and failed orders do not count; an edited order counts at the time of its edit, for its editor.
 */
export async function findLimitUses(db: Sql, orders: readonly Ordering[], now: Date): Promise<LimitUse[][]> {
  const rows = await db<LimitUse & { index: number }>`
    SELECT o.index, l.user_id, l.period, l.amount, CASE WHEN l.period = 'operation' THEN 0 ELSE (
             coalesce((SELECT sum(t.amount) FROM transfers t
                        WHERE t.account_id = o.account_id AND t.created_at >= p.start AND t.edited_at IS NULL AND NOT t.is_own AND t.id IS DISTINCT FROM o.changed
                          AND t.execution_status NOT IN ('cancelled', 'rejected') AND (l.user_id IS NULL OR t.created_by = l.user_id)
                          AND (l.period <> 'beneficiary' OR t.beneficiary_iban = o.iban)), 0)
           + coalesce((SELECT sum(t.amount) FROM transfers t
                        WHERE t.account_id = o.account_id AND t.edited_at >= p.start AND NOT t.is_own AND t.id IS DISTINCT FROM o.changed
                          AND t.execution_status NOT IN ('cancelled', 'rejected') AND (l.user_id IS NULL OR t.edited_by = l.user_id)
                          AND (l.period <> 'beneficiary' OR t.beneficiary_iban = o.iban)), 0)
           + waiting_in_batches(o.account_id, l.user_id, p.start, CASE WHEN l.period = 'beneficiary' THEN o.iban END)) END::bigint AS used
      FROM unnest(${orders.map(({ account_id }) => account_id)}::uuid[], ${orders.map(({ user_id }) => user_id)}::uuid[],
                  ${orders.map(({ iban }) => iban)}::text[], ${orders.map(({ changed }) => changed)}::uuid[])
           WITH ORDINALITY AS o (account_id, user_id, iban, changed, index)
      CROSS JOIN LATERAL limits_of(o.account_id) l
      JOIN unnest(${[...limitPeriods]}::text[], ${limitPeriods.map((period) => periodStart(period, now).toISOString())}::timestamptz[])
           AS p (period, start) ON p.period = l.period
     WHERE l.purpose = 'create' AND (l.user_id IS NULL OR l.user_id = o.user_id) AND (l.period <> 'beneficiary' OR o.iban IS NOT NULL)`
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
