// Reads what the bank has stored at the end of the chaos test, for the comparison with what it acknowledged.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { filesIn } from '../test-clearing.ts'
import type { BankUnderFire } from './bank-under-fire.ts'
import { BALANCE } from './chaos-bank.ts'

/** What moved money, or should have: `movements` counts the postings of it on the customer's account. */
type Moved = { id: string; label: string; status: string; movements: number }

export type Inspection = {
  transfers: (Moved & { network: string; is_line: boolean })[]
  batches: { id: string; label: string; lines: number }[]
  topups: Moved[]
  collections: Moved[]
  items: { tx_id: string; state: string; amount: number }[]
  accounts: { account_id: string; booked: number; held: number; expected: number }[]
  /** Returned payments of authors with an e-mail address, and the e-mails about them. */
  returned: number
  mails: number
  errors: string[]
}

export async function inspect(
  client: pg.Client,
  { customers, folder }: BankUnderFire,
): Promise<Omit<Inspection, 'errors'>> {
  const rowsOf = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows
  // Statistics for the joins: nothing has analysed these tables since they were filled.
  await client.query('ANALYZE')
  const movements = (types: string) => `
    LEFT JOIN (SELECT account_id, reference, count(DISTINCT posting_id)::int AS movements FROM ledger_entries
                WHERE type IN (${types}) GROUP BY account_id, reference) m
      ON m.account_id = t.account_id AND m.reference = t.reference`
  const [returned] = await rowsOf<{ count: number }>(`
    SELECT count(*)::int AS count
      FROM outgoing_payments p JOIN transfers t ON t.id = p.transfer_id JOIN users u ON u.id = t.created_by
     WHERE p.state = 'returned' AND u.email IS NOT NULL`)
  return {
    transfers: await rowsOf(`
      SELECT t.id, t.label, t.execution_status AS status, t.network, t.batch_id IS NOT NULL AS is_line,
             coalesce(m.movements, 0) AS movements
        FROM transfers t ${movements("'transfer_out', 'fee'")} ORDER BY t.label`),
    batches: await rowsOf(`
      SELECT b.id, replace(b.file_name, '.csv', '') AS label,
             (SELECT count(*)::int FROM transfers t WHERE t.account_id = b.account_id AND t.batch_id = b.id) AS lines
        FROM transfer_batches b ORDER BY b.file_name`),
    topups: await rowsOf(`
      SELECT t.id, t.reference AS label, t.status, coalesce(m.movements, 0) AS movements
        FROM card_topups t ${movements("'card_topup', 'fee'")} ORDER BY t.id`),
    collections: await rowsOf(`
      SELECT t.id, t.reference AS label, t.status, coalesce(m.movements, 0) AS movements
        FROM collections t ${movements("'direct_debit'")} ORDER BY t.reference`),
    items: await rowsOf(`SELECT replace(id::text, '-', '') AS tx_id, state, amount::int FROM outgoing_payments`),
    accounts: await rowsOf(
      `
      SELECT a.id AS account_id, l.booked::float8, l.held::float8,
             (${BALANCE}
               - coalesce((SELECT sum(t.amount + t.fees + t.tax) FROM transfers t WHERE t.account_id = a.id), 0)
               + coalesce((SELECT sum(t.amount) FROM transfers t WHERE t.account_id = a.id AND t.execution_status = 'returned'), 0)
               + coalesce((SELECT sum(t.amount) FROM transfers t WHERE t.beneficiary_iban = a.iban), 0)
               - coalesce((SELECT sum(t.amount + t.fees + t.tax) FROM card_topups t WHERE t.account_id = a.id), 0)
               - coalesce((SELECT sum(c.amount) FROM collections c WHERE c.account_id = a.id), 0))::float8 AS expected
        FROM accounts a JOIN ledger_accounts l ON l.id = a.id WHERE a.id = ANY ($1::uuid[])`,
      [customers.map(({ account_id }) => account_id)],
    ),
    returned: returned?.count ?? 0,
    // An e-mail that is sent again after a crash is the same file.
    mails: filesIn(join(folder, 'outbox'), '.eml').filter((name) =>
      readFileSync(join(folder, 'outbox', name), 'utf8').includes('vous_est_retourn'),
    ).length,
  }
}
