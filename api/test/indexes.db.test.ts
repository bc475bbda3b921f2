// Lists the indexes of the tables that every transfer writes, each with the statement that needs it: an index that no statement reads costs
// each transfer for nothing.
import { createTransfer, type NewTransfer } from 'contract/transfers/transfers.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../src/adapters/ids.ts'
import { openTestBank, type TestBank } from './test-bank.ts'

const TABLES = [
  'ledger_accounts',
  'ledger_postings',
  'ledger_entries',
  'transfers',
  'audit_events',
  'idempotency_keys',
  'confirmations',
  'change_events',
  'alert_queue',
]
const ID = `'00000000-0000-7000-8000-000000000001'`

/** What each index is read for, as a statement of the same form as in the code. ACCOUNT has many rows. */
const reads: { [index: string]: string } = {
  // A posting changes the balances of its accounts.
  ledger_accounts_pkey: `SELECT booked FROM ledger_accounts WHERE id = ${ID}`,
  // The bank's own accounts by code.
  ledger_accounts_code_key: `SELECT id FROM ledger_accounts WHERE code = 'fees:XOF'`,
  ledger_postings_pkey: `SELECT kind FROM ledger_postings WHERE id = ${ID}`,
  // One cause moves money once.
  ledger_postings_posting_key_key: `SELECT id FROM ledger_postings WHERE posting_key = 'transfer:1'`,
  // The audit of a day.
  ledger_postings_by_day: `SELECT id FROM ledger_postings WHERE booking_date > '2026-01-01'`,
  // An operation by its id.
  ledger_entries_pkey: `SELECT label FROM ledger_entries WHERE account_id = ACCOUNT AND id = ${ID}`,
  // A page of operations.
  ledger_entries_in_order: `SELECT label FROM ledger_entries WHERE account_id = ACCOUNT AND seq > 20 AND seq <= 40`,
  // The audit of a day.
  ledger_entries_of_day: `SELECT id FROM ledger_entries WHERE booking_date > '2026-01-01'`,
  // The balance of a day, searches and exports.
  ledger_entries_by_day: `SELECT seq FROM ledger_entries WHERE account_id = ACCOUNT AND booking_date < '2026-02-01' AND seq IS NOT NULL ORDER BY booking_date DESC, seq DESC LIMIT 1`,
  // The lines of a posting, in disputes and in the audit.
  ledger_entries_of_posting: `SELECT id FROM ledger_entries WHERE posting_id = ${ID}`,
  // Withdrawals of the last days, for the limit of a card.
  ledger_entries_withdrawals: `SELECT sum(amount) FROM ledger_entries WHERE account_id = ACCOUNT AND type = 'withdrawal' AND posted_at > '2026-01-01'`,
  // The cheques that were paid, by number.
  ledger_entries_cheques: `SELECT id FROM ledger_entries WHERE account_id = ACCOUNT AND type = 'cheque_out' AND seq IS NOT NULL
    AND substring(label FROM '^CHEQUE ([0-9]{7})$')::bigint BETWEEN 1 AND 25`,
  transfers_pkey: `SELECT label FROM transfers WHERE account_id = ACCOUNT AND id = ${ID}`,
  // A reference is given once on an account.
  transfers_account_id_reference_key: `SELECT id FROM transfers WHERE account_id = ACCOUNT AND reference = 'V'`,
  // The order of an operation.
  transfers_posting_id_key: `SELECT id FROM transfers WHERE posting_id = ${ID}`,
  // Limits of the day, and an order that was placed twice.
  transfers_newest_first: `SELECT sum(amount) FROM transfers WHERE account_id = ACCOUNT AND created_at >= '2026-03-10'`,
  // Earlier payments to the payees of a file.
  transfers_by_iban: `SELECT id FROM transfers WHERE account_id = ACCOUNT AND beneficiary_iban = 'SN' AND created_at > '2026-01-01'`,
  // Limits count an edited order at the time of its edit.
  transfers_edited: `SELECT sum(amount) FROM transfers WHERE account_id = ACCOUNT AND edited_at >= '2026-01-01'`,
  // Upcoming payments.
  transfers_in_wait: `SELECT id FROM transfers WHERE account_id = ACCOUNT AND execution_status = 'scheduled' ORDER BY execution_date, id LIMIT 5`,
  transfers_of_batch: `SELECT id FROM transfers WHERE account_id = ACCOUNT AND batch_id = ${ID}`,
  // Orders to a beneficiary that is changed or removed.
  transfers_open_by_payee: `SELECT id FROM transfers WHERE account_id = ACCOUNT AND beneficiary_id = ${ID} AND execution_status IN ('scheduled', 'paused')`,
  // The order that answers a request to pay.
  transfers_by_lookup: `SELECT id FROM transfers WHERE account_id = ACCOUNT AND lookup_id = ${ID}`,
  // What exchange control counts together with an order.
  transfers_abroad_by_payee: `SELECT sum(amount) FROM transfers WHERE network = 'swift' AND beneficiary_iban = 'FR' AND created_at >= '2026-03-01'`,
  transfers_sent_abroad: `SELECT id FROM transfers WHERE account_id = ACCOUNT AND network = 'swift' AND posting_id IS NOT NULL ORDER BY executed_at`,
  // The worker takes what is due.
  transfers_to_run: `SELECT id FROM transfers WHERE run_at <= now() ORDER BY run_at LIMIT 1`,
  transfers_to_sign: `SELECT id FROM transfers WHERE account_id = ${ID} AND validation_status = 'pending' AND execution_status = 'scheduled' ORDER BY created_at`,
  // Reminders, and orders that expire.
  transfers_unsigned_by_age: `SELECT id FROM transfers WHERE validation_status = 'pending' AND execution_status = 'scheduled' AND created_at < '2026-02-20'`,
  audit_events_pkey: `SELECT action FROM audit_events WHERE id = ${ID}`,
  audit_events_of_account: `SELECT id FROM audit_events WHERE account_id = ACCOUNT AND at >= '2026-01-01' ORDER BY at`,
  // The history of an order.
  audit_events_of_subject: `SELECT action FROM audit_events WHERE subject_id = ${ID} ORDER BY at`,
  audit_events_of_access: `SELECT id FROM audit_events WHERE action LIKE 'access.%' AND facts -> 'account_ids' @> '["x"]'`,
  audit_events_of_operators: `SELECT id FROM audit_events WHERE operator IS NOT NULL ORDER BY at DESC, id DESC LIMIT 20`,
  // Whether a user has signed in before.
  audit_events_of_devices: `SELECT id FROM audit_events WHERE user_id = ${ID} AND action = 'session.open' AND (at, id) < (now(), ${ID})`,
  idempotency_keys_pkey: `SELECT answer FROM idempotency_keys WHERE user_id = ${ID} AND key = 'x'`,
  // Old answers are purged.
  idempotency_keys_by_age: `DELETE FROM idempotency_keys WHERE created_at < now() - interval '1 day'`,
  confirmations_pkey: `UPDATE confirmations SET used_at = now() WHERE token_hash = '\\x00'`,
  confirmations_by_expiry: `DELETE FROM confirmations WHERE expires_at < now()`,
  // A session that is removed takes its confirmations with it.
  confirmations_of_session: `DELETE FROM confirmations WHERE session_id = ${ID}`,
  // Open pages read what changed since their last look.
  change_events_newest: `SELECT kind FROM change_events WHERE xid >= '100'`,
  alert_queue_pkey: `SELECT id FROM alert_queue ORDER BY id LIMIT 20`,
}

let bank: TestBank
let account: string
beforeAll(async () => {
  bank = await openTestBank()
  account = await fill()
})
afterAll(() => bank.close())

/** Enough rows that the planner has a choice: on an empty table every index is as good as any other. */
async function fill(): Promise<string> {
  let account = ''
  const payee = await bank.aCustomer()
  for (const [kind, count] of [
    ['company', 500],
    ['individual', 3_000],
  ] as const) {
    const payer = await bank.aCustomer({ kind, balance: 1_000_000 })
    await bank.aMember(payer.account_id)
    account = payer.account_id
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, payee.iban)
    const order: NewTransfer = {
      type: 'delayed',
      execution_date: '2026-12-24',
      beneficiary_id,
      amount: 5,
      label: 'Loyer',
      comment: null,
    }
    const { body } = await payer.confirm(createTransfer, { body: order })
    await bank.owner.query(
      `INSERT INTO transfers
       SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'reference', 'T' || n, 'beneficiary_iban', 'SN' || n,
                                                           'created_at', t.created_at - n * interval '1 hour'))).*
         FROM transfers t, generate_series(1, $2) n WHERE t.id = $1`,
      [body.id, count],
    )
    await bank.owner.query(
      `SELECT ledger_write(
         (SELECT jsonb_agg(jsonb_build_object('id', p, 'posting_key', 'fill:' || p, 'kind', 'cash', 'booking_date', '2026-01-05', 'posted_at', now())) FROM unnest($1::uuid[]) p),
         (SELECT jsonb_agg(e) FROM unnest($1::uuid[]) p, LATERAL (VALUES (1, $2::uuid), (-1, (SELECT id FROM ledger_accounts WHERE code = 'cash:XOF'))) s (sign, account),
                 LATERAL jsonb_build_object('posting_id', p, 'id', gen_random_uuid(), 'account_id', account, 'amount', sign, 'value_date', '2026-01-05', 'type', 'cash_deposit', 'label', 'X') e))`,
      [Array.from({ length: count }, newId), payer.account_id],
    )
  }
  await bank.owner.query('ANALYZE')
  return account
}

type Index = { name: string; parent: string | null }

/** The indexes of these tables and of their partitions; `parent`: the index of the whole table. */
async function listIndexes(): Promise<Index[]> {
  const { rows } = await bank.owner.query<Index>(
    `SELECT i.relname AS name, parent.relname AS parent
       FROM pg_index x
       JOIN pg_class i ON i.oid = x.indexrelid
       JOIN pg_class t ON t.oid = x.indrelid
       LEFT JOIN pg_inherits h ON h.inhrelid = i.oid
       LEFT JOIN pg_class parent ON parent.oid = h.inhparent
      WHERE t.relname = ANY ($1) OR t.oid IN (SELECT inhrelid FROM pg_inherits JOIN pg_class p ON p.oid = inhparent WHERE p.relname = ANY ($1))`,
    [TABLES],
  )
  return rows
}

it('names a statement for each index of the tables that a transfer writes', async () => {
  const indexes = await listIndexes()
  const names = indexes.filter(({ parent }) => parent === null).map(({ name }) => name)
  expect(names.toSorted()).toEqual(Object.keys(reads).toSorted())
})

it('reads each index by its statement', async () => {
  const parents = new Map((await listIndexes()).map(({ name, parent }) => [name, parent ?? name]))
  const client = await bank.owner.connect()
  const unread: string[] = []
  try {
    await client.query('SET enable_seqscan = off')
    for (const [index, statement] of Object.entries(reads)) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN ${statement.replaceAll('ACCOUNT', `'${account}'`)}`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      const used = [...plan.matchAll(/(?:using|Index Scan on) (\w+)/g)].map(([, name = '']) => parents.get(name))
      if (!used.includes(index)) unread.push(`${index}\n${plan}`)
    }
  } finally {
    client.release(true)
  }
  expect(unread).toEqual([])
})
