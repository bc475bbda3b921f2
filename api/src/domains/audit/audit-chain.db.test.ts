import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestLedger, type TestLedger } from '../../../test/test-ledger.ts'
import { newId } from '../../adapters/ids.ts'
import { type AuditEvent, recordEvents } from './audit-store.ts'
import { findHead, linkEvents, verifyAuditChain } from './audit-chain-store.ts'
import { transaction } from '../../db/transaction.ts'

const now = new Date('2026-03-10T09:30:00.123Z')
const anEvent = (facts: Record<string, unknown> = {}): AuditEvent => ({
  at: now,
  user_id: newId(),
  session_id: null,
  account_id: newId(),
  address: '192.0.2.7',
  action: 'category.create',
  subject_id: newId(),
  facts,
})

let bank: TestLedger
beforeAll(async () => {
  bank = await openTestLedger()
  await recordEvents(
    bank.db,
    Array.from({ length: 8 }, (_, index) => anEvent({ index, label: 'Loyer & charges « été »' })),
  )
  await linkEvents(bank.db, now)
})
afterAll(() => bank.close())

const faultyRules = async (known?: Awaited<ReturnType<typeof findHead>>) =>
  (await verifyAuditChain(bank.db, known))
    .filter(({ errors }) => errors > 0)
    .map(({ rule, errors }) => `${rule}: ${errors}`)

it('links each event once with concurrent workers', async () => {
  const many = Array.from({ length: 40 }, () => recordEvents(bank.db, [anEvent(), anEvent()]))
  const linking = Array.from({ length: 6 }, () => linkEvents(bank.db, now))
  await Promise.all([...many, ...linking])
  await linkEvents(bank.db, now)
  expect(await faultyRules()).toEqual([])
  expect((await verifyAuditChain(bank.db)).map(({ checked }) => checked)).toEqual([88, 88, 88])
})

it('leaves out events of rolled-back transactions, and links late commits', async () => {
  const before = await findHead(bank.db)
  const undone = transaction(bank.db, async (tx) => {
    await recordEvents(tx, [anEvent()])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await transaction(bank.db, async (tx) => {
    await recordEvents(tx, [anEvent()])
    // Another transaction's event is linked before this one, which is not committed yet.
    await recordEvents(bank.db, [anEvent()])
    expect(await linkEvents(bank.db, now)).toBe(1)
  })
  expect(await linkEvents(bank.db, now)).toBe(1)
  expect((await findHead(bank.db))?.seq).toBe((before?.seq ?? 0) + 2)
  expect(await faultyRules()).toEqual([])
})

it.each([
  "UPDATE audit_events SET action = 'session.end'",
  'DELETE FROM audit_events',
  'INSERT INTO audit_links (seq, event_id, hash, linked_at) VALUES (999, gen_random_uuid(), sha256(bytea $$x$$), now())',
  'UPDATE audit_links SET linked_at = now()',
  'DELETE FROM audit_links',
  'DELETE FROM audit_waiting',
  'INSERT INTO audit_waiting (event_id) VALUES (gen_random_uuid())',
])('refuses the application’s database role: %s', async (statement) => {
  await expect(bank.db(Object.assign([statement], { raw: [statement] }))).rejects.toThrow(/permission denied/)
})

it('refuses changes by the owner of the tables too, while the triggers are enabled', async () => {
  await expect(bank.owner.query('DELETE FROM audit_events')).rejects.toThrow(/append-only/)
  await expect(bank.owner.query('UPDATE audit_links SET seq = seq + 1')).rejects.toThrow(/append-only/)
  await expect(bank.owner.query('TRUNCATE audit_links')).rejects.toThrow(/append-only/)
})

const FOLLOWS = 'each link follows from the one before and from its event'
const NUMBERED = 'links are numbered without a gap'
const LINKED = 'every event has its link or waits for it'
const eventOf = (seq: number) => `(SELECT event_id FROM audit_links WHERE seq = ${seq})`

it.each([
  [
    'an event is changed',
    `UPDATE audit_events SET facts = facts || '{"place": 99}' WHERE id = ${eventOf(3)}`,
    [`${FOLLOWS}: 1`],
  ],
  [
    'its time is',
    `UPDATE audit_events SET at = at + interval '1 microsecond' WHERE id = ${eventOf(3)}`,
    [`${FOLLOWS}: 1`],
  ],
  ['its author is', `UPDATE audit_events SET operator = 'Personne' WHERE id = ${eventOf(3)}`, [`${FOLLOWS}: 1`]],
  ['an event is taken away', `DELETE FROM audit_events WHERE id = ${eventOf(4)}`, [`${FOLLOWS}: 1`]],
  [
    'a link is, with its event',
    `DELETE FROM audit_events WHERE id = ${eventOf(4)}; DELETE FROM audit_links WHERE seq = 4`,
    [`${NUMBERED}: 1`, `${FOLLOWS}: 1`],
  ],
  [
    'the first is',
    `DELETE FROM audit_events WHERE id = ${eventOf(1)}; DELETE FROM audit_links WHERE seq = 1`,
    [`${NUMBERED}: 1`, `${FOLLOWS}: 1`],
  ],
  [
    'an event is slipped in',
    `INSERT INTO audit_events (id, at, action, facts) VALUES (gen_random_uuid(), '2026-03-01', 'session.open', '{}')`,
    [`${LINKED}: 1`],
  ],
  [
    'two events change places',
    `UPDATE audit_links SET seq = -seq WHERE seq IN (5, 6); UPDATE audit_links SET seq = 11 + seq WHERE seq < 0`,
    [`${FOLLOWS}: 3`],
  ],
])('reports an error when %s', async (_, damage, errors) => {
  const client = await bank.owner.connect()
  const ids = await client.query<{ id: string }>('SELECT event_id AS id FROM audit_links ORDER BY seq')
  try {
    // An attacker with the owner's password would disable the guards.
    await client.query(`ALTER TABLE audit_links DROP CONSTRAINT IF EXISTS audit_links_seq_check; SET session_replication_role = replica;
      CREATE TABLE kept_events AS TABLE audit_events; CREATE TABLE kept_links AS TABLE audit_links`)
    await client.query(damage)
    expect(await faultyRules()).toEqual(errors)
  } finally {
    await client.query(`DELETE FROM audit_events; DELETE FROM audit_links;
      INSERT INTO audit_events TABLE kept_events; INSERT INTO audit_links TABLE kept_links; DROP TABLE kept_events, kept_links;
      SET session_replication_role = origin`)
    client.release()
  }
  expect(await faultyRules()).toEqual([])
  expect(ids.rows.length).toBe((await findHead(bank.db))?.seq)
})

it('detects a truncated or rebuilt chain by a previously noted head', async () => {
  const known = await findHead(bank.db)
  await recordEvents(bank.db, [anEvent()])
  await linkEvents(bank.db, now)
  expect(await faultyRules(known)).toEqual([])
  const client = await bank.owner.connect()
  await client.query(`SET session_replication_role = replica;
    UPDATE audit_events SET address = '203.0.113.1' WHERE id = ${eventOf(2)};
    INSERT INTO audit_waiting (event_id) SELECT event_id FROM audit_links ORDER BY seq; DELETE FROM audit_links;
    SET session_replication_role = origin`)
  client.release()
  await linkEvents(bank.db, now)
  expect(await faultyRules()).toEqual([])
  expect(await faultyRules(known)).toEqual(['the chain contains the head that was noted: 1'])
})
