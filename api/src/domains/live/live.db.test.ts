import { isDeepStrictEqual } from 'node:util'
import { changeAccess, listAccessChanges, refuseAccessChange, suspendPerson } from 'contract/access/access.ts'
import { followEvents, MAX_STREAMS } from 'contract/live.ts'
import { changeMandate, type MandateChange } from 'contract/products/debits.ts'
import { writeMessage } from 'contract/accounts/messages.ts'
import { getUser, signOut } from 'contract/access/session.ts'
import type { Right } from 'contract/rights.ts'
import {
  changeBeneficiaryList,
  createBeneficiaryList,
  removeBeneficiaryList,
} from 'contract/transfers/beneficiary-lists.ts'
import { getSigningRules, setSigningRules } from 'contract/transfers/signing-rules.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BANK, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { openStream, type TestStream } from '../../../test/test-stream.ts'
import { until } from '../../../test/until.ts'
import { purge } from '../../db/purge.ts'

let bank: TestBank
let server: Awaited<ReturnType<TestBank['aServer']>>
beforeAll(async () => {
  bank = await openTestBank()
  server = await bank.aServer({ live: { heartbeatEveryMs: 200 } })
})
afterAll(async () => {
  await server.close()
  await bank.close()
})

async function follow(visitor: Visitor, lastEventId?: string): Promise<TestStream> {
  const stream = await openStream(server.address, visitor, lastEventId)
  if (stream.status === 200) await until(() => stream.received.length > 0)
  return stream
}
const write = (visitor: Visitor) => visitor.call(writeMessage, { body: { subject: 'Question', body: 'Bonjour' } })
/** A change after all others: once it is received, all earlier ones have been received. */
const last = async (stream: TestStream, account_id: string) => {
  await bank.owner.query(
    "UPDATE accounts SET status = CASE status WHEN 'active' THEN 'blocked' ELSE 'active' END WHERE id = $1",
    [account_id],
  )
  await stream.waitFor('access')
}

describe('an open page', () => {
  it('receives a change of another server within two seconds, without its data', async () => {
    const awa = await bank.aCustomer({ balance: 50_000 })
    const stream = await follow(awa)
    const began = Date.now()
    // Made by another server process than the one of the stream.
    expect((await write(awa)).status).toBe(201)
    const { data } = await stream.waitFor('messages')
    expect(Date.now() - began).toBeLessThan(2_000)
    expect(data).toEqual({ kind: 'messages', account_id: awa.account_id })
    await bank.deposit(awa.account_id, 25_000)
    await stream.waitFor('balance')
    stream.close()
  })

  it('receives each change of a mandate', async () => {
    const awa = await bank.aCustomer({ capabilities: ['mandate.manage'] })
    const { rows } = await bank.owner.query<{ id: string; version: number }>(
      `INSERT INTO mandates (account_id, id, umr, creditor_name, creditor_id, scheme, recurrence, status, signed_on, known_at)
       VALUES ($1, gen_random_uuid(), 'RUM-1', 'Eau', 'SN12ZZZ000001', 'core', 'recurrent', 'active', '2026-01-05', now())
       RETURNING id, version`,
      [awa.account_id],
    )
    const stream = await follow(awa)
    const params = { id: rows[0]?.id ?? '' }
    let version = rows[0]?.version ?? 0
    const change = async (visit: typeof awa.confirm, input: object) => {
      const reply = await visit(changeMandate, { params, body: { version, ...input } as MandateChange })
      expect(reply.status).toBe(200)
      version = reply.body.version
    }
    await change(awa.call, { max_amount: 90_000 })
    await until(() => stream.kinds().length === 1)
    await change(awa.call, { is_creditor_blocked: true })
    await until(() => stream.kinds().length === 2)
    await change(awa.confirm, { status: 'revoked' })
    await until(() => stream.kinds().length === 3)
    expect(stream.kinds()).toEqual(['debits', 'debits', 'debits'])
    stream.close()
  })

  it('receives each change of a list of beneficiaries and of its members', async () => {
    const awa = await bank.aCustomer()
    const payee = await bank.aBeneficiary(awa.account_id, ibanFrom('SN', BANK, '01003', '000000000017'))
    const stream = await follow(awa)
    const created = await awa.call(createBeneficiaryList, { body: { name: 'Loyers', type: null, comment: null } })
    await until(() => stream.kinds().length === 1)
    const params = { id: created.body.id }
    await awa.call(changeBeneficiaryList, { params, body: { add: [payee] } })
    await until(() => stream.kinds().length === 2)
    await awa.call(changeBeneficiaryList, { params, body: { remove: [payee] } })
    await until(() => stream.kinds().length === 3)
    await awa.call(changeBeneficiaryList, { params, body: { name: 'Loyers de Thiès' } })
    await until(() => stream.kinds().length === 4)
    await awa.call(removeBeneficiaryList, { params })
    await until(() => stream.kinds().length === 5)
    expect(new Set(stream.kinds())).toEqual(new Set(['beneficiaries']))
    stream.close()
  })

  it('of an administrator receives what other administrators change in access and in the rules of signatures', async () => {
    const first = await bank.aCustomer({ kind: 'company' })
    const second = await bank.aMember(first.account_id)
    const clerk = await bank.aMember(first.account_id, { rights: ['operations', 'inbox'], capabilities: [] })
    const stream = await follow(second)
    const receivesOne = async (reply: Promise<{ status: number }>, status: number) => {
      const before = stream.kinds().length
      expect((await reply).status).toBe(status)
      await until(() => stream.kinds().length > before)
    }
    const params = { id: clerk.user_id }
    const change = (rights: Right[]) =>
      first.confirm(changeAccess, { params, body: { accounts: 'all', capabilities: [], rights } })
    await receivesOne(change(['operations']), 200)
    // More rights wait for the second administrator.
    await receivesOne(change(['operations', 'inbox']), 200)
    const [waiting] = (await first.call(listAccessChanges)).body
    await receivesOne(first.call(refuseAccessChange, { params: { id: waiting?.id ?? '' } }), 204)
    await receivesOne(first.confirm(suspendPerson, { params }), 204)
    const { version, rules } = (await first.call(getSigningRules)).body
    const tiers = [{ kind: 'single' as const, up_to: null, rule: 'two' as const }]
    await receivesOne(first.confirm(setSigningRules, { body: { ...rules, version, tiers } }), 200)
    expect(new Set(stream.kinds())).toEqual(new Set(['access']))
    stream.close()
  })

  it('receives no events of other customers or of sections without a right', async () => {
    const [awa, other] = [await bank.aCustomer(), await bank.aCustomer()]
    const clerk = await bank.aMember(awa.account_id, { rights: ['operations'], capabilities: [] })
    const [stream, otherStream] = [await follow(clerk), await follow(other)]
    await write(awa)
    await bank.deposit(awa.account_id, 1_000)
    await last(stream, awa.account_id)
    expect(stream.kinds().sort()).toEqual(['access', 'balance'])
    expect(otherStream.kinds()).toEqual([])
    stream.close()
    otherStream.close()
  })

  it('applies changed rights immediately', async () => {
    const awa = await bank.aCustomer()
    const clerk = await bank.aMember(awa.account_id, { rights: ['operations', 'inbox'], capabilities: [] })
    const stream = await follow(clerk)
    await bank.owner.query("UPDATE memberships SET rights = '{operations}' WHERE user_id = $1", [clerk.user_id])
    const ofUser = { kind: 'access', account_id: null }
    await until(() => stream.received.some(({ data }) => isDeepStrictEqual(data, ofUser)))
    await write(awa)
    await bank.deposit(awa.account_id, 1_000)
    await stream.waitFor('balance')
    expect(stream.kinds()).not.toContain('messages')
    stream.close()
  })

  it('resumes from its last event id, on any server, and misses no event', async () => {
    const awa = await bank.aCustomer()
    const before = await follow(awa)
    before.close()
    await until(() => before.hasEnded())
    await write(awa)
    await bank.deposit(awa.account_id, 1_000)
    const after = await openStream(await bank.app.listen({ port: 0, host: '127.0.0.1' }), awa, before.lastId())
    await after.waitFor('balance')
    expect(after.kinds().sort()).toEqual(['balance', 'messages'])
    expect(after.received[0]?.event).toBe('hello')
    after.close()
    // An event that it has received is not sent again.
    const again = await follow(awa, after.lastId())
    await last(again, awa.account_id)
    expect(again.kinds()).toEqual(['access'])
    again.close()
  })

  it('receives what has changed since its user was read, however late it opens the stream', async () => {
    const awa = await bank.aCustomer()
    const { body } = await awa.call(getUser)
    await write(awa)
    const stream = await follow(awa, body.event_cursor)
    await stream.waitFor('messages')
    expect(stream.received[0]?.event).toBe('hello')
    stream.close()
  })

  it('receives a change that was committed after a later one', async () => {
    const awa = await bank.aCustomer()
    const stream = await follow(awa)
    const slow = await bank.owner.connect()
    await slow.query('BEGIN')
    await slow.query('UPDATE ledger_accounts SET overdraft = 1 WHERE id = $1', [awa.account_id])
    await write(awa)
    await stream.waitFor('messages')
    expect(stream.kinds()).toEqual(['messages'])
    await slow.query('COMMIT')
    slow.release()
    await stream.waitFor('balance')
    expect(stream.kinds()).toEqual(['messages', 'balance'])
    stream.close()
  })

  it.each(['nonsense', '1.5:8:', `${Math.floor(Date.now() / 1000)}.900000000:900000000:`])(
    'is told to reload everything when its last event id is unknown: %s',
    async (id) => {
      const awa = await bank.aCustomer()
      const stream = await follow(awa, id)
      expect(stream.received[0]).toMatchObject({ event: 'reset' })
      await write(awa)
      await stream.waitFor('messages')
      stream.close()
    },
  )

  it('receives one event per transaction for a file of five thousand lines', async () => {
    const awa = await bank.aCustomer()
    await bank.owner.query(
      `INSERT INTO messages (account_id, id, sender, subject, body, sent_at)
       SELECT $1, gen_random_uuid(), 'La banque', 'Avis', 'Bonjour', now() FROM generate_series(1, 5000)`,
      [awa.account_id],
    )
    const { rows } = await bank.owner.query(
      "SELECT kind FROM change_events WHERE $1 = ANY (topic_ids) AND kind = 'messages'",
      [awa.account_id],
    )
    expect(rows).toEqual([{ kind: 'messages' }])
  })

  it('keeps events for an hour', async () => {
    const awa = await bank.aCustomer()
    await write(awa)
    const count = async () =>
      (await bank.owner.query('SELECT 1 FROM change_events WHERE $1 = ANY (topic_ids)', [awa.account_id])).rowCount
    await purge(bank.db, bank.clock.at)
    expect(await count()).toBeGreaterThan(0)
    await bank.owner.query("UPDATE change_events SET at = now() - interval '61 minutes'")
    const fatou = await bank.aCustomer()
    await write(fatou)
    await purge(bank.db, bank.clock.at)
    expect(await count()).toBe(0)
    const { rows } = await bank.owner.query('SELECT DISTINCT kind FROM change_events WHERE $1 = ANY (topic_ids)', [
      fatou.account_id,
    ])
    expect(rows.map(({ kind }: { kind: string }) => kind)).toContain('messages')
    await bank.owner.query("UPDATE change_events SET at = now() - interval '61 minutes'")
    await purge(bank.db, bank.clock.at)
    expect((await bank.owner.query('SELECT FROM change_events')).rowCount).toBe(0)
  })
})

describe('an event stream ends', () => {
  it('with its session: at sign-out and on suspension', async () => {
    const awa = await bank.aCustomer()
    const member = await bank.aMember(awa.account_id)
    const [stream, otherStream] = [await follow(awa), await follow(member)]
    expect((await awa.confirm(suspendPerson, { params: { id: member.user_id } })).status).toBe(204)
    expect((await otherStream.waitFor('bye')).data).toEqual({ reason: 'session' })
    await awa.call(signOut)
    expect((await stream.waitFor('bye')).data).toEqual({ reason: 'session' })
    await until(() => stream.hasEnded() && otherStream.hasEnded())
    expect((await openStream(server.address, awa)).status).toBe(401)
  })

  it('after the inactivity limit of a session: an open stream does not count as activity', async () => {
    const awa = await bank.aCustomer()
    const at = bank.clock.at
    bank.clock.at = new Date(at.getTime() + 200_000)
    const stream = await follow(awa)
    // A heartbeat carries the current cursor.
    await bank.owner.query('SELECT pg_current_xact_id()')
    await until(() => stream.lastId() !== stream.received[0]?.id)
    expect(stream.hasEnded()).toBe(false)
    bank.clock.at = new Date(at.getTime() + 320_000)
    expect((await stream.waitFor('bye')).data).toEqual({ reason: 'session' })
    bank.clock.at = at
  })

  it('when another page of the same browser opens one; a sixth browser is refused', async () => {
    const awa = await bank.aCustomer()
    const first = await follow(awa)
    const second = await follow(awa)
    expect((await first.waitFor('bye')).data).toEqual({ reason: 'replaced' })
    const others = await Promise.all(
      Array.from({ length: MAX_STREAMS - 1 }, async () => follow(await bank.signIn(awa))),
    )
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
    const refused = await bank.signIn(awa)
    expect((await follow(refused)).status).toBe(429)
    second.close()
    await until(async () => (await openStream(server.address, refused)).status === 200)
    for (const stream of others) stream.close()
  })

  it('when another one of its session opens before it is open itself', async () => {
    const awa = await bank.aCustomer()
    const streams = await Promise.all(Array.from({ length: 8 }, () => openStream(server.address, awa)))
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
    await until(() => streams.filter((stream) => stream.hasEnded()).length === 7)
    for (const { received } of streams.filter((stream) => stream.hasEnded())) expect(received.at(-1)?.event).toBe('bye')
    for (const stream of streams) stream.close()
  })

  it('when the server stops, without delaying the stop', async () => {
    const another = await bank.aServer()
    const streams = await Promise.all(
      Array.from({ length: 20 }, async () => openStream(another.address, await bank.aCustomer())),
    )
    const began = Date.now()
    await another.close()
    expect(Date.now() - began).toBeLessThan(2_000)
    for (const stream of streams) expect((await stream.waitFor('bye')).data).toEqual({ reason: 'stopping' })
  })
})

it('reconnects to the database when its connection was cut', async () => {
  const awa = await bank.aCustomer()
  const stream = await follow(awa)
  await bank.owner.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'connect%'",
  )
  await until(async () => (await write(awa).catch(() => null))?.status === 201)
  await stream.waitFor('messages')
  expect(stream.hasEnded()).toBe(false)
  stream.close()
})

it('is limited: a thousand streams use bounded memory, and more are refused', async () => {
  const full = await bank.aServer({ live: { maxStreams: 1_000 } })
  const visitors: Visitor[] = []
  for (let user = 0; user < 200; user += 1) {
    const visitor = await bank.aCustomer()
    visitors.push(visitor, ...(await Promise.all(Array.from({ length: 4 }, () => bank.signIn(visitor)))))
  }
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const streams: TestStream[] = []
  for (let from = 0; from < visitors.length; from += 100)
    streams.push(
      ...(await Promise.all(visitors.slice(from, from + 100).map((visitor) => openStream(full.address, visitor)))),
    )
  expect(streams.every(({ status }) => status === 200)).toBe(true)
  expect((await openStream(full.address, await bank.aCustomer())).status).toBe(429)
  // Both ends of each stream are in this process.
  expect((process.memoryUsage().rss - before) / streams.length).toBeLessThan(300 * 1024)
  const accounts = [...new Set(visitors.map(({ account_id }) => account_id))]
  await bank.owner.query('UPDATE ledger_accounts SET overdraft = 1 WHERE id = ANY ($1)', [accounts])
  await Promise.all(streams.map((stream) => stream.waitFor('balance')))
  expect(streams.every((stream) => stream.kinds().length === 1)).toBe(true)
  await full.close()
}, 300_000)

it('counts no stream whose page leaves while it opens', async () => {
  const watched = await bank.aServer()
  const awa = await bank.aCustomer()
  const { host } = new URL(watched.address)
  const openOf = async () => (await watched.metrics.text()).match(/^connect_event_streams_open (\d+)$/m)?.[1]
  // Between them they leave before, while and after the answer begins.
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const leaving = new AbortController()
    const opening = fetch(`http://${host}/wb-api${followEvents.path}`, {
      headers: { authorization: `Bearer ${awa.token}`, cookie: `__Host-connect=${awa.cookie}` },
      signal: leaving.signal,
    })
    setTimeout(() => leaving.abort(), attempt)
    await opening.then((reply) => reply.body?.cancel()).catch(() => undefined)
  }
  await until(async () => (await openOf()) === '0')
  const openPage = await openStream(watched.address, awa)
  await until(async () => (await openOf()) === '1')
  openPage.close()
  await until(async () => (await openOf()) === '0')
  expect(openPage.status).toBe(200)
  await watched.close()
})
