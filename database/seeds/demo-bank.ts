// The demo bank: every persona with its accounts and fourteen months of history, relative to today and always the same.

import { hash } from '@node-rs/argon2'
import { ibanFrom } from 'contract/values/iban.ts'
import type pg from 'pg'
import { BANK_CODE, insertAdvisors, insertBankIdentity } from './bank-identity.ts'
import { type DemoBeneficiary, demoBeneficiaries, demoLists, hasRibFile, waitingBeneficiary } from './beneficiaries.ts'
import { seedBenchBank } from './bench-bank.ts'
import { demoCardLife, insertCardLife, openCards } from './cards.ts'
import { demoChequebooks, insertChequebooks, numberCheques } from './chequebooks.ts'
import { addDays, type DemoCalendar, demoCalendar, demoHolidays, plainDate } from './history/demo-calendar.ts'
import { foreignHolidays } from './history/foreign-holidays.ts'
import { insertDebits } from './debits.ts'
import { seededRandom } from './history/seeded-random.ts'
import { demoHistory } from './history/history.ts'
import { holdingAccounts, holdingMemberships } from './holding.ts'
import { insertIdentities } from './identities.ts'
import { insertIncoming } from './incoming.ts'
import { insertRows } from './insert-rows.ts'
import { demoMessages } from './messages.ts'
import { insertOverdraftCharges } from './overdrafts.ts'
import { demoAccounts, demoCustomers, demoMemberships, demoUsers } from './personas.ts'
import { type PostedHistory, postHistory } from './history/post-history.ts'
import { ribPdf } from './rib-pdf.ts'
import { demoSavings, insertSavings } from './savings.ts'
import { type DemoReturn, type DemoTransfer, demoOrders, transferRow } from './transfers.ts'
import { demoUpcoming } from './upcoming.ts'

const accounts = [...demoAccounts, ...holdingAccounts]
const ibanOf = ({ branch_code, number }: { branch_code: string; number: string }) =>
  ibanFrom('SN', BANK_CODE, branch_code, number)

/** The ids of inserted rows, by key. */
type Ids = { customers: Map<string, string>; users: Map<string, string>; accounts: Map<string, string> }

const id = (ids: ReadonlyMap<string, string>, key: string): string => {
  const found = ids.get(key)
  if (!found) throw new Error(`the demo bank has no ${key}`)
  return found
}

function drawIds({ firstDay }: DemoCalendar): Ids {
  const random = seededRandom('people and accounts')
  const draw = (keys: string[]) => new Map(keys.map((key) => [key, random.id(firstDay)]))
  return {
    customers: draw(demoCustomers.map(({ key }) => key)),
    users: draw(demoUsers.map(({ login }) => login)),
    accounts: draw(accounts.map(({ key }) => key)),
  }
}

async function insertPeople(client: pg.Client, ids: Ids, calendar: DemoCalendar, password_hash: string): Promise<void> {
  await insertRows(
    client,
    'customers',
    demoCustomers.map(({ key, ...customer }) => ({ id: id(ids.customers, key), ...customer })),
  )
  await insertIdentities(client, (key) => id(ids.customers, key))
  await insertRows(
    client,
    'users',
    demoUsers.map((user) => ({
      must_change_password: false,
      ...user,
      id: id(ids.users, user.login),
      password_hash,
      lang: 'fr',
      theme: 'system',
      created_at: calendar.firstDay,
    })),
  )
}

async function openAccounts(
  client: pg.Client,
  ids: Ids,
  calendar: DemoCalendar,
  advisors: Record<'individuals' | 'companies', string>,
): Promise<void> {
  await client.query(
    `SELECT ledger_open_account(account.id, 'customer', NULL, account.currency, account.overdraft)
       FROM jsonb_to_recordset($1::text::jsonb) AS account (id uuid, currency text, overdraft bigint)`,
    [
      JSON.stringify(
        accounts.map(({ key, currency, overdraft }) => ({ id: id(ids.accounts, key), currency, overdraft })),
      ),
    ],
  )
  await insertRows(
    client,
    'accounts',
    accounts.map(({ key, customer, balance: _balance, overdraft: _overdraft, age, ...account }) => ({
      ...account,
      id: id(ids.accounts, key),
      customer_id: id(ids.customers, customer),
      iban: ibanOf(account),
      advisor_id:
        advisors[
          demoCustomers.find(({ key: name }) => name === customer)?.kind === 'company' ? 'companies' : 'individuals'
        ],
      opened_on: plainDate(addDays(calendar.today, -age)),
    })),
  )
  const withDefault = new Set<string>()
  await insertRows(
    client,
    'memberships',
    [...demoMemberships, ...holdingMemberships].map(({ login, account, ...may }) => {
      const is_default = !withDefault.has(login)
      withDefault.add(login)
      return { user_id: id(ids.users, login), account_id: id(ids.accounts, account), is_default, ...may }
    }),
  )
}

async function insertCategoriesAndNotes(
  client: pg.Client,
  ids: Ids,
  calendar: DemoCalendar,
  { lines }: PostedHistory,
): Promise<void> {
  const random = seededRandom('categories')
  const customerOf = new Map(accounts.map(({ key, customer }) => [key, customer]))
  const categories = new Map<string, { customer_id: string; id: string; label: string }>()
  const filed = lines.flatMap(({ account_id, entry_id, line }) => {
    if (!line.category) return []
    const customer_id = id(ids.customers, customerOf.get(line.account) ?? '')
    const key = `${customer_id} ${line.category}`
    const category = categories.get(key) ?? { customer_id, id: random.id(calendar.firstDay), label: line.category }
    categories.set(key, category)
    return [{ account_id, entry_id, customer_id, category_id: category.id }]
  })
  await insertRows(client, 'categories', [...categories.values()])
  await insertRows(client, 'operation_categories', filed)
  await insertRows(
    client,
    'operation_notes',
    lines
      .filter(({ line }) => line.comment || line.accounting)
      .map(({ account_id, entry_id, line }) => ({
        account_id,
        entry_id,
        comment: line.comment ?? null,
        accounting: line.accounting ?? null,
      })),
  )
}

const nowhere = { address: null, browser: null }
/** The network addresses of users, from ranges for documentation (RFC 5737). */
const DEMO_DEVICES = [
  {
    address: '203.0.113.24',
    browser:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  },
  {
    address: '198.51.100.61',
    browser:
      'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  },
] as const

/** The audit events of orders, signatures and refusals of the demo. */
async function insertTransferHistory(
  client: pg.Client,
  ids: Ids,
  transfers: readonly DemoTransfer[],
  returns: readonly DemoReturn[],
): Promise<void> {
  const random = seededRandom('history of orders')
  const events = transfers.flatMap((transfer) => {
    const {
      id: subject_id,
      account,
      created_by,
      created_at,
      executed_at,
      validation_status,
      signatures_needed,
    } = transfer
    const event = (action: string, at: Date, login: string | null, facts: Record<string, string | number> = {}) => ({
      id: random.id(at),
      at,
      user_id: login && id(ids.users, login),
      account_id: id(ids.accounts, account),
      action,
      subject_id,
      facts,
      ...(login ? (DEMO_DEVICES[Number(login) % DEMO_DEVICES.length] ?? nowhere) : nowhere),
    })
    const { amount } = transfer
    const back = returns.find(({ order }) => order.id === subject_id)
    const signed = executed_at ?? created_at
    return [
      event('transfer.create', created_at, created_by, { amount, iban: transfer.beneficiary.iban }),
      ...(validation_status === 'validated' && signatures_needed > 0
        ? [event('transfer.accept', signed, '20000002', { amount })]
        : []),
      ...(validation_status === 'refused'
        ? [event('transfer.reject', new Date(created_at.getTime() + 3_600_000), '20000002')]
        : []),
      ...(executed_at ? [event('transfer.execute', executed_at, null, { amount })] : []),
      ...(back
        ? [
            event('transfer.send', back.sent_at, null),
            event('transfer.return', back.returned_at, null, { return_reason: back.reason }),
          ]
        : []),
    ]
  })
  await insertRows(client, 'audit_events', events)
}

async function insertTransfers(
  client: pg.Client,
  ids: Ids,
  transfers: readonly DemoTransfer[],
  returns: readonly DemoReturn[],
  { postingOfTransfer }: PostedHistory,
): Promise<void> {
  await insertRows(
    client,
    'transfers',
    transfers.map((transfer) => ({
      ...transferRow(transfer),
      account_id: id(ids.accounts, transfer.account),
      created_by: id(ids.users, transfer.created_by),
      posting_id: postingOfTransfer.get(transfer.id) ?? null,
    })),
  )
  await insertTransferHistory(client, ids, transfers, returns)
  await insertRows(
    client,
    'clearing_files',
    returns.map(({ order: { network, amount }, file_id, message_id, sent_at }) => ({
      id: file_id,
      network,
      message_id,
      created_at: sent_at,
      payment_count: 1,
      payment_sum: amount,
      written_at: sent_at,
    })),
  )
  const ibans = new Map(accounts.map((account) => [account.key, ibanOf(account)]))
  await insertRows(
    client,
    'outgoing_payments',
    returns.map(({ order, holder, payment_id, file_id, uetr, returned_at, reason }) => ({
      id: payment_id,
      account_id: id(ids.accounts, order.account),
      transfer_id: order.id,
      posting_id: id(postingOfTransfer, order.id),
      network: order.network,
      amount: order.amount,
      currency: 'XOF',
      settlement_date: order.execution_date,
      reference: order.reference,
      end_to_end_id: order.reference,
      uetr,
      debtor_name: holder,
      debtor_iban: id(ibans, order.account),
      creditor_name: order.beneficiary.name,
      creditor_iban: order.beneficiary.iban,
      label: order.label,
      queued_at: order.created_at,
      state: 'returned',
      file_id,
      place: 1,
      returned_at,
      return_reason: reason,
    })),
  )
  const random = seededRandom('holds')
  for (const { id: transferId, account, amount, fees, tax, created_at } of transfers.filter(
    ({ type, execution_status }) => execution_status === 'scheduled' && type === 'direct',
  )) {
    const { rows } = await client.query<{ held: boolean }>('SELECT ledger_hold($1, $2, $3, $4, $5) AS held', [
      id(ids.accounts, account),
      random.id(created_at),
      amount + fees + tax,
      `transfer:${transferId}`,
      created_at,
    ])
    if (!rows[0]?.held) throw new Error(`the account ${account} cannot hold the money of its transfers`)
  }
}

/** An authorised card payment holds its money until it is booked. */
async function holdCardPayments(
  client: pg.Client,
  ids: Ids,
  upcoming: ReturnType<typeof demoUpcoming>,
  { now }: DemoCalendar,
): Promise<void> {
  const random = seededRandom('holds of card payments')
  for (const { account, id: paymentId, amount } of upcoming.filter(({ type }) => type === 'card')) {
    const values = [id(ids.accounts, account), random.id(now), -amount, `card:${paymentId}`, now]
    const { rows } = await client.query<{ held: boolean }>('SELECT ledger_hold($1, $2, $3, $4, $5) AS held', values)
    if (!rows[0]?.held) throw new Error(`the account ${account} cannot hold the money of its card payments`)
  }
}

/** A deposited cheque is not available before its value date. */
async function holdCheques(client: pg.Client, { now, today }: DemoCalendar): Promise<void> {
  const random = seededRandom('holds of cheques')
  const { rows } = await client.query<{ account_id: string; id: string; amount: string }>(
    `SELECT account_id, id, amount::text AS amount FROM ledger_entries
      WHERE type = 'cheque_in' AND amount > 0 AND seq IS NOT NULL AND value_date > $1 ORDER BY account_id, seq`,
    [plainDate(today)],
  )
  for (const { account_id, id: entryId, amount } of rows) {
    const values = [account_id, random.id(now), amount, `cheque:${entryId}`, now]
    const held = await client.query<{ held: boolean }>('SELECT ledger_hold($1, $2, $3, $4, $5) AS held', values)
    if (!held.rows[0]?.held) throw new Error(`the account ${account_id} has spent a cheque that is in collection`)
  }
}

async function insertOfAccounts(
  client: pg.Client,
  ids: Ids,
  table: string,
  rows: readonly { account: string }[],
): Promise<void> {
  await insertRows(
    client,
    table,
    rows.map(({ account, ...row }) => ({ account_id: id(ids.accounts, account), ...row })),
  )
}

/** The demo's lists: a company's employees and suppliers, and a private person's family. */
async function insertLists(
  client: pg.Client,
  ids: Ids,
  beneficiaries: readonly DemoBeneficiary[],
  calendar: DemoCalendar,
): Promise<void> {
  const random = seededRandom('lists')
  const draw = () => random.id(calendar.firstDay)
  const types = new Map(
    demoLists.map(({ account, type }) => [`${account} ${type}`, { account, id: draw(), label: type }]),
  )
  const lists = demoLists.map((list) => ({
    ...list,
    id: draw(),
    members: beneficiaries.filter((one) => list.has(one)),
  }))
  await insertOfAccounts(client, ids, 'beneficiary_list_types', [...types.values()])
  await insertOfAccounts(
    client,
    ids,
    'beneficiary_lists',
    lists.map(({ account, id: listId, name, comment, type }) => ({
      account,
      id: listId,
      name,
      comment,
      type_id: types.get(`${account} ${type}`)?.id ?? null,
      created_at: calendar.firstDay,
    })),
  )
  await insertOfAccounts(
    client,
    ids,
    'beneficiary_list_members',
    lists.flatMap(({ account, id: list_id, members }) =>
      members.map(({ id: beneficiary_id }) => ({ account, list_id, beneficiary_id })),
    ),
  )
}

async function insertRibFiles(
  client: pg.Client,
  ids: Ids,
  beneficiaries: readonly DemoBeneficiary[],
  calendar: DemoCalendar,
): Promise<void> {
  for (const { account, id: beneficiaryId, name, iban } of beneficiaries.filter(hasRibFile))
    await client.query(
      `INSERT INTO beneficiary_ribs (account_id, beneficiary_id, name, media_type, content, added_at)
       VALUES ($1, $2, $3, 'application/pdf', $4, $5)`,
      [id(ids.accounts, account), beneficiaryId, `RIB ${name}.pdf`, ribPdf({ name, iban }), calendar.firstDay],
    )
}

/** One payee of the company that its accountant has just entered: the director has to accept it. */
async function insertWaitingBeneficiary(client: pg.Client, ids: Ids, calendar: DemoCalendar): Promise<void> {
  const random = seededRandom('waiting beneficiary')
  const at = new Date(addDays(calendar.today, -1).getTime() + 10.5 * 3_600_000)
  const [beneficiary, change] = [random.id(at), random.id(at)]
  const { account, name, iban, entered_by } = waitingBeneficiary
  const payee = [
    { account, id: beneficiary, name, is_company: true, iban, approval_status: 'pending', version: 1, created_at: at },
  ]
  await insertOfAccounts(client, ids, 'beneficiaries', payee)
  const given = [
    {
      account,
      id: change,
      beneficiary_id: beneficiary,
      new_iban: iban,
      changed_by: id(ids.users, entered_by),
      changed_at: at,
      status: 'pending',
    },
  ]
  await insertOfAccounts(client, ids, 'beneficiary_account_changes', given)
}

const withoutKey = ({ demoKey: _demoKey, ...beneficiary }: DemoBeneficiary) => beneficiary

async function seedPersonas(client: pg.Client, calendar: DemoCalendar, passwordHash: string): Promise<void> {
  const ids = drawIds(calendar)
  await insertBankIdentity(client, calendar.now)
  await insertPeople(client, ids, calendar, passwordHash)
  await insertRows(client, 'holidays', demoHolidays(calendar))
  await insertRows(client, 'foreign_holidays', foreignHolidays(calendar.today))
  await openAccounts(client, ids, calendar, await insertAdvisors(client, calendar.now))

  const beneficiaries = demoBeneficiaries(calendar)
  const orders = demoOrders(calendar, beneficiaries)
  await insertOfAccounts(client, ids, 'beneficiaries', beneficiaries.map(withoutKey))
  await insertLists(client, ids, beneficiaries, calendar)
  await insertRibFiles(client, ids, beneficiaries, calendar)
  await insertWaitingBeneficiary(client, ids, calendar)
  const savings = demoSavings(calendar)
  const cards = demoCardLife(calendar)
  const ledgers = await openCards(client, ids, calendar)
  const chequebooks = demoChequebooks(calendar)
  const ordered = [...orders.movements, ...savings.movements, ...cards.movements, ...chequebooks.movements]
  const history = numberCheques(demoHistory(calendar, ordered, accounts), chequebooks)
  const posted = await postHistory(client, history, new Map([...ids.accounts, ...ledgers]))
  await insertSavings(client, calendar, savings, {
    accountId: (key) => id(ids.accounts, key),
    postingOfKey: posted.postingOfKey,
  })
  await insertOverdraftCharges(
    client,
    calendar,
    accounts.map(({ key, overdraft }) => ({ key, overdraft, id: id(ids.accounts, key) })),
    posted.postingOfKey,
  )
  await insertTransfers(client, ids, orders.transfers, orders.returns, posted)
  await insertChequebooks(client, ids, chequebooks)
  await insertCardLife(client, ids, ledgers, cards, calendar.now)
  await insertCategoriesAndNotes(client, ids, calendar, posted)
  const upcoming = demoUpcoming(calendar)
  await insertOfAccounts(client, ids, 'intraday_operations', upcoming)
  await holdCardPayments(client, ids, upcoming, calendar)
  await holdCheques(client, calendar)
  await insertIncoming(client, calendar)
  await insertDebits(client, calendar, (key) => id(ids.accounts, key))
  await insertOfAccounts(client, ids, 'messages', demoMessages(calendar))
}

/** Values of the parameter `demo_bank`; a real bank has none, or 0. */
const [FINISHED, UNFINISHED] = [1, 2]

/**
 * Whether the database holds no bank yet, the demo bank, or a bank that operators have set up. 'unfinished': a demo bank to which more
 * was to be added, and was not.
 */
export async function kindOfBank(client: pg.Client): Promise<'none' | 'unfinished' | 'demo' | 'real'> {
  const { rows } = await client.query<{ has_bank: boolean; demo: number | null }>(`
    SELECT EXISTS (SELECT FROM bank) AS has_bank, (SELECT value::int FROM parameters WHERE name = 'demo_bank') AS demo`)
  if (!rows[0]?.has_bank) return 'none'
  if (rows[0].demo === UNFINISHED) return 'unfinished'
  return rows[0].demo === FINISHED ? 'demo' : 'real'
}

const setDemoBank = (client: pg.Client, value: number) =>
  client.query("UPDATE parameters SET value = $1 WHERE name = 'demo_bank'", [value])

type SeedOptions = {
  password: string
  now?: Date
  /** The number of additional ones, for benchmarks. */
  operations?: number
  /** Whether nothing is added afterwards: otherwise finishDemoBank follows. */
  isWhole?: boolean
}

/** Fills a migrated, empty database, completely or not at all. Runs as the owner. */
export async function seedDemoBank(
  client: pg.Client,
  { password, now = new Date(), operations = 0, isWhole = true }: SeedOptions,
): Promise<void> {
  const calendar = demoCalendar(now)
  // The parameters of the server (OWASP); one hash for all, since all have the same password.
  const passwordHash = await hash(password.normalize('NFC'), { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  await client.query('BEGIN')
  try {
    await seedPersonas(client, calendar, passwordHash)
    if (operations > 0) await seedBenchBank(client, calendar, { operations, passwordHash })
    if (!isWhole) await setDemoBank(client, UNFINISHED)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
  // The first queries must not be planned as if the tables were empty.
  await client.query('ANALYZE')
}

/**
 * Empties a database whose demo bank was interrupted before it was whole, to be migrated and filled again: no server has ever opened
 * it. Runs as the owner; fails on any other bank.
 */
export async function removeUnfinishedBank(client: pg.Client): Promise<void> {
  if ((await kindOfBank(client)) !== 'unfinished') throw new Error('only an unfinished demo bank may be removed')
  // The schema is created again as PostgreSQL creates it in a new database.
  await client.query(`
    BEGIN;
    DROP SCHEMA IF EXISTS archive CASCADE;
    DROP SCHEMA public CASCADE;
    CREATE SCHEMA public AUTHORIZATION pg_database_owner;
    GRANT USAGE ON SCHEMA public TO PUBLIC;
    COMMIT`)
}

/** Records that everything was added to a demo bank that was not whole. */
export async function finishDemoBank(client: pg.Client): Promise<void> {
  await setDemoBank(client, FINISHED)
}
