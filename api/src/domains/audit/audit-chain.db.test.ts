import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrate, migrationsFolder, readMigrations } from 'database/migrate.ts'
import { makeTemporaryFolder } from 'database/temporary-folder.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explaining, forgetStatistics } from '../../../test/explained.ts'
import { openTestLedger, type TestLedger } from '../../../test/test-ledger.ts'
import { newId } from '../../adapters/ids.ts'
import type { Db } from '../../db/db.ts'
import { dbOver, openPool } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { countLinkErrors, findHead, linkEvents, readChain, writeSearchTexts } from './audit-chain-store.ts'
import { type AuditEvent, recordEvents } from './audit-store.ts'
import { verifyAuditChain } from './verify-audit-chain.ts'

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
  // Three groups of one statement: 1 to 3, 4 to 6, 7 and 8.
  await bank.db`SELECT audit_link(3, ${now})`
})
afterAll(() => bank.close())

const faultyRules = async (known?: Awaited<ReturnType<typeof findHead>>, db: Db = bank.db) =>
  (await verifyAuditChain(db, known)).filter(({ errors }) => errors > 0).map(({ rule, errors }) => `${rule}: ${errors}`)
const groups = async () =>
  (await bank.db<{ size: number }>`SELECT cardinality(event_ids) AS size FROM audit_groups ORDER BY seq`).map(
    ({ size }) => size,
  )

it('links the events of a statement in groups, in their order', async () => {
  expect(await groups()).toEqual([3, 3, 2])
  expect(
    await bank.db`SELECT first_event, last_event,
                         ARRAY(SELECT (e.facts -> 'index')::integer FROM unnest(event_ids) WITH ORDINALITY one (id, place)
                                 JOIN audit_events e ON e.id = one.id ORDER BY one.place)::text AS of
                    FROM audit_groups ORDER BY seq`,
  ).toEqual([
    { first_event: 1, last_event: 3, of: '{0,1,2}' },
    { first_event: 4, last_event: 6, of: '{3,4,5}' },
    { first_event: 7, last_event: 8, of: '{6,7}' },
  ])
})

it('links each event once with concurrent workers', async () => {
  const many = Array.from({ length: 40 }, () => recordEvents(bank.db, [anEvent(), anEvent()]))
  const linking = Array.from({ length: 6 }, () => linkEvents(bank.db, now))
  await Promise.all([...many, ...linking])
  await linkEvents(bank.db, now)
  expect(await faultyRules()).toEqual([])
  expect((await verifyAuditChain(bank.db)).map(({ checked }) => checked)).toEqual([88, 88, 88])
  // Fewer links than events, in whatever groups the workers found them.
  expect((await groups()).length).toBeLessThan(88)
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

it('links events of different years in different groups', async () => {
  const before = (await groups()).length
  const years = ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00Z', '2025-06-01T00:00:00Z', '2026-02-01T00:00:00Z']
  await recordEvents(
    bank.db,
    years.map((at) => ({ ...anEvent(), at: new Date(at) })),
  )
  expect(await linkEvents(bank.db, now)).toBe(4)
  expect((await groups()).slice(before)).toEqual([2, 2])
  expect(await faultyRules()).toEqual([])
})

it.each([
  "UPDATE audit_events SET action = 'session.end'",
  'DELETE FROM audit_events',
  "INSERT INTO audit_groups VALUES (999, 999, 999, '{00000000-0000-4000-8000-000000000000}', bytea 'four', sha256(bytea 'x'), now())",
  'UPDATE audit_groups SET linked_at = now()',
  'DELETE FROM audit_groups',
  'INSERT INTO audit_links (seq, event_id, hash, linked_at) VALUES (999, gen_random_uuid(), sha256(bytea $$x$$), now())',
  'DELETE FROM audit_queue',
  "INSERT INTO audit_queue (event_ids, oldest_at) VALUES ('{00000000-0000-4000-8000-000000000000}', now())",
  'DELETE FROM audit_text_queue',
  'DELETE FROM audit_events_without_text',
  'DELETE FROM audit_search_texts',
])('refuses the application’s database role: %s', async (statement) => {
  await expect(bank.db(Object.assign([statement], { raw: [statement] }))).rejects.toThrow(/permission denied/)
})

it('refuses changes by the owner of the tables too, while the triggers are enabled', async () => {
  await expect(bank.owner.query('DELETE FROM audit_events')).rejects.toThrow(/append-only/)
  await expect(bank.owner.query('UPDATE audit_groups SET seq = seq + 1')).rejects.toThrow(/append-only/)
  await expect(bank.owner.query('TRUNCATE audit_groups')).rejects.toThrow(/append-only/)
})

const FOLLOWS = 'each link follows from the one before and from its events'
const NUMBERED = 'links are numbered without a gap'
const LINKED = 'every event has its link or waits for it'
/** The event with a number in the chain. */
const eventOf = (number: number) =>
  `(SELECT event_ids[${number} - first_event + 1] FROM audit_groups WHERE ${number} BETWEEN first_event AND last_event)`
const member = (index: number) => `event_ids[${index}]`
const digest = (index: number) => `substring(digests FROM ${4 * index - 3} FOR 4)`
/** Removes an event from its group, as if it had never been there. */
const forget = (seq: number, ...left: number[]) => `UPDATE audit_groups
  SET event_ids = ARRAY[${left.map(member).join()}], digests = ${left.map(digest).join(' || ')} WHERE seq = ${seq}`

describe('the verification reports an error when', () => {
  it.each([
    [
      'an event in the middle of a group is changed',
      `UPDATE audit_events SET facts = facts || '{"place": 99}' WHERE id = ${eventOf(5)}`,
      [`${FOLLOWS}: 1`],
    ],
    [
      'its time is',
      `UPDATE audit_events SET at = at + interval '1 microsecond' WHERE id = ${eventOf(5)}`,
      [`${FOLLOWS}: 1`],
    ],
    ['its author is', `UPDATE audit_events SET operator = 'Personne' WHERE id = ${eventOf(5)}`, [`${FOLLOWS}: 1`]],
    [
      'it is changed with its digest',
      `UPDATE audit_events SET action = 'session.end' WHERE id = ${eventOf(5)};
       UPDATE audit_groups SET digests = substring(digests FOR 4) || substring(sha256('x') FOR 4) || substring(digests FROM 9) WHERE seq = 2`,
      [`${FOLLOWS}: 1`],
    ],
    [
      'only a digest is changed',
      `UPDATE audit_groups SET digests = bytea 'four' || substring(digests FROM 5) WHERE seq = 2`,
      [`${FOLLOWS}: 1`],
    ],
    ['an event is taken away', `DELETE FROM audit_events WHERE id = ${eventOf(5)}`, [`${FOLLOWS}: 1`]],
    [
      'an event in the middle of a group is, with its place',
      `DELETE FROM audit_events WHERE id = ${eventOf(5)}; ${forget(2, 1, 3)}`,
      [`${NUMBERED}: 1`, `${FOLLOWS}: 1`],
    ],
    [
      'the end of a group is, with its place and all later numbers',
      `DELETE FROM audit_events WHERE id = ${eventOf(6)}; ${forget(2, 1, 2)};
       UPDATE audit_groups SET first_event = first_event - (seq > 2)::integer, last_event = last_event - (seq >= 2)::integer`,
      [`${FOLLOWS}: 1`],
    ],
    [
      'a group is, with its events',
      `DELETE FROM audit_events WHERE id IN (SELECT unnest(event_ids) FROM audit_groups WHERE seq = 2); DELETE FROM audit_groups WHERE seq = 2`,
      [`${NUMBERED}: 1`, `${FOLLOWS}: 1`],
    ],
    [
      'the first group is',
      `DELETE FROM audit_events WHERE id IN (SELECT unnest(event_ids) FROM audit_groups WHERE seq = 1); DELETE FROM audit_groups WHERE seq = 1`,
      [`${NUMBERED}: 1`, `${FOLLOWS}: 1`],
    ],
    [
      'an event is slipped in',
      `INSERT INTO audit_events (id, at, action, facts) VALUES (gen_random_uuid(), '2026-03-01', 'session.open', '{}')`,
      [`${LINKED}: 1`],
    ],
    [
      'an event is slipped into a group',
      `INSERT INTO audit_events (id, at, action, facts) VALUES ('00000000-0000-4000-8000-000000000000', '2026-03-01', 'session.open', '{}');
       UPDATE audit_groups SET event_ids = event_ids || uuid '00000000-0000-4000-8000-000000000000', digests = digests || bytea 'four' WHERE seq = 2`,
      [`${NUMBERED}: 1`, `${FOLLOWS}: 1`],
    ],
    [
      'two events of a group change places',
      `UPDATE audit_groups SET event_ids = ARRAY[${[2, 1, 3].map(member).join()}], digests = ${[2, 1, 3].map(digest).join(' || ')} WHERE seq = 2`,
      [`${FOLLOWS}: 1`],
    ],
    [
      'two groups do',
      `UPDATE audit_groups SET seq = -seq WHERE seq IN (1, 2); UPDATE audit_groups SET seq = 3 + seq WHERE seq < 0`,
      [`${NUMBERED}: 3`, `${FOLLOWS}: 3`],
    ],
    [
      'an event moves to the next group',
      `UPDATE audit_groups SET event_ids = ${eventOf(6)} || event_ids, digests = (SELECT ${digest(3)} FROM audit_groups WHERE seq = 2) || digests,
         first_event = 6 WHERE seq = 3;
       ${forget(2, 1, 2)}; UPDATE audit_groups SET last_event = 5 WHERE seq = 2`,
      [`${FOLLOWS}: 2`],
    ],
    [
      'an event is linked twice',
      `UPDATE audit_groups SET event_ids = event_ids || event_ids[1], digests = digests || substring(digests FOR 4) WHERE seq = 2`,
      [`${NUMBERED}: 1`, `${FOLLOWS}: 1`, `${LINKED}: 1`],
    ],
    [
      'a group is emptied',
      `DELETE FROM audit_events WHERE id IN (SELECT unnest(event_ids) FROM audit_groups WHERE seq = 2); UPDATE audit_groups SET event_ids = '{}' WHERE seq = 2`,
      [`${NUMBERED}: 1`, `${FOLLOWS}: 1`],
    ],
    [
      'the last group is shortened',
      `DELETE FROM audit_events WHERE id = (SELECT event_ids[1] FROM audit_groups ORDER BY seq DESC LIMIT 1);
       UPDATE audit_groups SET event_ids = event_ids[2:], digests = substring(digests FROM 5), last_event = last_event - 1
        WHERE seq = (SELECT max(seq) FROM audit_groups)`,
      [`${FOLLOWS}: 1`],
    ],
  ])('%s', async (_, damage, errors) => {
    const client = await bank.owner.connect()
    try {
      // An attacker with the owner's password would disable the guards.
      await client.query(`ALTER TABLE audit_groups DROP CONSTRAINT IF EXISTS audit_groups_seq_check,
          DROP CONSTRAINT IF EXISTS audit_groups_are_counted, DROP CONSTRAINT IF EXISTS audit_groups_have_digests;
        SET session_replication_role = replica;
        CREATE TABLE kept_events AS TABLE audit_events; CREATE TABLE kept_groups AS TABLE audit_groups`)
      await client.query(damage)
      expect(await faultyRules()).toEqual(errors)
    } finally {
      await client.query(`DELETE FROM audit_events; DELETE FROM audit_groups;
        INSERT INTO audit_events TABLE kept_events; INSERT INTO audit_groups TABLE kept_groups; DROP TABLE kept_events, kept_groups;
        SET session_replication_role = origin`)
      client.release()
    }
    expect(await faultyRules()).toEqual([])
  })

  it('an event vanishes before it is linked', async () => {
    await recordEvents(bank.db, [anEvent(), anEvent()])
    const client = await bank.owner.connect()
    const [{ id } = { id: '' }] = await bank.db<{ id: string }>`SELECT event_ids[1] AS id FROM audit_queue`
    await client.query(`SET session_replication_role = replica; CREATE TABLE kept AS SELECT * FROM audit_events WHERE id = '${id}';
      DELETE FROM audit_events WHERE id = '${id}'`)
    expect(await faultyRules()).toEqual([`${LINKED}: 1`])
    await linkEvents(bank.db, now)
    expect(await faultyRules()).toEqual([`${FOLLOWS}: 1`])
    // The search texts of what is there are written all the same.
    await writeSearchTexts(bank.db, 1)
    await client.query(`TRUNCATE audit_groups, audit_queue, audit_text_queue; INSERT INTO audit_events TABLE kept; DROP TABLE kept;
      INSERT INTO audit_queue (event_ids, oldest_at) SELECT ARRAY[id], at FROM audit_events ORDER BY at, id; SET session_replication_role = origin`)
    client.release()
    await linkEvents(bank.db, now)
    expect(await faultyRules()).toEqual([])
  })
})

it('names the event of a group that was changed', async () => {
  const client = await bank.owner.connect()
  const { rows } = await client.query<{ id: string }>(`SELECT ${eventOf(5)} AS id`)
  const set = (address: string) =>
    client.query(`SET session_replication_role = replica; UPDATE audit_events SET address = '${address}' WHERE id = '${rows[0]?.id}';
      SET session_replication_role = origin`)
  await set('203.0.113.1')
  const examples = (await verifyAuditChain(bank.db)).flatMap((verdict) => verdict.examples)
  await set('192.0.2.7')
  client.release()
  expect(examples).toEqual([expect.stringMatching(`event ${rows[0]?.id} is not what was linked`)])
  expect(await faultyRules()).toEqual([])
})

it('detects a truncated or rebuilt chain by a previously noted head', async () => {
  const known = await findHead(bank.db)
  await recordEvents(bank.db, [anEvent()])
  await linkEvents(bank.db, now)
  expect(await faultyRules(known)).toEqual([])
  const longer = await findHead(bank.db)
  const client = await bank.owner.connect()
  await client.query(`SET session_replication_role = replica;
    DELETE FROM audit_events WHERE id = (SELECT event_ids[1] FROM audit_groups ORDER BY seq DESC LIMIT 1);
    DELETE FROM audit_groups WHERE seq = (SELECT max(seq) FROM audit_groups)`)
  expect(await faultyRules(known)).toEqual([])
  expect(await faultyRules(longer)).toEqual(['the chain contains the head that was noted: 1'])
  await client.query(`UPDATE audit_events SET address = '203.0.113.1' WHERE id = ${eventOf(2)};
    INSERT INTO audit_queue (event_ids, oldest_at) SELECT event_ids, now() FROM audit_groups ORDER BY seq; DELETE FROM audit_groups; DELETE FROM audit_text_queue;
    SET session_replication_role = origin`)
  client.release()
  await linkEvents(bank.db, now)
  expect(await faultyRules()).toEqual([])
  expect(await faultyRules(known)).toEqual(['the chain contains the head that was noted: 1'])
})

describe('the search texts', () => {
  const texts = async (account_id: string) =>
    (
      await bank.db<{ text: string }>`SELECT words AS text FROM audit_search_texts WHERE account_id = ${account_id}`
    ).map(({ text }) => text)
  const waiting = async () =>
    (await bank.db<{ count: number }>`SELECT coalesce(sum(event_count), 0)::bigint AS count FROM audit_text_queue`).at(
      0,
    )?.count
  const found = async (account_id: string, text: string) =>
    (
      await bank.db`SELECT FROM audit_search(${account_id}, ${`%${text}%`}, ARRAY[]::text[], true, false, NULL, NULL, NULL, NULL, NULL, NULL, 100)`
    ).length

  it('are written for accounts with many events, and composed by the search for the others', async () => {
    await writeSearchTexts(bank.db, 1)
    const [account_id, other] = [newId(), newId()]
    const labelled = (index: number) => ({ ...anEvent({ label: `Loyer ${index}` }), account_id })
    const access = {
      ...anEvent({ account_ids: [account_id, other] }),
      account_id: other,
      action: 'access.invite',
    } as const
    await recordEvents(bank.db, [...Array.from({ length: 20 }, (_, index) => labelled(index)), access])
    expect(await found(account_id, 'loyer')).toBe(20)
    await bank.db`SELECT audit_link(5, ${now})`
    expect([await waiting(), await found(account_id, 'loyer 7')]).toEqual([21, 1])
    expect(await writeSearchTexts(bank.db, 30)).toBe(0)
    expect([await texts(account_id), await waiting()]).toEqual([[], 0])
    expect([await found(account_id, 'loyer'), await found(other, '192.0.2.7')]).toEqual([20, 1])

    await recordEvents(
      bank.db,
      Array.from({ length: 9 }, (_, index) => labelled(20 + index)),
    )
    await linkEvents(bank.db, now)
    // Not linked yet: written with the others.
    await recordEvents(bank.db, [labelled(29)])
    expect(await writeSearchTexts(bank.db, 30)).toBe(31)
    expect([(await texts(account_id)).length, (await texts(other)).length]).toEqual([31, 0])
    expect([await found(account_id, 'loyer'), await found(other, '192.0.2.7')]).toEqual([30, 1])

    await linkEvents(bank.db, now)
    await recordEvents(bank.db, [labelled(30)])
    await linkEvents(bank.db, now)
    expect(await writeSearchTexts(bank.db, 30)).toBe(0)
    // Some events have texts and others none: each is found once.
    expect([(await texts(account_id)).length, await found(account_id, 'loyer')]).toEqual([31, 31])
  })

  it('are written for the events of groups that a former release linked', async () => {
    await writeSearchTexts(bank.db, 1)
    const [account_id, named] = [newId(), newId()]
    const access = { ...anEvent({ account_ids: [named] }), account_id, action: 'access.invite' } as const
    await recordEvents(bank.db, [{ ...anEvent({ label: 'Loyer' }), account_id }, access])
    await linkEvents(bank.db, now)
    const noted = await bank.owner.query('SELECT account_ids, access_event_ids FROM audit_text_queue')
    expect(noted.rows).toMatchObject([{ account_ids: [account_id], access_event_ids: [expect.any(String)] }])
    await bank.owner.query('UPDATE audit_text_queue SET account_ids = NULL, access_event_ids = NULL')
    expect(await writeSearchTexts(bank.db, 1)).toBe(2)
    expect([(await texts(account_id)).length, (await texts(named)).length]).toEqual([1, 1])
  })

  it('are written once, by any number of workers', async () => {
    await writeSearchTexts(bank.db, 1)
    const accounts = Array.from({ length: 20 }, newId)
    await recordEvents(
      bank.db,
      Array.from({ length: 400 }, (_, index) => ({ ...anEvent(), account_id: accounts[index % 20] ?? '' })),
    )
    await bank.db`SELECT audit_link(7, ${now})`
    await Promise.all([1, 2, 3].map(() => writeSearchTexts(bank.db, 3)))
    await recordEvents(
      bank.db,
      accounts.map((account_id) => ({ ...anEvent(), account_id })),
    )
    await linkEvents(bank.db, now)
    await Promise.all([1, 2, 3].map(() => writeSearchTexts(bank.db, 1)))
    for (const account of accounts)
      expect([(await texts(account)).length, await found(account, '192.0.2.7')]).toEqual([21, 21])
    expect(await waiting()).toBe(0)
  })

  it('are not waited for by the chain', async () => {
    const account_id = newId()
    const event = { ...anEvent(), account_id }
    await recordEvents(bank.db, [event])
    await linkEvents(bank.db, now)
    const locked = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const writing = transaction(bank.db, async (tx) => {
      await tx`SELECT audit_count_without_text(100, 1)`
      await tx`SELECT audit_write_texts_of(${account_id}, 100)`
      locked.resolve()
      await done.promise
    })
    await locked.promise
    await recordEvents(bank.db, [{ ...event, account_id: newId() }])
    expect(await linkEvents(bank.db, now)).toBe(1)
    // Another worker writes those of the next group.
    expect(await writeSearchTexts(bank.db, 1)).toBe(1)
    done.resolve()
    await writing
    expect(await waiting()).toBe(0)
  })
})

it('is read in as many steps as it has events, on tables without statistics', async () => {
  const count = 3_000
  await recordEvents(
    bank.db,
    Array.from({ length: count }, () => anEvent()),
  )
  // Each event has a group of its own.
  await bank.db`SELECT audit_link(1, ${now})`
  await recordEvents(
    bank.db,
    Array.from({ length: count }, () => anEvent()),
  )
  await linkEvents(bank.db, now)
  await recordEvents(
    bank.db,
    Array.from({ length: count }, () => anEvent()),
  )
  const owner = await bank.owner.connect()
  try {
    await owner.query('BEGIN')
    await forgetStatistics(owner)
    for (const settings of ['force_generic_plan', 'force_custom_plan']) {
      await owner.query(`SET LOCAL plan_cache_mode = ${settings}`)
      const { sql, explained } = explaining(owner)
      for await (const rows of readChain(sql)) expect(rows[0]?.text).not.toBeNull()
      expect((await countLinkErrors(sql, 5)).examples).toEqual([])
      for (const { rows } of explained) expect(rows).toBeLessThan(50 * count)
    }
  } finally {
    await owner.query('ROLLBACK')
    owner.release()
  }
})

it('continues a chain that has one link for each event', async () => {
  const folder = makeTemporaryFolder('connect-former-release')
  const copyMigrations = (before: string) => {
    const names = readMigrations(migrationsFolder).map(({ name }) => name)
    for (const name of names.filter((n) => n < before)) cpSync(join(migrationsFolder, name), join(folder, name))
  }
  copyMigrations('0027')
  await bank.owner.query('CREATE DATABASE former_release')
  const url = new URL(bank.url)
  url.pathname = '/former_release'
  const [owner, late] = [0, 0].map(() => new pg.Client({ connectionString: url.href })) as [pg.Client, pg.Client]
  const pool = openPool(url.href, { size: 2, onError: () => undefined })
  const db = dbOver(pool)
  try {
    await Promise.all([owner.connect(), late.connect()])
    await migrate(owner, { folder })
    await recordEvents(db, [anEvent(), anEvent(), anEvent()])
    expect(await db`SELECT audit_link(1000, ${now}) AS count`).toEqual([{ count: 3 }])
    const noted = await db<{ seq: number; hash: Buffer }>`SELECT seq, hash FROM audit_links WHERE seq = 3`
    const known = { seq: 3, hash: noted[0]?.hash.toString('hex') ?? '' }
    await recordEvents(db, [anEvent()])
    const insert = `INSERT INTO audit_events (id, at, action, facts) VALUES (gen_random_uuid(), '2026-03-01', 'session.open', '{}')`
    await late.query(`BEGIN; ${insert}`)
    // 0090 changes the queue of alerts, which the open transaction has locked, and waits for it.
    copyMigrations('0090')
    await migrate(owner, { folder })
    await late.query('COMMIT')
    await migrate(owner)
    await recordEvents(db, [anEvent(), anEvent()])
    expect(await findHead(db)).toEqual(known)
    expect(await faultyRules(known, db)).toEqual([])
    expect(await linkEvents(db, now)).toBe(4)
    expect(await db`SELECT seq, first_event, last_event FROM audit_groups`).toEqual([
      { seq: 4, first_event: 4, last_event: 7 },
    ])
    expect(await faultyRules(known, db)).toEqual([])
    expect((await verifyAuditChain(db)).map(({ checked }) => checked)).toEqual([7, 7, 7])
    await owner.query(`SET session_replication_role = replica;
      UPDATE audit_events SET action = 'session.end' WHERE id = (SELECT event_id FROM audit_links WHERE seq = 2)`)
    expect(await faultyRules(known, db)).toEqual([`${FOLLOWS}: 1`])
    await owner.query(
      `DELETE FROM audit_events WHERE id = (SELECT event_id FROM audit_links WHERE seq = 3); DELETE FROM audit_links WHERE seq = 3`,
    )
    expect(await faultyRules(known, db)).toEqual([
      `${NUMBERED}: 1`,
      `${FOLLOWS}: 2`,
      'the chain contains the head that was noted: 1',
    ])
  } finally {
    await pool.end()
    await Promise.all([owner.end(), late.end()])
    await bank.owner.query('DROP DATABASE former_release WITH (FORCE)')
    rmSync(folder, { recursive: true })
  }
})
