// The chaos test of instant payments: customers pay people outside, people outside pay customers, and every process is killed, that of the
// platform too. At the end the platform and the bank agree on each payment, to the franc.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { verifyAuditChain } from '../../src/domains/audit/verify-audit-chain.ts'
import { dbOver, openPool } from '../../src/db/sql.ts'
import { auditLedger } from '../../src/ledger/ledger-audit.ts'
import { BankUnderFire, type KillKind, pickRandom } from './bank-under-fire.ts'
import { CarefulClient } from './careful-client.ts'
import { BALANCE, type ChaosCustomer } from './chaos-bank.ts'
import { Tally } from './tally.ts'

/** Without any progress for so long the run has failed. */
const NO_PROGRESS_MS = 180_000
const REPORT_EVERY_MS = 30_000
/** A look-up pays for half an hour. */
const LOOKUP_LIFE_MS = 15 * 60_000
const OUTSIDERS = 3
const GUARANTEE = 1_000_000_000_000

/** Wallets that accept, refuse (AC04, AM02), stay silent, answer three times, answer in steps, and report a malformed message. */
const PAYEES = [
  '+2250700000101',
  '+221765550101',
  '+22376000109',
  '+221769990005',
  '+221769990010',
  '+221769990091',
  '+221769990094',
  '+221769990095',
  '+221769990096',
] as const

export type InstantChaosOptions = {
  /** How many, in both directions together. */
  payments: number
  kills: number
  individuals: number
  companies: number
  folder?: string | null
  report?: (progress: string) => void
}

type PlatformTransfer = {
  end_to_end_id: string
  payer: string
  payee: string
  amount: number
  state: 'waiting' | 'ACCC' | 'RJCT'
  reason: string | null
}
type PlatformState = {
  transfers: PlatformTransfer[]
  requests: { identifier: string; state: string; reason: string | null }[]
  returns: { end_to_end_id: string; state: string }[]
  claims: { state: string }[]
  undelivered: number
  conflicts: string[]
  balance: number
}

export type InstantOutcome = {
  acknowledged: { id: string; label: string }[]
  /** Payments that people outside have ordered. */
  ordered: string[]
  killed: Record<KillKind, number>
  tally: Tally
  seconds: number
  platform: PlatformState
  /** The bank's payments to people outside, and how often each moved money on the customer's account. */
  paid: { end_to_end_id: string; id: string; label: string; state: string; amount: number; movements: number }[]
  received: { end_to_end_id: string; amount: number; refusal: string | null; movements: number }[]
  accounts: { account_id: string; booked: number; held: number; expected: number }[]
  guaranteeUsed: number
  errors: string[]
}

/** What customers need beyond accounts: an identity, a branch with a position, and a bank with a guarantee. */
export async function prepareInstantPayments(client: pg.Client): Promise<void> {
  await client.query(`
    INSERT INTO customer_identities (customer_id, system, number, city)
    SELECT id, CASE kind WHEN 'company' THEN 'TXID' ELSE 'NIDN' END, right(replace(id::text, '-', ''), 13), 'Dakar' FROM customers
    ON CONFLICT DO NOTHING;
    UPDATE branches SET latitude = 14.7, longitude = -17.45;
    INSERT INTO availability_identity (iban, tax_number, city) VALUES ('SN08SN9990100100000000000149', '000000000', 'Dakar')
    ON CONFLICT DO NOTHING;
    UPDATE instant_guarantee SET amount = ${GUARANTEE}`)
}

/** A customer who pays people outside by their phone numbers. */
class Payer {
  private readonly author: CarefulClient
  private readonly signer: CarefulClient | null
  private readonly lookups = new Map<string, { id: string; at: number }>()

  constructor(customer: ChaosCustomer, ports: ConstructorParameters<typeof CarefulClient>[1]) {
    this.author = new CarefulClient(customer, ports)
    this.signer = customer.signer && new CarefulClient(customer.signer, ports)
  }

  private async lookUp(phone: string): Promise<string> {
    const known = this.lookups.get(phone)
    if (known && performance.now() - known.at < LOOKUP_LIFE_MS) return known.id
    const found = { at: performance.now(), id: await this.author.lookUp(phone) }
    this.lookups.set(phone, found)
    return found.id
  }

  async pay(label: string): Promise<string> {
    const lookup_id = await this.lookUp(pickRandom(PAYEES))
    const id = await this.author.order({
      type: 'direct',
      lookup_id,
      amount: 1 + Math.floor(Math.random() * 1_000),
      label,
      comment: null,
    })
    await this.signer?.accept('transfer', id)
    return id
  }
}

export async function platformState(bank: BankUnderFire): Promise<PlatformState | null> {
  try {
    const answer = await fetch(`${await bank.control()}/demo/state`, { signal: AbortSignal.timeout(10_000) })
    return (await answer.json()) as PlatformState
  } catch {
    return null
  }
}

/** Somebody outside pays; null where the platform was killed meanwhile: whether it has the order is then unknown. */
async function payCustomer(bank: BankUnderFire, iban: string): Promise<string | null> {
  try {
    const answer = await fetch(`${await bank.control()}/demo/pay`, {
      method: 'POST',
      body: JSON.stringify({ to: iban, amount: 1 + Math.floor(Math.random() * 1_000), from: pickRandom(PAYEES) }),
      signal: AbortSignal.timeout(5_000),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return ((await answer.json()) as { end_to_end_id: string }).end_to_end_id
  } catch (error) {
    if (error instanceof Error && /alias|IBAN/.test(error.message)) throw error
    return null
  }
}

const LEFT = `
  SELECT ((SELECT count(*) FROM transfers WHERE run_at IS NOT NULL)
        + (SELECT count(*) FROM outgoing_payments WHERE state IN ('queued', 'sent'))
        + (SELECT count(*) FROM aip_messages WHERE state = 'queued'))::int AS left`

/** Waits until every payment has its outcome on both sides, and nothing is under way between them. */
async function drain(client: pg.Client, bank: BankUnderFire, report: (progress: string) => void): Promise<void> {
  let least = Infinity
  let progressAt = performance.now()
  let reportedAt = 0
  for (let isLast = false; ; await pause(1_000)) {
    const { rows } = await client.query<{ left: number }>(LEFT)
    const state = await platformState(bank)
    const waiting = state?.transfers.filter((transfer) => transfer.state === 'waiting').length ?? 1
    const left = (rows[0]?.left ?? 0) + (state?.undelivered ?? 1) + waiting
    if (left === 0 && isLast) return
    isLast = left === 0
    if (left < least) [least, progressAt] = [left, performance.now()]
    if (performance.now() - progressAt > NO_PROGRESS_MS) throw new Error(`${left} items are not completed`)
    if (performance.now() - reportedAt > REPORT_EVERY_MS) {
      reportedAt = performance.now()
      report(`${left} items left`)
    }
  }
}

async function inspect(client: pg.Client, { customers }: BankUnderFire) {
  const rowsOf = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows
  await client.query('ANALYZE')
  const [guarantee] = await rowsOf<{ used: number }>('SELECT used::float8 FROM instant_guarantee')
  return {
    paid: await rowsOf<InstantOutcome['paid'][number]>(`
      SELECT i.end_to_end_id, t.id, t.label, o.state, o.amount::float8 AS amount,
             (SELECT count(DISTINCT e.posting_id)::int FROM ledger_entries e
               WHERE e.account_id = t.account_id AND e.reference = t.reference AND e.type = 'transfer_out') AS movements
        FROM instant_payments i
        JOIN outgoing_payments o ON o.id = i.payment_id
        JOIN transfers t ON t.account_id = o.account_id AND t.id = o.transfer_id`),
    received: await rowsOf<InstantOutcome['received'][number]>(
      `
      SELECT r.end_to_end_id, r.amount::float8 AS amount, r.refusal,
             (SELECT count(DISTINCT e.posting_id)::int FROM ledger_entries e
               WHERE e.account_id = ANY ($1::uuid[]) AND e.reference = r.end_to_end_id) AS movements
        FROM instant_receipts r`,
      [customers.map(({ account_id }) => account_id)],
    ),
    accounts: await rowsOf<InstantOutcome['accounts'][number]>(
      `
      SELECT a.id AS account_id, l.booked::float8, l.held::float8,
             (${BALANCE}
               - coalesce((SELECT sum(t.amount + t.fees + t.tax) FROM transfers t JOIN outgoing_payments o ON o.account_id = t.account_id AND o.transfer_id = t.id
                            WHERE t.account_id = a.id AND o.state = 'settled'), 0)
               - coalesce((SELECT sum(t.fees + t.tax) FROM transfers t JOIN outgoing_payments o ON o.account_id = t.account_id AND o.transfer_id = t.id
                            WHERE t.account_id = a.id AND o.state = 'returned'), 0)
               + coalesce((SELECT sum(p.amount) FROM incoming_payments p WHERE p.creditor_account = a.iban), 0))::float8 AS expected
        FROM accounts a JOIN ledger_accounts l ON l.id = a.id WHERE a.id = ANY ($1::uuid[])`,
      [customers.map(({ account_id }) => account_id)],
    ),
    guaranteeUsed: guarantee?.used ?? 0,
  }
}

/** Runs payments in both directions and kills, distributed evenly; answers what both sides have in the end. */
export async function instantChaos(options: InstantChaosOptions): Promise<InstantOutcome> {
  const { payments, kills, report = () => undefined } = options
  const startedAt = Date.now()
  const bank = new BankUnderFire(options.folder ?? null, { hasPlatform: true })
  const stopping = new AbortController()
  const { signal } = stopping
  const tally = new Tally()
  const running: Promise<unknown>[] = []
  let client: pg.Client | null = null
  try {
    await bank.open(options)
    client = await bank.connect()
    await prepareInstantPayments(client)
    await client.end()
    const acknowledged: InstantOutcome['acknowledged'] = []
    const ordered: string[] = []
    const payers = bank.customers.map((customer) => new Payer(customer, { origin: bank.origin, tally, signal }))
    const half = Math.ceil(payments / 2)
    let given = 0
    let killCount = 0
    let paying = payers.length
    const count = () => acknowledged.length + ordered.length
    const isDone = () => paying === 0 || signal.aborted
    tally.start()

    async function payAll(payer: Payer): Promise<void> {
      while (given < half && !signal.aborted) {
        given += 1
        const label = `Instant ${String(given).padStart(6, '0')}`
        acknowledged.push({ label, id: await payer.pay(label) })
        tally.acknowledge()
      }
      paying -= 1
    }
    async function receiveAll(): Promise<void> {
      while (ordered.length < payments - half && !signal.aborted) {
        // As many come in as go out.
        if (ordered.length > acknowledged.length && !isDone()) await pause(20)
        else {
          const id = await payCustomer(bank, pickRandom(bank.customers).iban)
          if (id === null) await pause(50)
          else ordered.push(id)
        }
      }
    }
    async function killAll(): Promise<void> {
      for (; killCount < kills && !signal.aborted; await pause(5))
        if (count() / payments >= (killCount + 1) / (kills + 1) && (tally.isRecovered || isDone())) {
          killCount += 1
          const kind = bank.drawKilled()
          tally.recordFault(`kill ${kind}`)
          await bank.kill(kind)
        }
    }
    async function watch(): Promise<void> {
      for (let reported = 0; !isDone(); await pause(200)) {
        if (tally.silence > NO_PROGRESS_MS)
          throw new Error(`no payment was acknowledged for ${Math.round(tally.silence / 1000)} s`)
        if (Date.now() - reported > REPORT_EVERY_MS) {
          reported = Date.now()
          report(
            `${acknowledged.length} paid, ${ordered.length} received, ${killCount} kills, ${tally.examples.at(-1) ?? ''}`,
          )
        }
      }
    }
    running.push(killAll(), watch(), ...payers.map(payAll), ...Array.from({ length: OUTSIDERS }, receiveAll))
    await Promise.all(running)

    client = await bank.connect()
    await drain(client, bank, report)
    const platform = await platformState(bank)
    if (!platform) throw new Error('the platform does not answer')
    const pool = openPool(bank.url, { size: 2, onError: () => undefined })
    const errors = [...(await auditLedger(dbOver(pool))), ...(await verifyAuditChain(dbOver(pool)))]
    await pool.end()
    return {
      acknowledged,
      ordered,
      killed: bank.killed,
      tally,
      seconds: (Date.now() - startedAt) / 1000,
      platform,
      ...(await inspect(client, bank)),
      errors: errors.filter(({ errors: broken }) => broken > 0).map(({ rule }) => rule),
    }
  } finally {
    stopping.abort()
    await client?.end().catch(() => undefined)
    await bank.close()
    await Promise.allSettled(running)
  }
}
