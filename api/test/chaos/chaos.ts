// The chaos test: customers order, the network answers, the clock jumps from day to day, and every process of the bank
// is killed repeatedly. At the end each acknowledged order has moved its money once, and the ledger is correct.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postmasterOf } from 'database/embedded/processes.ts'
import { migrate } from 'database/migrate.ts'
import { makeTemporaryFolder } from 'database/temporary-folder.ts'
import pg from 'pg'
import type { Db } from '../../src/db/db.ts'
import { dbOver, openPool } from '../../src/db/sql.ts'
import { auditLedger } from '../../src/ledger/ledger-audit.ts'
import type { Verdict } from '../../src/ledger/ledger-audit-store.ts'
import { filesIn, paymentsIn, type SentPayment } from '../test-clearing.ts'
import { CarefulClient, type Input } from './careful-client.ts'
import { BALANCE, type ChaosCustomer, fillChaosBank } from './chaos-bank.ts'
import { SupervisedProcess } from './supervised-process.ts'
import { fateOf, OtherBanks } from './other-banks.ts'

const CUSTOMERS = 8
const WORKERS = 2
// A Thursday before a weekend, a leap day and a holiday; one day later after each tenth of the orders.
const FIRST_DAY = '2028-02-24T08:00:00Z'
const DAYS = 10
const LAST_DAY = '2028-03-10T08:00:00Z'
const DAY_MS = 86_400_000

export type ChaosOptions = { orders: number; kills: number; labels?: (progress: string) => void }
export type Killed = Record<'server' | 'worker' | 'postgres' | 'owner', number>

export type Outcome = {
  acknowledged: Map<string, string>
  killed: Killed
  repeats: number
  seconds: number
  written: {
    id: string
    label: string
    execution_status: string
    network: string
    amount: number
    charged: number
    movements: number
  }[]
  payments: SentPayment[]
  items: { tx_id: string; state: string; amount: number }[]
  accounts: { account_id: string; booked: number; held: number; expected: number }[]
  /** Returned payments, and their e-mails. */
  returned: number
  mails: number
  errors: Verdict[]
}

const project = join(import.meta.dirname, '../../..')
const program = (name: string) => join(import.meta.dirname, `${name}-program.ts`)
const one = <T>(list: readonly T[]): T => {
  const found = list[Math.floor(Math.random() * list.length)]
  if (found === undefined) throw new Error('there is nothing to choose from')
  return found
}

class BankUnderFire {
  readonly folder = makeTemporaryFolder('connect-chaos')
  readonly killed: Killed = { server: 0, worker: 0, postgres: 0, owner: 0 }
  url = ''
  customers: ChaosCustomer[] = []
  private readonly clockFile = join(this.folder, 'clock')
  private owner: SupervisedProcess<{ url: string }> | null = null
  private server: SupervisedProcess<{ port: number }> | null = null
  private workers: SupervisedProcess<unknown>[] = []
  private today = Date.parse(FIRST_DAY)
  private quickDeaths = 0
  private deck: (keyof Killed)[] = []

  get clearing() {
    return join(this.folder, 'clearing')
  }

  get now() {
    return new Date(this.today)
  }

  moveTo(moment: number): void {
    this.today = moment
    // Complete or absent: a partial number would be another year.
    writeFileSync(`${this.clockFile}.next`, String(moment - Date.now()))
    renameSync(`${this.clockFile}.next`, this.clockFile)
  }

  async open(): Promise<void> {
    this.moveTo(this.today)
    this.owner = new SupervisedProcess(join(project, 'database/test/owner-process.ts'), [this.folder], () => ({}))
    this.url = (await this.owner.ready()).url
    const client = new pg.Client({ connectionString: this.url })
    await client.connect()
    await migrate(client)
    this.customers = await fillChaosBank(client, CUSTOMERS)
    await client.end()
    const env = () => ({
      DATABASE_URL: this.url,
      DATA_DIR: this.folder,
      CLOCK_FILE: this.clockFile,
      PORT: '0',
      HOST: '127.0.0.1',
      WEB_ROOT: '',
      LOG_LEVEL: 'silent',
      DEMO: '',
    })
    this.server = new SupervisedProcess(program('server'), [], env)
    this.workers = Array.from({ length: WORKERS }, () => new SupervisedProcess(program('worker'), [], env))
    await Promise.all([this.server.ready(), ...this.workers.map((worker) => worker.ready())])
  }

  origin = async () => `http://127.0.0.1:${(await this.server?.ready())?.port}/wb-api`

  /** Kills one process with SIGKILL. */
  async kill(): Promise<void> {
    // Drawn without replacement, so that even a few kills hit every process.
    if (this.deck.length === 0) this.deck = ['server', 'server', 'worker', 'worker', 'postgres', 'owner']
    const [drawn = 'server'] = this.deck.splice(Math.floor(Math.random() * this.deck.length), 1)
    // The database's owner gives up after five crashes within seconds.
    const kind = drawn === 'postgres' && this.quickDeaths >= 4 ? 'owner' : drawn
    this.killed[kind] += 1
    if (kind === 'server') await this.server?.kill()
    else if (kind === 'worker') await one(this.workers).kill()
    else if (kind === 'postgres') {
      const postmaster = postmasterOf(join(this.folder, 'postgres/cluster'))
      if (postmaster) process.kill(postmaster.pid, 'SIGKILL')
      this.quickDeaths += 1
    } else {
      await this.owner?.kill()
      this.quickDeaths = 0
    }
  }

  /** The last kill hits all processes at once; only the database is restarted. */
  async fall(): Promise<void> {
    await Promise.all([this.server?.stop('SIGKILL'), ...this.workers.map((worker) => worker.stop('SIGKILL'))])
    await this.owner?.kill()
    this.url = (await this.owner?.ready())?.url ?? this.url
  }

  async close(): Promise<void> {
    await Promise.all([this.server?.stop('SIGKILL'), ...this.workers.map((worker) => worker.stop('SIGKILL'))])
    await this.owner?.stop('SIGTERM')
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function anInput({ inside, outside }: ChaosCustomer, label: string, now: Date): Input {
  const isDelayed = Math.random() < 0.1
  return {
    type: isDelayed ? 'delayed' : 'direct',
    beneficiary_id: Math.random() < 0.4 ? outside : inside,
    amount: 1 + Math.floor(Math.random() * 1_000),
    label,
    // Far enough ahead that the clock's next jump does not pass it during the call.
    ...(isDelayed && {
      execution_date: new Date(now.getTime() + (3 + Math.floor(Math.random() * 3)) * DAY_MS).toISOString().slice(0, 10),
    }),
  }
}

/**
 * Waits until nothing is due, queued or unanswered, and every answer is processed. A payment that is settled and returned is
 * answered twice: its state is final only after the files of the network are gone.
 */
async function drain(db: Db, { clearing }: BankUnderFire): Promise<void> {
  const isIdle = async () => {
    const rows = await db<{ left: number }>`
      SELECT (SELECT count(*) FROM transfers WHERE run_at IS NOT NULL)
           + (SELECT count(*) FROM outgoing_payments WHERE state IN ('queued', 'sent'))
           + (SELECT count(*) FROM mails WHERE next_try_at IS NOT NULL) AS left`.catch(() => [{ left: 1 }])
    return rows[0]?.left === 0
  }
  const isTaken = () => filesIn(join(clearing, 'in'), '.xml').length === 0
  while (!((await isIdle()) && isTaken() && (await isIdle()))) await pause(200)
}

async function inspect(
  db: Db,
  { customers, folder }: BankUnderFire,
): Promise<Pick<Outcome, 'written' | 'items' | 'accounts' | 'returned' | 'mails' | 'errors'>> {
  const [returned] = await db<{
    count: number
  }>`SELECT count(*) AS count FROM outgoing_payments WHERE state = 'returned'`
  return {
    written: await db`
      SELECT t.id, t.label, t.execution_status, t.network, t.amount, t.amount + t.fees + t.tax AS charged,
             (SELECT count(DISTINCT e.posting_id) FROM ledger_entries e
               WHERE e.account_id = t.account_id AND e.reference = t.reference AND e.type IN ('transfer_out', 'fee')) AS movements
        FROM transfers t ORDER BY t.label`,
    items: await db`SELECT replace(id::text, '-', '') AS tx_id, state, amount FROM outgoing_payments`,
    accounts: await db`
      SELECT a.id AS account_id, l.booked, l.held,
             ${BALANCE}::bigint - coalesce((SELECT sum(t.amount + t.fees + t.tax) FROM transfers t WHERE t.account_id = a.id), 0)::bigint
               + coalesce((SELECT sum(t.amount) FROM transfers t WHERE t.account_id = a.id AND t.execution_status = 'returned'), 0)::bigint
               + coalesce((SELECT sum(t.amount) FROM transfers t WHERE t.beneficiary_iban = a.iban), 0)::bigint AS expected
        FROM accounts a JOIN ledger_accounts l ON l.id = a.id WHERE a.id = ANY (${customers.map(({ account_id }) => account_id)}::uuid[])`,
    returned: returned?.count ?? 0,
    // An e-mail that is sent again after a crash is the same file.
    mails: filesIn(join(folder, 'outbox'), '.eml').length,
    errors: (await auditLedger(db)).filter(({ errors }) => errors > 0),
  }
}

/** Runs orders and kills, distributed evenly; answers the final data of the bank and its files. */
export async function chaos({ orders, kills, labels }: ChaosOptions): Promise<Outcome> {
  const startedAt = Date.now()
  const bank = new BankUnderFire()
  let pool: pg.Pool | null = null
  let others: OtherBanks | null = null
  try {
    await bank.open()
    others = new OtherBanks(bank.clearing)
    const acknowledged = new Map<string, string>()
    const clients = bank.customers.map((customer) => ({ customer, client: new CarefulClient(customer, bank.origin) }))
    let given = 0
    let shots = 0
    let day = 0

    async function orderAll({ customer, client }: (typeof clients)[number]): Promise<void> {
      while (given < orders) {
        given += 1
        const label = `Essai ${String(given).padStart(6, '0')}`
        acknowledged.set(label, await client.order(anInput(customer, label, bank.now)))
      }
    }
    async function fire(): Promise<void> {
      while (acknowledged.size < orders) {
        if (acknowledged.size >= ((shots + 1) * orders) / (kills + 1) && shots < kills) {
          shots += 1
          await bank.kill()
        }
        if (acknowledged.size >= ((day + 1) * orders) / DAYS) {
          day += 1
          bank.moveTo(Date.parse(FIRST_DAY) + day * DAY_MS)
          labels?.(`${acknowledged.size} orders, ${shots} kills, ${Math.round((Date.now() - startedAt) / 1000)} s`)
        }
        await pause(5)
      }
    }
    await Promise.all([fire(), ...clients.map(orderAll)])

    bank.moveTo(Date.parse(LAST_DAY))
    pool = openPool(bank.url, { size: 2, onError: () => undefined })
    await drain(dbOver(pool), bank)
    await bank.fall()
    await others.stop()
    await pool.end()
    pool = openPool(bank.url, { size: 2, onError: () => undefined })
    return {
      acknowledged,
      killed: bank.killed,
      repeats: clients.reduce((sum, { client }) => sum + client.repeats, 0),
      seconds: (Date.now() - startedAt) / 1000,
      payments: paymentsIn(others.taken),
      ...(await inspect(dbOver(pool), bank)),
    }
  } finally {
    await pool?.end().catch(() => undefined)
    await others?.stop().catch(() => undefined)
    await bank.close()
  }
}

/** The expected outcome of each payment, by its kind. */
export const stateByFate = (payment: Pick<SentPayment, 'tx_id'>) =>
  fateOf(payment) === 'settled' ? 'settled' : 'returned'
