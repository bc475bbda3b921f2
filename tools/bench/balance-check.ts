// Checks after each measurement that no money was made or lost, and at the end that every rule of the ledger and the audit chain holds.
import type pg from 'pg'
import type { Db } from '../../api/src/db/db.ts'
import { verifyAuditChain } from '../../api/src/domains/audit/verify-audit-chain.ts'
import { auditLedger } from '../../api/src/ledger/ledger-audit.ts'

export async function checkBalances(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string; booked: string; entries: string }>(
    `SELECT a.id, a.booked, coalesce(e.sum, 0) AS entries
       FROM ledger_accounts a
       LEFT JOIN (SELECT account_id, sum(amount) FROM ledger_entries GROUP BY account_id) e ON e.account_id = a.id
      WHERE a.kind = 'customer' AND a.booked <> coalesce(e.sum, 0) LIMIT 5`,
  )
  if (rows.length > 0) throw new Error(`balances differ from the sums of their entries: ${JSON.stringify(rows)}`)
}

const countOf = async (client: pg.Client, table: 'transfers' | 'audit_events') => {
  const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)
  return rows[0]?.count ?? 0
}

export type RowCounts = { transfers: number; events: number }

export const countRows = async (client: pg.Client): Promise<RowCounts> => ({
  transfers: await countOf(client, 'transfers'),
  events: await countOf(client, 'audit_events'),
})

/** Every order that was answered must be there once, and no other. */
export function checkOrders(before: RowCounts, after: RowCounts, answered: number): void {
  const written = after.transfers - before.transfers
  if (written !== answered) throw new Error(`${answered} orders were answered and ${written} are there`)
}

export async function checkRules(db: Db): Promise<void> {
  const verdicts = [...(await auditLedger(db)), ...(await verifyAuditChain(db))]
  const broken = verdicts.filter(({ errors }) => errors > 0)
  if (broken.length > 0) throw new Error(`rules are broken: ${JSON.stringify(broken)}`)
}
