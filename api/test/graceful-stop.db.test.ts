// Stops server and worker processes while they work: running work is finished, nothing new begins.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queueMail } from '../src/domains/notifications/mail-queue.ts'
import { openTestBank, PASSWORD, type TestBank } from './test-bank.ts'
import { openStream } from './test-stream.ts'

let bank: TestBank
let folder: string
const running: ChildProcess[] = []
beforeAll(async () => {
  bank = await openTestBank()
  folder = await mkdtemp(join(tmpdir(), 'connect-stop-'))
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await bank.close()
  await rm(folder, { recursive: true, force: true })
})

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** A program of ours that has reported that it is ready. */
async function start(module: string, env: NodeJS.ProcessEnv) {
  const metricsPort = await freePort()
  const child = fork(join(import.meta.dirname, '../src', module), {
    execArgv: [],
    env: {
      ...process.env,
      DATABASE_URL: bank.url,
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      PORT: '0',
      PUBLIC_URL: 'https://banque.example',
      METRICS_PORT: String(metricsPort),
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  running.push(child)
  const ended = once(child, 'exit').then(([code]: unknown[]) => code)
  const [readyMessage] = (await once(child, 'message')) as [{ port?: number }] // Our programs send no other message.
  const watched = (path: string) =>
    fetch(`http://127.0.0.1:${metricsPort}${path}`)
      .then((reply) => reply.text())
      .catch(() => 'closed')
  const readiness = () => watched('/readyz')
  return { child, ended, watched, readiness, port: readyMessage.port ?? 0 }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    if (tries > 600) throw new Error(`it never came: ${what}`)
    await pause(50)
  }
}

describe('a server that receives SIGTERM', () => {
  it('reports not ready, finishes current requests, ends streams, refuses new requests, and exits with success', async () => {
    const awa = await bank.aCustomer()
    const { child, ended, watched, readiness, port } = await start('main.ts', { STOP_DELAY: '1' })
    expect(await readiness()).toBe('{"status":"ready"}')
    const authorization = `Basic ${Buffer.from(`${awa.login}:${PASSWORD}`).toString('base64')}`
    const ask = () =>
      fetch(`http://127.0.0.1:${port}/wb-api/user/auth`, {
        headers: { authorization, 'X-Client-Datetime': '2026-03-10T09:30:00+00:00' },
      })
    const signedIn = await ask()
    const cookie = /__Host-connect=([^;]*)/.exec(signedIn.headers.get('set-cookie') ?? '')?.[1] ?? ''
    const { token } = (await signedIn.json()) as { token: string }
    const stream = await openStream(`http://127.0.0.1:${port}`, { ...awa, token, cookie })
    expect(await watched('/metrics')).toContain('connect_event_streams_open 1\n')
    const locking = await bank.owner.connect()
    await locking.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE')
    const reply = ask()
    await until('the request waits', async () => {
      const waiting =
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
      return (await bank.owner.query<{ count: number }>(waiting)).rows[0]?.count === 1
    })
    child.kill('SIGTERM')
    await until('it says that it stops', async () => (await readiness()) === '{"status":"stopping"}')
    await until('it takes nothing new', () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => false,
        () => true,
      ),
    )
    expect((await stream.waitFor('bye')).data).toEqual({ reason: 'stopping' })
    await locking.query('ROLLBACK')
    locking.release()
    const since = performance.now()
    expect((await reply).status).toBe(200)
    expect(await ended).toBe(0)
    // Less than the supervisor's time limit, although the client would keep the connection open.
    expect(performance.now() - since).toBeLessThan(15_000)
  })
})

describe('a worker that receives SIGTERM', () => {
  it('finishes the current e-mail, starts no other, and exits with success', async () => {
    const mails: string[] = []
    const { promise: isLeaving, resolve: leaves } = Promise.withResolvers<void>()
    let take: () => void = () => undefined
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData(stream, session, done) {
        stream.resume()
        stream.on('end', () => {
          mails.push(session.envelope.rcptTo[0]?.address ?? '')
          take = done
          leaves()
        })
      },
    })
    const port = await freePort()
    await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve))
    const mail = { lang: 'fr', subject: 'Essai', plain: 'a', html: 'a' } as const
    for (const name of ['first', 'second'])
      await queueMail(bank.db, { ...mail, recipient: `${name}@courrier.example` }, new Date())
    const { child, ended, readiness } = await start('worker.ts', { SMTP_URL: `smtp://127.0.0.1:${port}` })
    await isLeaving
    child.kill('SIGTERM')
    await until('it says that it stops', async () => (await readiness()) === '{"status":"stopping"}')
    take()
    expect(await ended).toBe(0)
    expect(mails).toEqual(['first@courrier.example'])
    const { rows } = await bank.owner.query<{ recipient: string; is_sent: boolean }>(
      'SELECT recipient, sent_at IS NOT NULL AS is_sent FROM mails ORDER BY created_at',
    )
    expect(rows).toEqual([
      { recipient: 'first@courrier.example', is_sent: true },
      { recipient: 'second@courrier.example', is_sent: false },
    ])
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
  })
})
