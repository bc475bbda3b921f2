// The chaos test: customers order and read, networks and creditors send files, the clock jumps from day to day, and every
// process of the bank is killed, frozen and stopped. At the end each acknowledged order has moved its money once.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { groupCardNumber, hasLuhnCheck } from 'contract/values/card-number.ts'
import type pg from 'pg'
import { verifyAuditChain } from '../../src/domains/audit/verify-audit-chain.ts'
import { dbOver, openPool } from '../../src/db/sql.ts'
import { auditLedger } from '../../src/ledger/ledger-audit.ts'
import { filesIn, paymentsIn, type SentPayment } from '../test-clearing.ts'
import { BankUnderFire, DAY_MS, FIRST_DAY, type KillKind } from './bank-under-fire.ts'
import { CarefulClient } from './careful-client.ts'
import { type ChaosCustomer, OUTSIDE } from './chaos-bank.ts'
import { Creditors } from './creditors.ts'
import { type Inspection, inspect } from './inspection.ts'
import { fateOf, OtherBanks } from './other-banks.ts'
import { Tally } from './tally.ts'

// One day later after each tenth of the orders.
const DAYS = 10
const LAST_DAY = Date.parse('2028-03-10T08:00:00Z')
const LAST_DUE = Date.parse('2028-03-09')
/** Without any progress for so long the run has failed. */
const NO_PROGRESS_MS = 120_000
/** A server that says it is ready while no order is acknowledged for so long is wrong. */
const FALSE_READINESS_MS = 12_000
const READINESS_EVERY_MS = 250
const REPORT_EVERY_MS = 30_000
/** A company imports at most so many files a day: the bank slows down who imports more. */
const BATCHES_A_DAY = 20

export type ChaosOptions = {
  orders: number
  kills: number
  /** The customers stop ordering after so long, even if there are fewer orders; 0: no limit. */
  minutes: number
  /** Faults other than kills. */
  faults: number
  individuals: number
  companies: number
  /** A freeze lasts at most so long. */
  longestFreezeMs: number
  /** How many files of collections come, distributed evenly. */
  creditorFiles: number
  folder?: string | null
  report?: (progress: string) => void
}

export type Acknowledged = { kind: 'transfer' | 'batch' | 'topup'; label: string; id: string }

export type Outcome = Inspection & {
  given: number
  acknowledged: Acknowledged[]
  killed: Record<KillKind, number>
  tally: Tally
  seconds: number
  /** Seconds in which the server said that it was ready although no order was acknowledged. */
  falseReadiness: number
  payments: SentPayment[]
  presented: string[]
}

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

function cardNumber(index: number): string {
  const start = `507126${String(index).padStart(9, '0')}`
  return groupCardNumber(`${start}${[...'0123456789'].find((digit) => hasLuhnCheck(start + digit))}`)
}

type OneOrder = { label: string; now: number }
const anAmount = () => 1 + Math.floor(Math.random() * 1_000)

/** A customer with their clients and their card. */
class Orderer {
  private readonly author: CarefulClient
  private readonly signer: CarefulClient | null
  private readonly customer: ChaosCustomer
  private card: string | null = null
  private batches = { day: 0, count: 0 }

  constructor(customer: ChaosCustomer, ports: ConstructorParameters<typeof CarefulClient>[1]) {
    this.customer = customer
    this.author = new CarefulClient(customer, ports)
    this.signer = customer.signer && new CarefulClient(customer.signer, ports)
  }

  async registerCard(index: number): Promise<void> {
    this.card = await this.author.registerCard(cardNumber(index))
  }

  private async transfer({ label, now }: OneOrder): Promise<string> {
    const isDelayed = Math.random() < 0.1
    const { inside, outside } = this.customer
    const id = await this.author.order({
      type: isDelayed ? 'delayed' : 'direct',
      beneficiary_id: Math.random() < 0.3 ? outside.id : inside.id,
      amount: anAmount(),
      label,
      comment: null,
      // Far enough ahead that the clock's next jump does not pass it during the call.
      ...(isDelayed && { execution_date: dayOf(now + (3 + Math.floor(Math.random() * 3)) * DAY_MS) }),
    })
    await this.signer?.accept('transfer', id)
    return id
  }

  private async batch({ label }: OneOrder): Promise<string> {
    const { inside } = this.customer
    const lines = [inside, inside, OUTSIDE].map(({ name, iban }, index) =>
      [name, iban, anAmount(), `${label}-${index}`].join(';'),
    )
    const id = await this.author.orderBatch(
      `${label}.csv`,
      ['nom_beneficiaire;iban;montant;libelle', ...lines].join('\n'),
    )
    await this.signer?.accept('batch', id)
    return id
  }

  private async topUp(card: string): Promise<string> {
    const id = await this.author.topUp(card, 5_000 + anAmount())
    await this.signer?.accept('topup', id)
    return id
  }

  private mayBatch(now: number): boolean {
    if (this.batches.day !== now) this.batches = { day: now, count: 0 }
    if (!this.signer || this.batches.count >= BATCHES_A_DAY || Math.random() > 0.2) return false
    this.batches.count += 1
    return true
  }

  async order(given: OneOrder): Promise<Acknowledged> {
    const { label } = given
    if (this.mayBatch(given.now)) return { kind: 'batch', label, id: await this.batch(given) }
    if (this.card !== null && Math.random() < 0.15) return { kind: 'topup', label, id: await this.topUp(this.card) }
    return { kind: 'transfer', label, id: await this.transfer(given) }
  }

  async read({ kind, id }: Acknowledged): Promise<void> {
    if (Math.random() < 0.15) await this.author.read(kind === 'transfer' ? id : null)
  }
}

/**
 * Waits until nothing is due, queued or unanswered, and every file is taken. A payment that is settled and returned is
 * answered twice: its state is final only after the files of the network are gone.
 */
async function drain(
  client: pg.Client,
  { clearing }: BankUnderFire,
  report: (progress: string) => void,
): Promise<void> {
  const countLeft = async () => {
    const { rows } = await client.query<{ left: number }>(`
      SELECT ((SELECT count(*) FROM transfers WHERE run_at IS NOT NULL)
            + (SELECT count(*) FROM outgoing_payments WHERE state IN ('queued', 'sent'))
            + (SELECT count(*) FROM collections WHERE run_at IS NOT NULL)
            + (SELECT count(*) FROM mails WHERE next_try_at IS NOT NULL))::int AS left`)
    const files = [join(clearing, 'in'), join(clearing, 'in/collections')].flatMap((folder) => filesIn(folder, '.xml'))
    return (rows[0]?.left ?? 0) + files.length
  }
  let least = Infinity
  let reportedAt = 0
  let progressAt = performance.now()
  for (let isLast = false; ;) {
    // Collections run once a minute unless an operator asks.
    await client.query(`UPDATE job_runs SET requested_at = now() WHERE name = 'collect-direct-debits'`)
    const left = await countLeft()
    if (left === 0 && isLast) return
    isLast = left === 0
    if (left < least) [least, progressAt] = [left, performance.now()]
    if (performance.now() - progressAt > NO_PROGRESS_MS) throw new Error(`${left} items are not completed`)
    if (performance.now() - reportedAt > REPORT_EVERY_MS) {
      reportedAt = performance.now()
      report(`${left} items left`)
    }
    await pause(500)
  }
}

/** Runs orders and faults, distributed evenly; answers the final data of the bank and its files. */
export async function chaos(options: ChaosOptions): Promise<Outcome> {
  const { orders, kills, minutes, faults, longestFreezeMs, report = () => undefined } = options
  const startedAt = Date.now()
  const bank = new BankUnderFire(options.folder ?? null)
  const stopping = new AbortController()
  const { signal } = stopping
  const tally = new Tally()
  let others: OtherBanks | null = null
  let client: pg.Client | null = null
  const running: Promise<unknown>[] = []
  try {
    await bank.open(options)
    others = new OtherBanks(bank.clearing)
    const creditors = new Creditors(bank.clearing)
    const debtors = bank.customers.filter(({ kind }) => kind === 'individual')
    const acknowledged: Acknowledged[] = []
    const orderers = bank.customers.map((customer) => new Orderer(customer, { origin: bank.origin, tally, signal }))
    // Every second customer has a card.
    const owners = orderers.filter((_orderer, index) => index % 2 === 0)
    await Promise.all(owners.map((orderer, index) => orderer.registerCard(2 * index + 1)))
    let given = 0
    let killCount = 0
    let day = 0
    let files = 0
    let falseReadiness = 0
    let ordering = orderers.length
    const openedAt = performance.now()
    /** From 0 to 1: of the orders, or of the time. */
    const progress = () => {
      const ofTime = minutes > 0 ? (performance.now() - openedAt) / 60_000 / minutes : 0
      return Math.max(acknowledged.length / orders, ofTime)
    }
    /** When the orders without an answer were begun. A dated one is refused, and rightly, once its day has come: it is three days later. */
    const begun = new Map<string, number>()
    const isEachRecent = () => [...begun.values()].every((at) => bank.now.getTime() - at <= DAY_MS)
    /** Files of collections that no worker has read. */
    const unread = () => filesIn(join(bank.clearing, 'in/collections'), '.xml').length
    const isDone = () => ordering === 0 || signal.aborted
    /** After the time has passed, orders go on until the last kill. */
    const isOrdering = () => given < orders && (progress() < 1 || killCount < kills) && !signal.aborted
    tally.start()

    async function orderAll(orderer: Orderer): Promise<void> {
      while (isOrdering()) {
        given += 1
        const label = `Essai ${String(given).padStart(6, '0')}`
        const now = bank.now.getTime()
        begun.set(label, now)
        const order = await orderer.order({ label, now })
        begun.delete(label)
        acknowledged.push(order)
        tally.acknowledge()
        await orderer.read(order)
      }
      ordering -= 1
    }
    async function killAll(): Promise<void> {
      for (; killCount < kills && !signal.aborted; await pause(5))
        // By time alone, a slow machine would be hit again and again before it has recovered.
        if (progress() >= (killCount + 1) / (kills + 1) && (tally.isRecovered || isDone())) {
          killCount += 1
          const kind = bank.drawKilled()
          tally.recordFault(`kill ${kind}`)
          await bank.kill(kind)
        }
    }
    async function injectFaults(): Promise<void> {
      for (let done = 0; done < faults && !signal.aborted; await pause(5))
        if (progress() >= (done + 0.5) / faults) {
          done += 1
          const kind = bank.drawFault()
          tally.recordFault(kind)
          const problem = await bank.injectFault(kind, longestFreezeMs * (0.2 + 0.8 * Math.random()))
          if (problem) tally.fault(problem)
        }
    }
    async function moveOn(): Promise<void> {
      while (!isDone()) {
        // A collection that is read after its day would be refused, and rightly: the day lasts until every file is read.
        if (day < DAYS && progress() >= (day + 1) / DAYS && unread() === 0 && isEachRecent()) {
          day += 1
          bank.moveTo(FIRST_DAY + day * DAY_MS)
        }
        if (files < options.creditorFiles && progress() >= files / options.creditorFiles) {
          files += 1
          creditors.present(debtors, dayOf(Math.min(bank.now.getTime() + 4 * DAY_MS, LAST_DUE)))
        }
        if (tally.silence > NO_PROGRESS_MS)
          throw new Error(`no order was acknowledged for ${Math.round(tally.silence / 1000)} s`)
        await pause(5)
      }
    }
    async function watchReadiness(): Promise<void> {
      let unreadyAt = performance.now()
      for (; !isDone(); await pause(READINESS_EVERY_MS)) {
        if (!(await bank.isReady(signal))) unreadyAt = performance.now()
        const isFalse = Math.min(tally.silence, performance.now() - unreadyAt) > FALSE_READINESS_MS
        if (isFalse) falseReadiness += READINESS_EVERY_MS / 1000
      }
    }
    async function reportProgress(): Promise<void> {
      for (let reported = 0; !isDone(); await pause(1_000))
        if (Date.now() - reported > REPORT_EVERY_MS) {
          reported = Date.now()
          const killed = Object.values(bank.killed).reduce((sum, count) => sum + count)
          report(
            `${acknowledged.length} orders, ${killed} kills, ${Math.round((Date.now() - startedAt) / 1000)} s, faults: ${tally.faults} ${tally.examples.at(-1) ?? ''}`,
          )
        }
    }
    running.push(killAll(), injectFaults(), moveOn(), watchReadiness(), reportProgress(), ...orderers.map(orderAll))
    await Promise.all(running)

    while (unread() > 0) await pause(100)
    bank.moveTo(LAST_DAY)
    client = await bank.connect()
    await drain(client, bank, report)
    await client.end()
    await bank.killAll()
    await others.stop()
    client = await bank.connect()
    const pool = openPool(bank.url, { size: 2, onError: () => undefined })
    const errors = [...(await auditLedger(dbOver(pool))), ...(await verifyAuditChain(dbOver(pool)))]
    await pool.end()
    return {
      given,
      acknowledged,
      killed: bank.killed,
      tally,
      seconds: (Date.now() - startedAt) / 1000,
      falseReadiness,
      payments: paymentsIn(others.taken),
      presented: creditors.presented,
      ...(await inspect(client, bank)),
      errors: errors.filter(({ errors: count }) => count > 0).map(({ rule }) => rule),
    }
  } finally {
    stopping.abort()
    await client?.end().catch(() => undefined)
    await others?.stop().catch(() => undefined)
    await bank.close()
    await Promise.allSettled(running)
  }
}

/** The expected outcome of each payment, by its kind. */
export const stateByFate = (payment: Pick<SentPayment, 'tx_id'>) =>
  fateOf(payment) === 'settled' ? 'settled' : 'returned'
