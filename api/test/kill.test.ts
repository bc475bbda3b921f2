// Processes die at the worst moment: what was acknowledged is there afterwards, and nothing is there twice.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from 'database/migrate.ts'
import { seedDemoBank } from 'database/seeds/demo-bank.ts'
import { makeTemporaryFolder } from 'database/temporary-folder.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dbOver, openPool } from '../src/db/sql.ts'
import { auditLedger } from '../src/ledger/ledger-audit.ts'
import { newId } from '../src/outside/ids.ts'

const PASSWORD = 'Teranga-2026!'
const AWA = '10000001'
const TRANSFERS = 40
const project = join(import.meta.dirname, '../..')

let dataDir: string
let owner: ChildProcess
let server: ChildProcess
let databaseUrl = ''
let postmaster = 0
let origin = ''

async function startDatabase() {
  owner = fork(join(project, 'database/test/owner-process.ts'), [dataDir], { execArgv: [] })
  const [said] = (await once(owner, 'message')) as [{ url: string; postmaster: number }]
  databaseUrl = said.url
  postmaster = said.postmaster
}

async function startServer() {
  server = fork(join(project, 'api/src/main.ts'), {
    execArgv: [],
    env: { ...process.env, DATABASE_URL: databaseUrl, PORT: '0', HOST: '127.0.0.1', WEB_ROOT: '', LOG_LEVEL: 'silent' },
  })
  const [said] = (await once(server, 'message')) as [{ port: number }]
  origin = `http://127.0.0.1:${said.port}/wb-api`
}

const killed = async (child: ChildProcess) => {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

beforeAll(async () => {
  dataDir = makeTemporaryFolder('connect-kill')
  await startDatabase()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await migrate(client)
  await seedDemoBank(client, { password: PASSWORD })
  await client.end()
  await startServer()
}, 60_000)

afterAll(async () => {
  await killed(server)
  const ended = once(owner, 'exit')
  owner.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
})

type Session = { token: string; cookie: string; account: string }

async function signIn(): Promise<Session> {
  const reply = await fetch(`${origin}/user/auth`, {
    headers: { authorization: `Basic ${Buffer.from(`${AWA}:${PASSWORD}`).toString('base64')}` },
  })
  if (!reply.ok) throw new Error(`sign-in answered ${reply.status}`)
  const user = (await reply.json()) as { token: string; accounts: { default: { uuid: string } } }
  return { token: user.token, cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '', account: user.accounts.default.uuid }
}

const ask = ({ token, cookie, account }: Session, path: string, more: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${origin}${path}`, {
    ...more,
    headers: { authorization: `Bearer ${token}`, cookie, 'x-account-id': account, 'content-type': 'application/json', ...more.headers },
  })

/** Sends one order as a careful client does: with one key, again and again until it is acknowledged. */
async function order(beneficiary_id: string, label: string, current: { session: Session | null }): Promise<{ id: string; tries: number }> {
  const key = newId()
  const body = JSON.stringify({ type: 'direct', beneficiary_id, amount: 1, label, comment: null })
  let proof = ''
  for (let tries = 1; ; tries += 1) {
    try {
      current.session ??= await signIn()
      const reply = await ask(current.session, '/transfers', {
        method: 'POST',
        body,
        headers: { 'idempotency-key': key, ...(proof && { 'x-confirmation': proof }) },
      })
      if (reply.status === 201) return { id: ((await reply.json()) as { id: string }).id, tries }
      if (reply.status === 428) {
        const { operation } = (await reply.json()) as { operation: { hash: string } }
        const again = await ask(current.session, '/user/reauth', {
          method: 'POST',
          body: JSON.stringify({ password: PASSWORD, operation_hash: operation.hash }),
        })
        if (again.ok) proof = ((await again.json()) as { confirmation: string }).confirmation
      } else if (reply.status === 401) current.session = null
      else if (reply.status < 500) throw new Error(`the order was answered ${reply.status}: ${await reply.text()}`)
    } catch (fault) {
      // The server is away: it is asked again. Anything it said itself is a failure of the test.
      if (!(fault instanceof TypeError) && !(fault instanceof Error && fault.message.startsWith('sign-in answered 5'))) throw fault
      await pause(20)
    }
  }
}

it('loses and doubles nothing while server and database are killed under it', async () => {
  const current = { session: (await signIn()) as Session | null }
  const people = await ask(await signIn(), '/beneficiaries?rail=internal')
  const [beneficiary] = (await people.json()) as { id: string }[]
  const labels = Array.from({ length: TRANSFERS }, (_, place) => `Essai ${place}`)
  const acknowledged = new Map<string, string>()
  const over = new AbortController()

  async function client(own: string[]) {
    for (const label of own) acknowledged.set(label, (await order(beneficiary?.id ?? '', label, current)).id)
  }
  async function killer() {
    for (let round = 0; !over.signal.aborted; round += 1) {
      const before = acknowledged.size
      while (!over.signal.aborted && acknowledged.size < before + 4) await pause(5)
      if (over.signal.aborted) return
      if (round % 3 === 0) {
        await killed(server)
        await startServer()
      } else if (round % 3 === 1) process.kill(postmaster, 'SIGKILL')
      else {
        await killed(owner)
        await killed(server)
        await startDatabase()
        await startServer()
      }
    }
  }

  const killing = killer()
  // One after the other within a client: the passwords of one customer that are checked together count as guesses.
  await client(labels).finally(() => over.abort())
  await killing

  // The last kill takes everything at once.
  await killed(server)
  await killed(owner)
  await startDatabase()
  await startServer()

  const pool = openPool(databaseUrl, { size: 2, onFault: () => undefined })
  const db = dbOver(pool)
  const written = await db<{ label: string; id: string; moved: number }>`
    SELECT t.label, t.id, (SELECT count(*) FROM ledger_entries e WHERE e.account_id = t.account_id AND e.reference = t.reference) AS moved
      FROM transfers t WHERE t.label LIKE 'Essai %'`
  expect(written).toHaveLength(TRANSFERS)
  for (const { label, id, moved } of written) expect([label, id, moved]).toEqual([label, acknowledged.get(label), 1])
  const findings = await auditLedger(db)
  await pool.end()
  expect(findings.filter(({ faults }) => faults > 0)).toEqual([])
}, 120_000)

const ORDERS = 600

/** Orders that are due now, half inside the bank, half to another one, as the worker finds them. */
async function givenOrders(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `INSERT INTO transfers (account_id, id, type, rail, network, beneficiary_id, beneficiary_name, beneficiary_iban, amount, fees, tax, currency,
                            label, reference, validation_status, execution_status, signatures_needed, execution_date, created_at, created_by,
                            validated_at, run_at)
     SELECT b.account_id, gen_random_uuid(), 'delayed', b.rail, b.network, b.id, b.name, b.iban, 1, b.fees, b.tax, 'XOF', 'Échéance ' || n,
            'E' || n, 'validated', 'scheduled', 0, current_date, now(), u.id, now(), now()
       FROM generate_series(1, $1::int) n
       JOIN (SELECT p.*, CASE WHEN p.name = 'Sokhna Diarra' THEN 'local' ELSE 'internal' END AS rail,
                    CASE WHEN p.name = 'Sokhna Diarra' THEN 'sica' ELSE 'book' END AS network,
                    CASE WHEN p.name = 'Sokhna Diarra' THEN 500 ELSE 0 END AS fees, CASE WHEN p.name = 'Sokhna Diarra' THEN 85 ELSE 0 END AS tax,
                    CASE WHEN p.name = 'Sokhna Diarra' THEN 1 ELSE 0 END AS odd
               FROM beneficiaries p JOIN accounts a ON a.id = p.account_id
              WHERE a.number = '100001101001' AND p.name IN ('Sokhna Diarra', 'Moustapha Thiam')) b ON b.odd = n % 2
       JOIN users u ON u.login = $2`,
    [ORDERS, AWA],
  )
  await client.end()
}

async function startWorker(): Promise<ChildProcess> {
  const worker = fork(join(project, 'api/src/worker.ts'), {
    execArgv: [],
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
  })
  await once(worker, 'message')
  return worker
}

it('pays each order that is due once while workers and database are killed under it', async () => {
  await givenOrders()
  const pool = openPool(databaseUrl, { size: 2, onFault: () => undefined })
  const db = dbOver(pool)
  const left = async () => {
    try {
      const [row] = await db<{ due: number }>`SELECT count(*) AS due FROM transfers WHERE run_at IS NOT NULL AND label LIKE 'Échéance %'`
      return row?.due ?? 0
    } catch {
      // The database is coming back.
      return ORDERS
    }
  }
  const workers = await Promise.all([startWorker(), startWorker()])
  for (let round = 0; (await left()) > 0; round += 1) {
    const place = round % workers.length
    const dying = workers[place]
    if (!dying) throw new Error('a worker without a place')
    await killed(dying)
    if (round === 2) process.kill(postmaster, 'SIGKILL')
    // A database that is not back yet is no place to start on: the worker is tried again, as its supervisor does.
    workers[place] = await startWorker()
    await pause(Math.random() * 400)
  }
  await Promise.all(workers.map(killed))

  const [row] = await db<{ executed: number; postings: number; entries: number }>`
    SELECT count(*) FILTER (WHERE t.execution_status = 'executed') AS executed, count(DISTINCT t.posting_id) AS postings,
           sum((SELECT count(*) FROM ledger_entries e WHERE e.account_id = t.account_id AND e.posting_id = t.posting_id))::bigint AS entries
      FROM transfers t WHERE t.label LIKE 'Échéance %'`
  // Half of them carry a fee, which is an entry of its own.
  expect(row).toEqual({ executed: ORDERS, postings: ORDERS, entries: ORDERS + ORDERS / 2 })
  const findings = await auditLedger(db)
  await pool.end()
  expect(findings.filter(({ faults }) => faults > 0)).toEqual([])
}, 120_000)
