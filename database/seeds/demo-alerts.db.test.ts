// Tests the whole catalogue of alerts on a bank with every kind of object: each event of the audit log is notified once, to the users who may see it.
import { alertCatalogue, alertKinds } from 'contract/access/alerts.ts'
import type { AuditAction } from 'contract/access/audit-labels.ts'
import { capabilities, rights } from 'contract/rights.ts'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { alertText } from '../../api/src/domains/alerts/alert-text.ts'
import { type AuditEvent, recordEvents } from '../../api/src/domains/audit/audit-store.ts'
import type { Db } from '../../api/src/db/db.ts'
import { dbOver, openPool } from '../../api/src/db/sql.ts'
import { transaction } from '../../api/src/db/transaction.ts'
import { deriveNextAlerts } from '../../api/src/domains/alerts/derive-alerts.ts'
import { moveDates } from '../../api/src/domains/closed-days/move-dates.ts'
import { listAlertsOf } from '../../api/src/domains/alerts/alert-store.ts'
import { testDatabase } from '../test-database.ts'
import { seedDemoBank } from './demo-bank.ts'

const now = new Date('2026-11-21T11:30:00Z')

let owner: pg.Client
let db: Db
let end: () => Promise<void>
beforeAll(async () => {
  const database = await testDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await seedDemoBank(owner, { password: 'Teranga-2026!', now })
  // The demo has no batch: this one waits for a signature.
  await owner.query(
    `INSERT INTO transfer_batches (account_id, id, reference, file_name, content_hash, state, line_count, amount, fees, tax, currency,
                                   execution_date, signing_rule, signatures_needed, created_at, created_by)
     SELECT account_id, $1::uuid, 'L-2026-0001', 'salaires.csv', sha256('salaires'), 'pending', 3, 450000, 0, 0, 'XOF', $2::timestamptz::date, 'one', 1, $2::timestamptz, created_by
       FROM transfers LIMIT 1`,
    [randomUUID(), now],
  )
  const pool = openPool(database.url, { size: 2, onError: () => undefined })
  db = dbOver(pool)
  while (await deriveNextAlerts({ db }));
  end = async () => {
    await pool.end()
    await owner.end()
    await database.drop()
  }
})
afterAll(() => end())

type RowKey = { account_id: string; id: string }
it('derives the alerts of its history when a worker runs', async () => {
  const { rows } = await owner.query('SELECT kind, count(*)::integer FROM alerts GROUP BY kind ORDER BY kind')
  expect(rows).toEqual([
    { kind: 'order_to_sign', count: 6 },
    { kind: 'transfer_rejected', count: 2 },
    { kind: 'transfer_returned', count: 1 },
  ])
})

const oneOf = async (sql: string): Promise<RowKey> => {
  const { rows } = await owner.query<RowKey>(sql)
  const [row] = rows
  if (!row) throw new Error(`nothing in the demo for: ${sql}`)
  return row
}

async function aReader({ account_id }: RowKey, held: readonly string[] = capabilities): Promise<string> {
  const id = randomUUID()
  await owner.query(`INSERT INTO users (id, login, first_name, last_name) VALUES ($1, $2, 'Awa', 'Ndiaye')`, [
    id,
    String(Math.floor(10_000_000 + Math.random() * 89_999_999)),
  ])
  await owner.query('INSERT INTO memberships (user_id, account_id, rights, capabilities) VALUES ($1, $2, $3, $4)', [
    id,
    account_id,
    rights,
    held,
  ])
  return id
}
/** Records an event and derives its alerts, as the worker does. */
async function records(...events: AuditEvent[]): Promise<void> {
  await transaction(db, (tx) => recordEvents(tx, events))
  while (await deriveNextAlerts({ db }));
}
const happens = (
  action: AuditAction,
  { account_id, id }: RowKey,
  facts: Record<string, unknown> = {},
  user_id: string | null = null,
) => records({ at: now, user_id, session_id: null, account_id, address: null, action, subject_id: id, facts })
const alertsOf = async (user: string) => (await listAlertsOf(db, user, false, { page: 1, per_page: 50 })).items

const TRANSFER = 'SELECT account_id, id FROM transfers WHERE batch_id IS NULL AND NOT is_confidential'
const acts: [kind: string, action: AuditAction, about: string, sql: string, facts?: Record<string, unknown>][] = [
  ['transfer_executed', 'transfer.execute', 'transfer', TRANSFER],
  ['transfer_rejected', 'transfer.fail', 'transfer', TRANSFER],
  ['transfer_rejected', 'transfer.stop', 'transfer', TRANSFER],
  ['transfer_rejected', 'batch.lapse', 'batch', 'SELECT account_id, id FROM transfer_batches'],
  ['transfer_returned', 'transfer.return', 'transfer', TRANSFER],
  [
    'order_to_sign',
    'transfer.create',
    'transfer',
    `${TRANSFER} AND validation_status = 'pending' AND signing_rule <> 'a_and_b'`,
  ],
  ['order_to_sign', 'batch.create', 'batch', 'SELECT account_id, id FROM transfer_batches'],
  ['date_moved', 'transfer.move', 'transfer', TRANSFER],
  ['date_moved', 'batch.move', 'batch', 'SELECT account_id, id FROM transfer_batches'],
  ['date_moved', 'recurring-topup.move', 'recurring_topup', 'SELECT account_id, id FROM recurring_topups'],
  ['date_moved', 'debit.move', 'debit', 'SELECT account_id, id FROM collections'],
  ['date_moved', 'credit.move', 'credit', 'SELECT account_id, id FROM credits', { place: 1 }],
  ['date_moved', 'deposit.move', 'deposit', 'SELECT account_id, id FROM deposits'],
  ['batch_done', 'batch.end', 'batch', 'SELECT account_id, id FROM transfer_batches', { executed: 3, failed: 0 }],
  [
    'beneficiary_waiting',
    'beneficiary.create',
    'beneficiary',
    `UPDATE beneficiaries SET approval_status = 'pending' WHERE id = (SELECT id FROM beneficiaries WHERE removed_at IS NULL LIMIT 1)
     RETURNING account_id, id`,
  ],
  ['card_topped_up', 'topup.execute', 'topup', 'SELECT account_id, id FROM card_topups'],
  ['topup_failed', 'topup.fail', 'topup', 'SELECT account_id, id FROM card_topups'],
  [
    'chequebook_available',
    'chequebook.move',
    'chequebook',
    `SELECT account_id, id FROM chequebooks WHERE status = 'available'`,
  ],
  ['debit_announced', 'debit.announce', 'debit', 'SELECT account_id, id FROM collections'],
  ['debit_rejected', 'debit.reject', 'debit', 'SELECT account_id, id FROM collections'],
  [
    'mandate_to_confirm',
    'mandate.register',
    'mandate',
    `SELECT account_id, id FROM mandates WHERE status = 'pending_confirmation'`,
  ],
  ['deposit_matured', 'deposit.mature', 'deposit', 'SELECT account_id, id FROM deposits'],
  ['deposit_matured', 'deposit.renew', 'deposit', 'SELECT account_id, id FROM deposits'],
  ['deposit_answered', 'deposit.accept', 'deposit', 'SELECT account_id, id FROM deposits'],
  ['deposit_answered', 'deposit.refuse', 'deposit', 'SELECT account_id, id FROM deposits'],
  ['instalment_unpaid', 'credit.unpaid', 'credit', 'SELECT account_id, id FROM credits', { place: 1 }],
  [
    'payment_requested',
    'request.receive',
    'payment_request',
    `WITH payee AS (
       INSERT INTO payee_lookups (account_id, id, end_to_end_id, kind, value, created_at, state, answered_at, name, payee_kind, country, member, account_kind, other)
       SELECT id, gen_random_uuid(), 'ECIE001' || repeat('1', 28), 'phone', '+2250700000202', now(), 'found', now(), 'Boutique Treichville', 'C', 'CI', 'CIE001', 'TRAN', '+2250700000202'
         FROM accounts WHERE status = 'active' LIMIT 1
       RETURNING account_id, id)
     INSERT INTO payment_requests (id, account_id, direction, state, end_to_end_id, message_id, identifier, lookup_id, amount, discount, may_change_amount, label, created_at)
     SELECT gen_random_uuid(), account_id, 'received', 'open', 'ECIE001' || repeat('2', 28), 'MPIUMOA' || repeat('2', 28), 'FACT-1', id, 40000, 0, false, 'Tissus', now() FROM payee
     RETURNING account_id, id`,
  ],
  [
    'payment_received',
    'payment.receive',
    'operation',
    `SELECT account_id, id FROM ledger_entries WHERE type = 'transfer_in' AND amount > 0 AND seq IS NOT NULL LIMIT 1`,
  ],
  [
    'alias_claimed',
    'alias.claimed',
    'alias',
    `INSERT INTO payment_aliases (account_id, id, kind, value, creation_id, state, created_by, created_at)
     SELECT account_id, gen_random_uuid(), 'phone', '+221770000001', 'demo', 'active', user_id, now() FROM memberships LIMIT 1
     RETURNING account_id, id`,
  ],
  [
    'return_requested',
    'return.receive',
    'return_request',
    `INSERT INTO return_requests (id, account_id, direction, state, end_to_end_id, message_id, reason, incoming_id, created_at)
     SELECT gen_random_uuid(), account_id, 'received', 'open', 'ECIE001' || repeat('3', 28), 'MPIUMOA' || repeat('3', 28), 'AM09', id, now()
       FROM incoming_payments WHERE account_id IS NOT NULL LIMIT 1
     RETURNING account_id, id`,
  ],
]

it.each(acts)('sends the alert %s once, from the event %s', async (kind, action, about, sql, facts = {}) => {
  const place = await oneOf(sql)
  const [reader, blind, actor] = [await aReader(place), await aReader(place), await aReader(place)]
  await owner.query(`UPDATE memberships SET rights = '{dashboard}' WHERE user_id = $1`, [blind])
  for (const one of [reader, blind, actor])
    await owner.query('INSERT INTO alert_rules (account_id, user_id, kind, by_mail) VALUES ($1, $2, $3, true)', [
      place.account_id,
      one,
      kind,
    ])
  await happens(action, place, facts, actor)
  const [alert, ...more] = await alertsOf(reader)
  expect(more).toEqual([])
  expect(alert).toMatchObject({
    kind,
    about,
    subject_id: place.id,
    account: { uuid: place.account_id },
    is_read: false,
  })
  // Neither users without the right nor the author.
  expect([await alertsOf(blind), await alertsOf(actor)]).toEqual([[], []])
  if (!alert) throw new Error('no alert')
  const labels = (['fr', 'en'] as const).map((lang) => alertText(alert, 'XOF', lang))
  expect(labels.every((text) => text.length > 5)).toBe(true)
  expect(labels[0]).not.toBe(labels[1])
  // The e-mail of the alert is queued only if the bank sends no other e-mail about it.
  const { rows } = await owner.query<{ waits: boolean }>(
    'SELECT mail_at IS NOT NULL AS waits FROM alerts WHERE user_id = $1',
    [reader],
  )
  const catalogue = alertKinds.find((known) => known === kind)
  expect(rows).toEqual([{ waits: catalogue !== undefined && alertCatalogue[catalogue].letter === undefined }])
  // Disabled kinds are not notified.
  await owner.query('UPDATE alert_rules SET is_on = false WHERE user_id = $1', [reader])
  await happens(action, place, facts, actor)
  expect(await alertsOf(reader)).toHaveLength(1)
})

it('covers every kind of alert', async () => {
  const ofLedgerAndInbox = ['balance_below', 'debit_above', 'credit_above', 'message_received', 'statement_available']
  expect(
    alertKinds.filter((kind) => !ofLedgerAndInbox.includes(kind) && !acts.some(([action]) => action === kind)),
  ).toEqual([])
})

it('omits amounts of a confidential batch for users without the capability', async () => {
  const place = await oneOf('SELECT account_id, id FROM transfer_batches')
  await owner.query('UPDATE transfer_batches SET is_confidential = true, single_entry = true WHERE id = $1', [place.id])
  const [withCapability, without] = [await aReader(place), await aReader(place, ['transfer.validate'])]
  await happens('batch.end', place, { executed: 3, failed: 0 })
  const amounts = await Promise.all(
    [withCapability, without].map(async (one) => (await alertsOf(one)).map(({ amount }) => typeof amount)),
  )
  expect(amounts).toEqual([['number'], ['object']])
  // The capability counts when it is read as well.
  await owner.query(`UPDATE memberships SET capabilities = '{}' WHERE user_id = $1`, [withCapability])
  expect((await alertsOf(withCapability)).map(({ amount }) => amount)).toEqual([null])
})

it.each([
  ['password_changed', 'password.change'],
  ['password_changed', 'password.set'],
  ['contact_changed', 'contact.change'],
] as const)('always sends the alert %s to the person concerned, from the event %s', async (kind, action) => {
  const place = await oneOf(TRANSFER)
  const reader = await aReader(place)
  await records({
    at: now,
    user_id: reader,
    session_id: null,
    account_id: null,
    address: null,
    action,
    subject_id: reader,
    facts: {},
  })
  expect(await alertsOf(reader)).toMatchObject([{ kind, about: 'profile', account: null }])
})

it('sends an alert about a new device, and none about the first one or one that is known', async () => {
  const reader = await aReader(await oneOf(TRANSFER))
  const opens = async (is_new_device: boolean) => {
    const session = randomUUID()
    await owner.query(
      `INSERT INTO sessions (id, user_id, cookie_hash, created_at, last_active_at, expires_at)
       VALUES ($1::uuid, $2, sha256($1::uuid::text::bytea), $3::timestamptz, $3::timestamptz, $3::timestamptz + interval '1 hour')`,
      [session, reader, now],
    )
    const event = {
      at: now,
      user_id: reader,
      session_id: session,
      account_id: null,
      address: null,
      subject_id: session,
      facts: { is_new_device },
    }
    await records({ ...event, action: 'session.open' })
    return (await alertsOf(reader)).length
  }
  expect(await opens(true)).toBe(0)
  expect(await opens(false)).toBe(0)
  expect(await opens(true)).toBe(1)
  expect(await opens(false)).toBe(1)
})

it('sends one alert about changed access on all accounts to the person and the administrators', async () => {
  const place = await oneOf(TRANSFER)
  const [admin, other, person, clerk] = [
    await aReader(place),
    await aReader(place),
    await aReader(place, []),
    await aReader(place, ['transfer.create']),
  ]
  const facts = { account_ids: [place.account_id] }
  const common = {
    at: now,
    user_id: admin,
    session_id: null,
    account_id: place.account_id,
    address: null,
    subject_id: person,
  }
  // One action, recorded once for each group of accounts.
  const change = { ...common, action: 'access.change' as const, facts }
  await records(change, change, { ...common, action: 'access.invite', facts })
  const notified = async (one: string) => (await alertsOf(one)).map(({ kind, about }) => `${kind} ${about}`).toSorted()
  expect(await notified(person)).toEqual(['access_changed profile'])
  expect(await notified(other)).toEqual(['access_changed person', 'person_invited person'])
  expect(await notified(admin)).toEqual(['access_changed person', 'person_invited person'])
  expect(await notified(clerk)).toEqual([])
  const { rows } = await owner.query<{ mails: number }>(
    'SELECT count(mail_at)::integer AS mails FROM alerts WHERE user_id = ANY ($1) GROUP BY user_id ORDER BY mails',
    [[person, other, admin]],
  )
  // The author gets no e-mail about it.
  expect(rows.map(({ mails }) => mails)).toEqual([0, 1, 2])
})

it.each([
  ['rules.change', 'rules_changed', 'rules'],
  ['rules.accept', 'rules_changed', 'rules'],
  ['access.join', 'person_joined', 'person'],
] as const)(
  'alerts every administrator of the account about %s, whatever their preferences',
  async (action, kind, about) => {
    const place = await oneOf(TRANSFER)
    const [admin, actor, clerk] = [
      await aReader(place),
      await aReader(place, action === 'access.join' ? [] : undefined),
      await aReader(place, ['transfer.create']),
    ]
    const isJoin = action === 'access.join'
    await records({
      at: now,
      user_id: actor,
      session_id: null,
      account_id: isJoin ? null : place.account_id,
      address: null,
      action,
      subject_id: isJoin ? actor : place.account_id,
      facts: isJoin ? { account_ids: [place.account_id] } : { before: null, after: null },
    })
    const [alert, ...more] = await alertsOf(admin)
    expect(more).toEqual([])
    expect(alert).toMatchObject({
      kind,
      about,
      account: { uuid: place.account_id },
      subject_id: isJoin ? actor : place.account_id,
    })
    expect(alert?.name === null).toBe(!isJoin)
    if (!alert) throw new Error('no alert')
    expect(alertText(alert, 'XOF', 'fr')).not.toBe(alertText(alert, 'XOF', 'en'))
    // The author sees it in the portal, where misuse of their access would be noticed; an operator is not notified.
    expect((await alertsOf(actor)).map((one) => one.kind)).toEqual(isJoin ? [] : [kind])
    expect(await alertsOf(clerk)).toEqual([])
    const { rows } = await owner.query<{ user_id: string; waits: boolean }>(
      'SELECT user_id, mail_at IS NOT NULL AS waits FROM alerts WHERE user_id = ANY ($1) ORDER BY waits',
      [[admin, actor]],
    )
    expect(rows).toEqual([...(isJoin ? [] : [{ user_id: actor, waits: false }]), { user_id: admin, waits: true }])
  },
)

it('moves dates of every kind that fall on a day that becomes a holiday', async () => {
  const planned = [
    ['transfers', 'run_at'],
    ['recurring_topups', 'run_at'],
    ['collections', 'run_at'],
    ['credit_lines', 'run_at'],
    ['deposit_payments', 'run_at'],
  ] as const
  for (const [table, column] of planned) {
    const { rows } = await owner.query<{ day: string }>(
      `SELECT min(${column})::date::text AS day FROM ${table} WHERE ${column}::date > $1::date`,
      [now],
    )
    const day = rows[0]?.day
    expect(day, table).toEqual(expect.any(String))
    await owner.query(
      `INSERT INTO holidays (day, name_fr, name_en) VALUES ($1, 'Fête annoncée', 'Announced') ON CONFLICT DO NOTHING`,
      [day],
    )
    while ((await moveDates({ db, clock: { now: () => now } })) > 0);
    const left = await owner.query(
      `SELECT 1 FROM ${table} WHERE ${column}::date = $1 AND NOT coalesce(to_jsonb(${table}) ->> 'type' = 'direct', false)`,
      [day],
    )
    expect(left.rowCount, `${table} on ${day}`).toBe(0)
  }
  const { rows } = await owner.query<{ action: string }>(
    `SELECT DISTINCT action FROM audit_events WHERE action LIKE '%.move' AND facts ? 'from' ORDER BY 1`,
  )
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['credit.move', 'debit.move', 'deposit.move', 'recurring-topup.move', 'transfer.move']),
  )
})
