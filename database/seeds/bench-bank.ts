// Creates a thousand accounts with the number of operations that a benchmark needs.

import { ibanFrom } from 'contract/values/iban.ts'
import { capabilities, rights } from 'contract/rights.ts'
import type pg from 'pg'
import { BANK_CODE } from './bank-identity.ts'
import { type DemoCalendar, plainDate } from './history/demo-calendar.ts'
import { seededRandom } from './history/seeded-random.ts'
import { insertRows } from './insert-rows.ts'

const BENCH_LOGIN = '80000001'
const HOLDER = "Banc d'essai SA"
const ACCOUNTS = 1_000
const BRANCH = '01001'
const OPENING_BALANCE = 1_000_000_000
const MOVEMENTS_PER_STATEMENT = 50_000

type BenchAccount = { id: string; number: string; iban: string; label: string }

async function insertBenchAccounts(
  client: pg.Client,
  calendar: DemoCalendar,
  password_hash: string,
): Promise<BenchAccount[]> {
  const random = seededRandom('bench accounts')
  const created_at = calendar.firstDay
  const customer_id = random.id(created_at)
  const user_id = random.id(created_at)
  const accounts = Array.from({ length: ACCOUNTS }, (_, index): BenchAccount => {
    const number = String(400_000_000_001 + index)
    return {
      id: random.id(created_at),
      number,
      iban: ibanFrom('SN', BANK_CODE, BRANCH, number),
      label: `Essai ${index + 1}`,
    }
  })
  await insertRows(client, 'customers', [{ id: customer_id, kind: 'company', name: HOLDER }])
  await insertRows(client, 'users', [
    {
      id: user_id,
      login: BENCH_LOGIN,
      password_hash,
      must_change_password: false,
      first_name: 'Banc',
      last_name: "d'essai",
      lang: 'fr',
      theme: 'system',
      created_at,
    },
  ])
  await client.query("SELECT ledger_open_account(id, 'customer', NULL, 'XOF', 0) FROM unnest($1::uuid[]) id", [
    accounts.map(({ id }) => id),
  ])
  const opened_on = plainDate(created_at)
  await insertRows(
    client,
    'accounts',
    accounts.map((account) => ({
      ...account,
      customer_id,
      kind: 'current',
      branch_code: BRANCH,
      currency: 'XOF',
      status: 'active',
      opened_on,
    })),
  )
  await insertRows(
    client,
    'memberships',
    accounts.map(({ id }, index) => ({ user_id, account_id: id, rights, capabilities, is_default: index === 0 })),
  )
  await insertRows(
    client,
    'beneficiaries',
    accounts.map(({ id }, index) => {
      // The last one pays the first: the remainder is inside the list.
      const next = accounts[(index + 1) % ACCOUNTS]!
      return {
        account_id: id,
        id: random.id(created_at),
        name: `${HOLDER}, ${next.label.toLowerCase()}`,
        iban: next.iban,
        created_at,
      }
    }),
  )
  return accounts
}

// Movement n goes from an account to the next one; all are spread evenly over the fourteen months. The database generates
// them, and writes them as ledger_write does: the same balances, numbers and days, under the same checks and
// triggers, but without a JSON document for each. Millions take a third of the time; the ledger's audit finds no difference.
const POST_MOVEMENTS = `
  WITH drawn AS (
    SELECT n, at, (at AT TIME ZONE 'UTC')::date AS day, md5('bench ' || n) AS chance
      FROM generate_series($2::bigint, $3::bigint) n,
           LATERAL (SELECT date_trunc('second', $4::timestamptz + ($5::timestamptz - $4::timestamptz) * (n::float8 / $6::bigint)) AS at) moment
  ), movement AS (
    SELECT n, at, day, ('x' || substr(chance, 1, 7))::bit(28)::int AS random,
           -- A UUID of version 7, from the moment and the chance of the movement.
           (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(chance, 1, 3) || '8' || substr(chance, 4, 15))::uuid AS id
      FROM drawn
  ), posting AS (
    INSERT INTO ledger_postings (id, posting_key, kind, booking_date, posted_at)
    SELECT id, 'bench:' || n, 'transfer', day, at FROM movement ORDER BY n
  ), line AS (
    SELECT n, id, at, day, side, amount, type, way || (ARRAY['FACT', 'LOYER', 'SOLDE', 'AVOIR', 'MISSION', 'FRET', 'ACOMPTE', 'ENTRETIEN'])[1 + random % 8] || ' ' || n AS label,
           ($1::uuid[])[1 + (random % cardinality($1::uuid[]) + side) % cardinality($1::uuid[])] AS account_id
      FROM movement,
           LATERAL (VALUES (0, -(1000 + random % 150000), 'transfer_out', 'VIR EMIS '), (1, 1000 + random % 150000, 'transfer_in', 'VIR RECU ')) AS sides (side, amount, type, way)
  ), entry AS (
    INSERT INTO ledger_entries (account_id, id, posting_id, seq, amount, currency, booking_date, value_date, posted_at, balance_after,
                                credited_after, lowest_allowed, type, label, counterparty)
    SELECT l.account_id, l.id, l.id, a.entry_count + row_number() OVER so_far, l.amount, a.currency, l.day, l.day, l.at,
           a.booked + sum(l.amount) OVER so_far, a.credited + sum(greatest(l.amount, 0)) OVER so_far, -a.overdraft, l.type, l.label, $7::text
      FROM line l JOIN ledger_accounts a ON a.id = l.account_id
    WINDOW so_far AS (PARTITION BY l.account_id ORDER BY l.n, l.side)
    RETURNING account_id, amount, booking_date
  )
  UPDATE ledger_accounts a
     SET booked = a.booked + moved.amount, credited = a.credited + moved.credits, entry_count = a.entry_count + moved.entries,
         last_booking_date = moved.day
    FROM (SELECT account_id, sum(amount)::bigint AS amount, sum(greatest(amount, 0))::bigint AS credits, count(*) AS entries, max(booking_date) AS day
            FROM entry GROUP BY account_id) moved
   WHERE a.id = moved.account_id`

/** Posts the opening balance of each account. */
export async function postOpenings(
  client: pg.Client,
  { firstDay }: DemoCalendar,
  accounts: readonly { id: string; number: string }[],
): Promise<void> {
  const random = seededRandom('bench openings')
  const { rows } = await client.query<{ id: string }>("SELECT id FROM ledger_accounts WHERE code = 'clearing:XOF'")
  const day = plainDate(firstDay)
  const postings = accounts.map((account) => ({ account, id: random.id(firstDay) }))
  const entry = { id: random.id(firstDay), value_date: day, type: 'transfer_in', label: 'VIR RECU SOLDE ANCIEN COMPTE' }
  await client.query('SELECT FROM ledger_write($1::text::jsonb, $2::text::jsonb)', [
    JSON.stringify(
      postings.map(({ id, account }) => ({
        id,
        posting_key: `bench:${account.number}`,
        kind: 'transfer',
        booking_date: day,
        posted_at: firstDay,
      })),
    ),
    JSON.stringify(
      postings.flatMap(({ id, account }) => [
        { ...entry, posting_id: id, account_id: account.id, amount: OPENING_BALANCE },
        { ...entry, id: random.id(firstDay), posting_id: id, account_id: rows[0]?.id, amount: -OPENING_BALANCE },
      ]),
    ),
  ])
}

/** Posts transfers from each account to the next one: `operations` lines, two for each transfer. */
export async function postMovements(
  client: pg.Client,
  { firstDay, now }: DemoCalendar,
  { accounts, operations }: { accounts: readonly { id: string }[]; operations: number },
): Promise<void> {
  const ids = accounts.map(({ id }) => id)
  const movements = Math.ceil(operations / 2)
  for (let first = 1; first <= movements; first += MOVEMENTS_PER_STATEMENT) {
    const last = Math.min(first + MOVEMENTS_PER_STATEMENT - 1, movements)
    await client.query(POST_MOVEMENTS, [ids, first, last, firstDay, now, movements, HOLDER])
  }
}

/** Adds accounts with `operations` lines to the bank, for one customer. */
export async function seedBenchBank(
  client: pg.Client,
  calendar: DemoCalendar,
  { operations, passwordHash }: { operations: number; passwordHash: string },
): Promise<void> {
  const accounts = await insertBenchAccounts(client, calendar, passwordHash)
  await postOpenings(client, calendar, accounts)
  await postMovements(client, calendar, { accounts, operations })
}
