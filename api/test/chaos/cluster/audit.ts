// Compares what the bank has stored with what it has acknowledged.
import pg from 'pg'
import { dbOver, openPool } from '../../../src/db/sql.ts'
import { auditLedger } from '../../../src/ledger/ledger-audit.ts'
import { SUPERUSER } from './database-cluster.ts'
import { type Kind, kinds, type Observed } from './observed.ts'

export type Balance = { acknowledged: number; lost: number; doubled: number }
export type Audit = { [kind in Kind | 'debits']: Balance } & {
  /** Orders whose money moved twice, or that are executed and moved none. */
  movedWrongly: number
}

type Stored = { label: string; id: string }

async function storedOf(client: pg.Client, run: string): Promise<{ [kind in Kind]: Stored[] }> {
  const read = async (sql: string) => (await client.query<Stored>(sql, [`${run} %`])).rows
  const transfers = await read('SELECT label, id FROM transfers WHERE label LIKE $1')
  return {
    transfers: transfers.filter(({ label }) => label.startsWith(`${run} T`)),
    approvals: transfers.filter(({ label }) => label.startsWith(`${run} A`)),
    batches: await read(
      `SELECT replace(file_name, '.csv', '') AS label, id FROM transfer_batches WHERE file_name LIKE $1`,
    ),
    // A top-up has no text of its customer.
    topups: await read(`SELECT '' AS label, id FROM card_topups WHERE $1 <> ''`),
  }
}

const acknowledgedOf = (started: Observed['started'][Kind]) => [...started.values()].filter((id) => id !== null)

/** `acknowledged` before the bank was read, `started` afterwards: customers go on meanwhile. */
function balanceOf(
  acknowledged: readonly string[],
  started: Observed['started'][Kind],
  { stored, isNamed }: { stored: readonly Stored[]; isNamed: boolean },
): Balance {
  const ids = new Set(stored.map(({ id }) => id))
  const labels = new Set(stored.map(({ label }) => label))
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((id) => !ids.has(id)).length,
    // Two of one order: more rows than orders, or two orders with one answer.
    doubled:
      (isNamed ? stored.length - labels.size : Math.max(0, stored.length - started.size)) +
      acknowledged.length -
      new Set(acknowledged).size,
  }
}

export async function auditBank(host: string, run: string, { started, debits }: Observed): Promise<Audit> {
  const client = new pg.Client({ connectionString: `${SUPERUSER}@${host}/connect` })
  await client.connect()
  try {
    const acknowledged = {
      transfers: acknowledgedOf(started.transfers),
      approvals: acknowledgedOf(started.approvals),
      batches: acknowledgedOf(started.batches),
      topups: acknowledgedOf(started.topups),
    }
    const presentedBefore = debits.length
    const stored = await storedOf(client, run)
    const [transfers, approvals, batches, topups] = kinds.map((kind) =>
      balanceOf(acknowledged[kind], started[kind], { stored: stored[kind], isNamed: kind !== 'topups' }),
    ) as [Balance, Balance, Balance, Balance]
    // An approval that was acknowledged is one signature on a valid order.
    const approved = acknowledged.approvals
    const signed = await client.query<{ count: string }>(
      `SELECT count(*) FROM transfers t
        WHERE id = ANY($1) AND validation_status = 'validated'
          AND (SELECT count(*) FROM transfer_signatures s WHERE s.transfer_id = t.id) = 1`,
      [approved],
    )
    approvals.lost += approved.length - approvals.lost - Number(signed.rows[0]?.count)
    const sent = acknowledged.batches
    const valid = await client.query<{ count: string }>(
      `SELECT count(*) FROM transfer_batches b WHERE id = ANY($1) AND state = 'validated'
          AND (SELECT count(*) FROM transfer_batch_lines l WHERE l.batch_id = b.id) = 3`,
      [sent],
    )
    batches.lost += sent.length - batches.lost - Number(valid.rows[0]?.count)
    const presented = await client.query<{ message_id: string; count: string }>(
      'SELECT reference AS message_id, count(*) FROM collections WHERE reference LIKE $1 GROUP BY reference',
      [`${run}-D%`],
    )
    const moved = await client.query<{ count: string }>(
      `SELECT count(*) FROM (
         SELECT t.execution_status, count(DISTINCT e.posting_id) AS movements FROM transfers t
           LEFT JOIN ledger_entries e ON e.account_id = t.account_id AND e.reference = t.reference AND e.type = 'transfer_out'
          WHERE t.label LIKE $1 GROUP BY t.account_id, t.id) m
        WHERE movements > 1 OR (execution_status = 'executed' AND movements <> 1)`,
      [`${run} %`],
    )
    return {
      transfers,
      approvals,
      batches,
      topups,
      debits: {
        acknowledged: presentedBefore,
        lost: Math.max(0, presentedBefore - presented.rows.length),
        doubled: presented.rows.filter(({ count }) => Number(count) > 1).length,
      },
      movedWrongly: Number(moved.rows[0]?.count),
    }
  } finally {
    await client.end()
  }
}

/** The number of rules of the ledger that are broken. */
export async function countBrokenRules(host: string): Promise<number> {
  const pool = openPool(`${SUPERUSER}@${host}/connect`, { size: 1, onError: () => undefined })
  try {
    return (await auditLedger(dbOver(pool))).filter(({ errors }) => errors > 0).length
  } finally {
    await pool.end()
  }
}

/** Forgets how often the one address of all customers has asked: the limits are not under test. */
export async function clearRateLimits(host: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${SUPERUSER}@${host}/connect` })
  await client.connect()
  await client.query('DELETE FROM request_limits')
  await client.end()
}
