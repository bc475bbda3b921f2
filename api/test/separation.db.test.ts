// Calls every endpoint of the contract as one customer among others: nothing of the others is answered, counted or changed.
import { changeAccess, invitePerson, removePerson, suspendPerson } from 'contract/access/access.ts'
import { changePassword } from 'contract/access/passwords.ts'
import { endUserSession, revokeDevice } from 'contract/access/profile.ts'
import { signOut } from 'contract/access/session.ts'
import { createCategoryRule } from 'contract/accounts/categories.ts'
import { createOperationView } from 'contract/accounts/operation-views.ts'
import { createCategory } from 'contract/accounts/operations.ts'
import { calls } from 'contract/calls.ts'
import type { Endpoint } from 'contract/endpoint.ts'
import { createBatch } from 'contract/transfers/batches.ts'
import { importTransfers } from 'contract/transfers/imports.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { seedDemoBank } from 'database/seeds/demo-bank.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../src/adapters/ids.ts'
import { sampleOf } from './call-samples.ts'
import { codesOf, openTestBank, PASSWORD, type Reply, type TestBank, type Visitor } from './test-bank.ts'

/** The table of the objects that each path names by their id. Those that need the instant platform have tests of their own. */
const OBJECTS = {
  '/access/people': 'users',
  '/accounts': 'accounts',
  '/beneficiaries': 'beneficiaries',
  '/beneficiary-lists': 'beneficiary_lists',
  '/categories': 'categories',
  '/category-rules': 'category_rules',
  '/chequebooks': 'chequebooks',
  '/credits': 'credits',
  '/debits': 'collections',
  '/deposits': 'deposits',
  '/mandates': 'mandates',
  '/messages': 'messages',
  '/operation-views': 'operation_views',
  '/operations': 'ledger_entries',
  '/prepaid-card-reloads': 'card_topups',
  '/prepaid-cards/recurring-reloads': 'recurring_topups',
  '/prepaid-cards': 'prepaid_cards',
  '/transfers/batches': 'transfer_batches',
  '/transfers/import': 'transfer_imports',
  '/transfers': 'transfers',
  '/user/devices': 'devices',
  '/user/passkeys': 'passkeys',
  '/user/sessions': 'sessions',
}
const tables = [...Object.values(OBJECTS), 'transfer_import_lines']

/** The tables whose ids a call may be given: by its path one, in its body any. */
function tablesOf({ path }: Endpoint): string[] {
  const [start] = path.split('/:')
  return start === path ? tables : Object.entries(OBJECTS).flatMap(([one, table]) => (one === start ? [table] : []))
}

let bank: TestBank
/** A customer who existed before all others, and the answers of the bank before these were created. */
let otherCustomer: Visitor
let before: Map<string, unknown>

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value)
const withId = <Value>(value: Value, id: string): Value =>
  JSON.parse(JSON.stringify(value), (_, one: unknown) => (isId(one) ? id : one)) as Value

/** The sample input of a call with this id in place of its own. */
function inputOf(name: string, id: string) {
  const { params, body } = sampleOf[name]?.() ?? {}
  return { ...(params && { params: withId(params, id) }), ...(body !== undefined && { body: withId(body, id) }) }
}

const named = Object.entries<Endpoint>(calls).filter(([, { scope, isStream }]) => scope !== 'public' && !isStream)
const byId = named.filter(([name]) => JSON.stringify(inputOf(name, 'an id')).includes('an id'))
const readings = named.filter(([, { method, path }]) => method === 'GET' && !path.includes(':'))

// Answers about the bank, and answers about the session and the calls of their caller.
const OF_THE_BANK = ['getAdvisor', 'getAgencyAddress', 'listAgencies', 'listDepositOffers', 'getExchangeRates']
const OF_THE_CALLER = ['getBankDetailsFile', 'getUser', 'exportAuditLog']

/** The part of an answer that depends on the data of customers. */
function ofCustomers(name: string, body: unknown): unknown {
  if (OF_THE_BANK.includes(name) || OF_THE_CALLER.includes(name)) return null
  if (Buffer.isBuffer(body)) return body.length
  if (name === 'getDashboard') return { ...(body as object), advisor: null }
  if (name === 'listBankDetails') return (body as { iban: string }[]).map(({ iban }) => iban)
  if (name === 'listAuditEvents')
    return (body as { by: string }[]).filter(({ by }) => !by.endsWith(otherCustomer.login))
  return body
}

async function readAll(): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>()
  for (const [name, endpoint] of readings) {
    const reply = await otherCustomer.call(endpoint, name === 'search' ? { query: { search: 'a' } } : {})
    answers.set(name, reply.status < 400 ? ofCustomers(name, reply.body) : codesOf(reply))
  }
  return answers
}

async function answerTo(name: string, endpoint: Endpoint, id: string) {
  const { status, body, headers } = await otherCustomer.confirm(endpoint, inputOf(name, id))
  const answer = status < 400 ? body : codesOf({ status, body, headers })
  return [status, JSON.stringify(answer)?.replaceAll(id, 'an id')]
}

/** The newest ids of a table, of rows that name one of these ids, or none of them. */
async function idsIn(table: string, ids: string[], isOf: boolean, limit: number): Promise<string[]> {
  const { rows } = await bank.owner.query<{ id: string }>(
    `SELECT id FROM ${table} t WHERE (to_jsonb(t)::text ~ $1) = $2 ORDER BY id DESC LIMIT ${limit}`,
    [ids.join('|'), isOf],
  )
  return rows.map(({ id }) => id)
}

/** Gives users what only they have: second factors, a device, a picture. */
async function equip(users: string): Promise<void> {
  const digest = `decode(md5(id::text), 'hex')`
  await bank.owner.query(`
    INSERT INTO one_time_codes (user_id, secret, last_period, active_since) SELECT id, ${digest}, 0, now() FROM users WHERE ${users};
    INSERT INTO recovery_codes (user_id, position, code_hash) SELECT id, 0, 'a hash' FROM users WHERE ${users};
    INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, is_synced, name, created_at)
      SELECT gen_random_uuid(), id, ${digest}, ${digest}, 0, '{}', false, 'Clé', now() FROM users WHERE ${users};
    INSERT INTO devices (id, user_id, secret_hash, created_at, last_seen_at)
      SELECT gen_random_uuid(), id, ${digest}, now(), now() FROM users WHERE ${users};
    INSERT INTO user_pictures (user_id, content, version, updated_at)
      SELECT id, ${digest}, gen_random_uuid(), now() FROM users WHERE ${users}`)
}

/** Opens the demo bank, and a company that has what its customers do not. */
async function openNeighbours(): Promise<void> {
  const client = await bank.owner.connect()
  await client.query(`SET session_replication_role = replica;
    DELETE FROM bank; DELETE FROM branches; DELETE FROM correspondents; DELETE FROM exchange_rates;
    SET session_replication_role = origin`)
  await seedDemoBank(client, { password: PASSWORD, now: bank.clock.at, operations: 0 })
  client.release()
  const company = await bank.aCustomer({ kind: 'company', balance: 1_000_000 })
  const { id: category_id } = (await company.call(createCategory, { body: { label: 'Voisinage' } })).body
  const condition = { text: 'VERSEMENT', sign: null, min: null, max: null }
  await bank.owner.query(`
    INSERT INTO signing_tiers (account_id, kind, up_to, rule) VALUES ('${company.account_id}', 'batch', NULL, 'none');
    INSERT INTO signing_groups (account_id, user_id, signing_group) VALUES ('${company.account_id}', '${company.user_id}', 'A');
    INSERT INTO transfer_limits (account_id, purpose, period, amount) VALUES ('${company.account_id}', 'create', 'day', 900000);
    UPDATE accounts SET factor_amount = 900000 WHERE id = '${company.account_id}'`)
  const replies: Reply<unknown>[] = [
    await company.call(createCategoryRule, { body: { ...condition, category_id } }),
    await company.call(createOperationView, { body: { name: 'Voisinage', filter: {} } }),
    await company.confirm(invitePerson, sampleOf['invitePerson']?.() as never),
  ]
  const accounts = [1, 2].map((index) => ibanFrom('SN', 'SN010', '01520', String(485_000_000_000 + index)))
  const file = ['nom_beneficiaire;iban;montant;libelle', ...accounts.map((iban) => `Moussa;${iban};500;Paie`)]
  for (const isOrdered of [true, false]) {
    const form = new FormData()
    form.append('file', new Blob([file.join('\n')]), 'paie.csv')
    const { import_id } = (await company.call(importTransfers, { form })).body
    if (isOrdered) replies.push(await company.confirm(createBatch, { body: { import_id } }))
  }
  await equip(`id <> '${otherCustomer.user_id}'`)
  const failed = replies.find(({ status }) => status >= 300)
  if (failed) throw new Error(JSON.stringify(failed.body))
}

beforeAll(async () => {
  bank = await openTestBank()
  otherCustomer = await bank.aCustomer({ kind: 'company', balance: 1_000_000 })
  before = await readAll()
  await openNeighbours()
})
afterAll(() => bank.close())

it('answers a customer as if there were no other', async () => {
  for (const [name, answer] of await readAll()) expect.soft([name, answer]).toEqual([name, before.get(name)])
})

it('treats what belongs to others as if it did not exist', async () => {
  const own = [otherCustomer.user_id, otherCustomer.account_id]
  const ids = new Map<string, string>()
  for (const table of tables) ids.set(table, (await idsIn(table, own, false, 1))[0] ?? table)
  expect([...ids].filter(([, id]) => !isId(id))).toEqual([])
  for (const [name, endpoint] of byId) {
    const unknown = await answerTo(name, endpoint, newId())
    expect.soft([name, unknown[0]]).not.toEqual([name, 500])
    for (const table of tablesOf(endpoint))
      expect.soft([name, table, await answerTo(name, endpoint, ids.get(table) ?? '')]).toEqual([name, table, unknown])
  }
})

/** Calls that reduce the access of their caller. */
const ENDING: readonly Endpoint[] = [
  changeAccess,
  removePerson,
  suspendPerson,
  revokeDevice,
  endUserSession,
  changePassword,
  signOut,
]

it('changes nothing of others', async () => {
  const [account] = await bank.db<{ id: string; customer_id: string }>`
    SELECT id, customer_id FROM accounts WHERE iban = 'SN08SN9990100310000110100169'`
  if (!account) throw new Error('the demo bank has no such account')
  const member = await bank.aMember(account.id)
  await equip(`id = '${member.user_id}'`)
  const siblings = await bank.db<{ id: string }>`SELECT id FROM accounts WHERE customer_id = ${account.customer_id}`
  const own = [member.user_id, account.customer_id, ...siblings.map(({ id }) => id)]
  const { rows: copied } = await bank.owner.query<{ name: string }>(
    `SELECT DISTINCT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name IN ('account_id', 'customer_id', 'user_id')`,
  )
  const copies = copied.map(
    ({ name }) => `CREATE TABLE former.${name} AS SELECT to_jsonb(t)::text AS row FROM ${name} t`,
  )
  await bank.owner.query(`CREATE SCHEMA former; ${copies.join(';')}`)
  const done = new Set<string>()
  const changing = named.filter(([, { method }]) => method !== 'GET' && method !== 'HEAD')
  const ending = changing.filter(([, endpoint]) => ENDING.includes(endpoint))
  for (const [name, endpoint] of [...changing.filter((one) => !ending.includes(one)), ...ending]) {
    const ids: string[] = []
    const max = endpoint.path.includes(':') ? 3 : 1
    if (byId.some(([one]) => one === name))
      for (const table of tablesOf(endpoint)) ids.push(...(await idsIn(table, own, true, max)))
    else ids.push('')
    for (const id of ids) {
      // A factor that the server has noticed would have to confirm the next calls.
      await bank.owner.query("UPDATE users SET factors = '{}' WHERE id = $1", [member.user_id])
      if ((await member.confirm(endpoint, inputOf(name, id))).status < 300) done.add(name)
    }
  }
  // The samples are effective: many of them change something.
  expect(done.size).toBeGreaterThan(35)
  for (const { name } of copied) {
    const { rows } = await bank.owner.query<{ row: string }>(
      `SELECT row FROM former.${name} WHERE row !~ $1 EXCEPT SELECT to_jsonb(t)::text FROM ${name} t LIMIT 3`,
      [own.join('|')],
    )
    expect.soft([name, rows]).toEqual([name, []])
  }
})
