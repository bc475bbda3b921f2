// Reads what was ordered to new payees.
import { part, type Sql } from '../../db/db.ts'
import { type NewPayeeTariff, nothingOrdered, type OrderedToPayee } from './new-payee-rules.ts'

/** The payments from an account to a number since a moment. `until`: the end of its waiting time. `changed`: an order that is being edited. */
export type PayeeSince = { account_id: string; iban: string; since: Date; until: Date | null; changed: string | null }

/** What was ordered to each payee since its account number was entered, in their order. The caller holds the locks of the debited accounts. */
export async function listOrderedToPayees(db: Sql, payees: readonly PayeeSince[]): Promise<OrderedToPayee[]> {
  if (payees.length === 0) return []
  const rows = await db<OrderedToPayee & { index: number }>`
    SELECT o.index, sum(t.amount)::bigint AS total,
           coalesce(sum(t.amount) FILTER (WHERE t.execution_date <= (o.until AT TIME ZONE 'UTC')::date
                                             OR (paid.at AT TIME ZONE 'UTC')::date <= (o.until AT TIME ZONE 'UTC')::date), 0)::bigint AS while_waiting
      FROM unnest(${payees.map(({ account_id }) => account_id)}::uuid[], ${payees.map(({ iban }) => iban)}::text[],
                  ${payees.map(({ since }) => since.toISOString())}::timestamptz[], ${payees.map(({ until }) => until && until.toISOString())}::timestamptz[],
                  ${payees.map(({ changed }) => changed)}::uuid[])
           WITH ORDINALITY AS o (account_id, iban, since, until, changed, index)
      JOIN transfers t ON t.account_id = o.account_id AND t.beneficiary_iban = o.iban AND t.id IS DISTINCT FROM o.changed
           -- An order to another payee that was edited since was ordered to this one then.
           AND coalesce(t.edited_at, t.created_at) >= o.since
      -- A series counts with its first payment also when its next date is later, or when it was cancelled since.
      LEFT JOIN LATERAL (
           SELECT min(d.at) AS at FROM transfer_occurrences d
            WHERE t.type = 'periodic' AND d.account_id = t.account_id AND d.transfer_id = t.id AND d.outcome = 'executed') paid ON true
     WHERE t.validation_status <> 'refused' AND (t.execution_status IN ('scheduled', 'executed', 'paused', 'ended') OR paid.at IS NOT NULL)
     GROUP BY o.index`
  const ordered = payees.map(() => nothingOrdered)
  for (const { index, total, while_waiting } of rows) ordered[index - 1] = { total, while_waiting }
  return ordered
}

export async function getNewPayeeTariff(db: Sql): Promise<NewPayeeTariff> {
  const [row] = await db<{ tariff: NewPayeeTariff }>`
    SELECT jsonb_object_agg(name, value) AS tariff FROM parameters
     WHERE name IN ('new_payee_hours', 'new_payee_free_amount', 'first_payment_cap')`
  if (!row) throw new Error('an aggregate without a row')
  return row.tariff
}

/** Whether the payment of a date `d` of a series was not sent back. */
export const wasNotReturned = part`NOT EXISTS (SELECT FROM outgoing_payments u WHERE u.posting_id = d.posting_id AND u.state = 'returned')`

/** The numbers to which a payment from an account was executed. */
export async function listPaidNumbers(db: Sql, accountId: string, ibans: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ iban: string }>`
    SELECT n.iban FROM unnest(${[...ibans]}::text[]) AS n (iban)
     WHERE EXISTS (SELECT FROM transfers t WHERE t.account_id = ${accountId} AND t.beneficiary_iban = n.iban AND t.execution_status = 'executed' OFFSET 0)
        OR EXISTS (SELECT FROM transfers t JOIN transfer_occurrences d ON d.account_id = t.account_id AND d.transfer_id = t.id
                    WHERE t.account_id = ${accountId} AND t.beneficiary_iban = n.iban AND d.outcome = 'executed' AND ${wasNotReturned} OFFSET 0)`
  return new Set(rows.map(({ iban }) => iban))
}
