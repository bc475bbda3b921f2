// Tests the port for the on-call: metrics, readiness, and a log without personal data.
import { Writable } from 'node:stream'
import { listAccounts } from 'contract/accounts/accounts.ts'
import { createBeneficiary } from 'contract/transfers/beneficiaries.ts'
import { getMessage, writeMessage } from 'contract/accounts/messages.ts'
import { updateUser } from 'contract/access/profile.ts'
import { signIn } from 'contract/access/session.ts'
import { createTransfer } from 'contract/transfers/transfers.ts'
import { createHealth } from '../src/http/health.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queueMail } from '../src/domains/notifications/mail-queue.ts'
import { dbOver, openPool } from '../src/db/sql.ts'
import { measureClock, measurePool, measureQueues, readinessOver } from '../src/db/database-metrics.ts'
import { openMetricsPort } from '../src/http/metrics-port.ts'
import { createLog } from '../src/adapters/log.ts'
import { newId } from '../src/adapters/ids.ts'
import { openTestBank, PASSWORD, type TestBank } from './test-bank.ts'

let logged = ''
const lines = new Writable({
  write(chunk: Buffer, _encoding, done) {
    logged += chunk.toString()
    done()
  },
})

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ log: createLog('server', 'trace', lines) })
})
afterAll(() => bank.close())

const metricOf = async (name: string) =>
  (await bank.metrics.text())
    .split('\n')
    .filter((line) => line.startsWith(name))
    .map((line) => line.replace(/ [\d.e-]+$/, ''))

describe('metrics', () => {
  it('count requests by the pattern of their route, without its parameters', async () => {
    const awa = await bank.aCustomer()
    const id = newId()
    await awa.call(getMessage, { params: { id } })
    await awa.call(listAccounts)
    await bank.app.inject(`/wb-api/nowhere/${id}`)
    const requests = await metricOf('connect_http_requests_total')
    expect(requests).toContain('connect_http_requests_total{method="GET",route="/wb-api/messages/:id",status="404"}')
    expect(requests).toContain('connect_http_requests_total{method="GET",route="none",status="404"}')
    expect(
      await metricOf('connect_http_request_seconds_count{method="GET",route="/wb-api/messages/:id"}'),
    ).toHaveLength(1)
    expect(await bank.metrics.text()).not.toContain(id)
    expect(await bank.metrics.text()).toMatch(/connect_http_requests_under_way 0\n/)
  })

  it('include the pool, the process, and the waiting time of the queues', async () => {
    const mail = { recipient: 'awa@courrier.example', lang: 'fr', subject: 'Essai', plain: 'a', html: 'a' } as const
    await queueMail(bank.db, mail, new Date(bank.clock.at.getTime() - 90_000))
    measurePool(bank.metrics, bank.db)
    measureQueues(bank.metrics, bank.db, () => bank.clock.at)
    bank.metrics.measureProcess()
    measureClock(bank.metrics, () => 0.25)
    const text = await bank.metrics.text()
    expect(text).toContain('connect_queue_length{queue="mails"} 1\n')
    expect(text).toContain('connect_queue_oldest_seconds{queue="mails"} 90\n')
    for (const queue of ['transfers', 'clearing_to_send', 'clearing_unanswered'])
      expect(text).toContain(`connect_queue_length{queue="${queue}"} 0\n`)
    expect(text).toMatch(/connect_queue_length\{queue="alerts"\} \d+\n/)
    expect(text).toMatch(/connect_queue_length\{queue="journal"\} \d+\n/)
    expect(text).toMatch(/connect_queue_length\{queue="journal_texts"\} \d+\n/)
    expect(text).toMatch(/connect_database_connections\{state="wanted"\} 0\n/)
    expect(text).toContain('connect_clock_drift_seconds 0.25\n')
    expect(text).toMatch(/\nprocess_resident_memory_bytes \d{7,}\n/)
    expect(text).toMatch(/\nnodejs_eventloop_lag_p99_seconds \d/)
    expect(text).toMatch(/\nprocess_cpu_seconds_total \d/)
    expect(text).toMatch(/connect_queue_oldest_seconds\{queue="journal"\} \d+/)
    expect(text).toContain('connect_readings_failed_total 0\n')
  })

  it('are served on a separate port only', async () => {
    expect((await bank.app.inject('/metrics')).statusCode).toBe(404)
    const health = createHealth({ readiness: readinessOver(bank.db) })
    const metricsPort = await openMetricsPort({ port: 0, host: '127.0.0.1', metrics: bank.metrics, health })
    const ask = async (path: string, init?: RequestInit) => {
      const reply = await fetch(`http://127.0.0.1:${metricsPort.port}${path}`, init)
      return [reply.status, (await reply.text()).slice(0, 40)]
    }
    expect(await ask('/metrics')).toEqual([200, expect.stringMatching(/^# HELP connect_/)])
    expect(await ask('/healthz')).toEqual([200, '{"status":"up"}'])
    expect(await ask('/readyz')).toEqual([200, '{"status":"ready"}'])
    expect(await ask('/wb-api/openapi.json')).toEqual([404, '{"status":"not_found"}'])
    expect(await ask('/metrics', { method: 'POST' })).toEqual([405, '{"status":"method_not_allowed"}'])
    health.isStopping = true
    expect(await ask('/readyz')).toEqual([503, '{"status":"stopping"}'])
    await metricsPort.close()
  })
})

describe('readiness', () => {
  it('requires the database, all migrations of this release and a signing key, and accepts newer migrations', async () => {
    const ask = async () => {
      const reply = await bank.app.inject('/readyz')
      return [reply.statusCode, reply.json<{ status: string }>().status]
    }
    expect(await ask()).toEqual([200, 'ready'])
    await bank.owner.query("INSERT INTO schema_migrations (name, sha256) VALUES ('9999_of_the_next_release.sql', '')")
    expect(await ask()).toEqual([200, 'ready'])
    await bank.owner.query("UPDATE schema_migrations SET name = '9998_other.sql' WHERE name LIKE '0005%'")
    expect(await ask()).toEqual([503, 'schema_behind'])
    await bank.owner.query("UPDATE schema_migrations SET name = '0005_accounts.sql' WHERE name = '9998_other.sql'")
    const { rows } = await bank.owner.query<{ kid: string; private_jwk: object; created_at: Date }>(
      'DELETE FROM signing_keys RETURNING *',
    )
    expect(await ask()).toEqual([503, 'no_signing_key'])
    for (const key of rows)
      await bank.owner.query('INSERT INTO signing_keys VALUES ($1, $2, $3)', [
        key.kid,
        JSON.stringify(key.private_jwk),
        key.created_at,
      ])
    expect(await ask()).toEqual([200, 'ready'])
    const nowhere = openPool('postgres://nobody@127.0.0.1:1/nothing', { size: 1, onError: () => undefined })
    expect(await readinessOver(dbOver(nowhere))()).toBe('database_unreachable')
    await nowhere.end()
  })
})

describe('the log', () => {
  it('contains one line per request, without personal data', async () => {
    const awa = await bank.aCustomer({ balance: 500_000 })
    const marks = {
      login: awa.login,
      password: PASSWORD,
      token: awa.token,
      cookie: awa.cookie,
      name: 'Zzmarkname Diop',
      iban: 'FR7630006000011234567890189',
      label: 'Zzmarklabel',
      comment: 'Zzmarkcomment',
      message: 'Zzmarkmessage',
      email: 'zzmark@courrier.example',
      phone: '+221770009999',
      wrong: 'Zzmarkwrongpassword',
    }
    logged = ''
    const basic = (password: string) => ({
      authorization: `Basic ${Buffer.from(`${awa.login}:${password}`).toString('base64')}`,
    })
    const { body: signedIn } = await bank.call(signIn, { headers: basic(PASSWORD) })
    await bank.call(signIn, { headers: basic(marks.wrong) })
    await awa.call(writeMessage, { body: { subject: marks.message, body: marks.message } })
    await awa.call(updateUser, { body: { email: marks.email, phone: marks.phone } })
    const payee = { name: marks.name, iban: marks.iban, bic: 'AGRIFRPP' }
    const made = await awa.confirm(createBeneficiary, { body: payee })
    expect(made.status).toBe(201)
    const order = {
      type: 'direct',
      beneficiary_id: made.body.id,
      amount: 1_000,
      label: marks.label,
      comment: marks.comment,
    } as const
    expect((await awa.call(createTransfer, { body: order })).status).toBeLessThan(500)
    // An internal error for which PostgreSQL reports the whole row.
    await bank.owner.query("ALTER TABLE messages ADD CONSTRAINT never CHECK (subject <> 'Zzmarkmessage') NOT VALID")
    const broken = await awa.call(writeMessage, { body: { subject: marks.message, body: marks.message } })
    await bank.owner.query('ALTER TABLE messages DROP CONSTRAINT never')
    expect(broken.status).toBe(500)

    const logText = logged
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string; reqId?: string; err?: object })
    expect(logText.length).toBeGreaterThan(7)
    expect(
      logText.filter(({ msg }) => msg === 'answered').every(({ reqId }) => /^[0-9a-f-]{36}$/.test(reqId ?? '')),
    ).toBe(true)
    expect(logText.find(({ msg }) => msg === 'a call failed')).toMatchObject({
      reqId: broken.headers['x-request-id'],
      err: { code: '23514', constraint: 'never', stack: expect.stringContaining('at ') },
    })
    for (const [what, mark] of Object.entries({
      ...marks,
      second: signedIn.token,
      account: awa.account_id,
      user: awa.user_id,
    }))
      expect([what, logged.includes(mark)]).toEqual([what, false])
    expect(logged).not.toMatch(/zzmark/i)
  })
})
