import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestBank, type TestBank } from '../../test/test-bank.ts'
import { writePostings } from '../../test/test-ledger.ts'
import { newId } from '../adapters/ids.ts'
import { dbOver } from '../db/sql.ts'
import { auditLedger } from '../ledger/ledger-audit.ts'
import { findInternalAccounts } from '../ledger/ledger-store.ts'
import { getTaxes } from '../domains/operations/files/operation-file-store.ts'
import { postingOf } from '../domains/operations/files/operation-posting.ts'
import { createDemoActivity } from './simulate-activity.ts'
import { planDay, salaryTime } from './activity-rules.ts'
import { listSimulatedCustomers } from './activity-store.ts'

const DAY = '2026-03-11'
const TICK_MS = 300_000

let bank: TestBank
const accounts: Record<'worker' | 'firm' | 'poor' | 'overdrawn' | 'blocked', string> = {
  worker: '',
  firm: '',
  poor: '',
  overdrawn: '',
  blocked: '',
}
beforeAll(async () => {
  bank = await openTestBank()
  await bank.owner.query("INSERT INTO parameters (name, value, meaning) VALUES ('demo_bank', 1, 'Essai')")
  const { aCustomer } = bank
  const worker = await aCustomer({ balance: 1_200_000 })
  accounts.worker = worker.account_id
  await paySalary(worker, '2026-02-25')
  accounts.firm = (await aCustomer({ kind: 'company', balance: 40_000_000 })).account_id
  accounts.poor = (await aCustomer({ balance: 3_000, overdraft: 500_000 })).account_id
  accounts.overdrawn = (await aCustomer({ balance: 0, overdraft: 350_000 })).account_id
  accounts.blocked = (await aCustomer({ balance: 500_000, status: 'blocked' })).account_id
  await bank.deposit(accounts.overdrawn, -325_000)
})
afterAll(() => bank.close())

async function paySalary({ account_id, iban }: { account_id: string; iban: string }, day: string): Promise<void> {
  const line = {
    line: 1,
    iban,
    amount: '400000',
    currency: null,
    tax: null,
    value_date: day,
    type: 'transfer_in',
    reference: null,
  } as const
  const account = { id: account_id, iban, currency: 'XOF', status: 'active' }
  const scene = {
    taxes: await getTaxes(bank.db),
    day,
    at: new Date(`${day}T09:30:00Z`),
    internal: await findInternalAccounts(bank.db),
    accounts: new Map([[iban, account]]),
  }
  await writePostings(dbOver(bank.owner), [
    postingOf({ ...line, label: 'VIR SALAIRE FEVRIER 2026 ESSAI', counterparty: 'Essai SA' }, 'salary', scene),
  ])
}

const newSimulation = () =>
  createDemoActivity({ db: bank.db, clock: { now: () => bank.clock.at }, seed: 'teranga', rate: 'usual' })
/** Runs the simulation from one time to another; `restart`: the worker restarts after so many ticks. */
async function simulate(from: string, to: string, { workers = 1, restart = Infinity } = {}): Promise<number> {
  let simulations = Array.from({ length: workers }, newSimulation)
  let applied = 0
  for (let at = Date.parse(from), tick = 1; at <= Date.parse(to); at += TICK_MS, tick += 1) {
    bank.clock.at = new Date(at)
    if (tick % restart === 0) simulations = Array.from({ length: workers }, newSimulation)
    for (const count of await Promise.all(simulations.map((step) => step()))) applied += count
  }
  return applied
}
type Booked = { posting_key: string; account_id: string; amount: number; label: string; balance_after: number }
const booked = () =>
  bank.owner
    .query<Booked>(
      `SELECT p.posting_key, e.account_id, e.amount::float, e.label, e.balance_after::float FROM ledger_postings p
         JOIN ledger_entries e ON e.posting_id = p.id AND e.seq IS NOT NULL
        WHERE p.posting_key LIKE 'activity:%' ORDER BY e.account_id, e.seq`,
    )
    .then(({ rows }) => rows)

describe('the demo activity', () => {
  it('books each planned operation once, with two workers that restart repeatedly', async () => {
    const applied = await simulate(`${DAY}T06:30:00Z`, `${DAY}T22:30:00Z`, { workers: 2, restart: 5 })
    const rows = await booked()
    expect(rows.length).toBe(applied)
    expect(new Set(rows.map(({ posting_key }) => posting_key)).size).toBe(applied)
    // No customer with enough money skips an operation: the bookings equal the plan, in order and amount.
    const customers = await listSimulatedCustomers(bank.db)
    for (const id of [accounts.worker, accounts.firm]) {
      const customer = customers.find((one) => one.id === id)
      if (!customer) throw new Error('a resident is missing')
      const planned = planDay('teranga', DAY, customer, 'usual').map(({ key, line }) => [
        key,
        Number(line.amount),
        line.label,
      ])
      expect(planned.length).toBeGreaterThan(2)
      expect(
        rows.filter(({ account_id }) => account_id === id).map((row) => [row.posting_key, row.amount, row.label]),
      ).toEqual(planned)
    }
  })

  it('overdraws no account, and skips overdrawn and blocked accounts', async () => {
    const rows = await booked()
    const touched = new Set(rows.map(({ account_id }) => account_id))
    expect([touched.has(accounts.overdrawn), touched.has(accounts.blocked)]).toEqual([false, false])
    expect(rows.every(({ balance_after }) => balance_after >= 0)).toBe(true)
    // The poor customers have an overdraft that the simulator does not use.
    expect(rows.every(({ account_id, amount }) => account_id !== accounts.poor || amount > -10_000)).toBe(true)
  })

  it('does not book operations of days on which the bank was not running', async () => {
    bank.clock.at = new Date('2026-03-12T20:00:00Z')
    const before = (await booked()).length
    const step = newSimulation()
    bank.clock.at = new Date('2026-03-19T14:00:00Z')
    await step()
    const customers = await listSimulatedCustomers(bank.db)
    const lately = customers.flatMap((customer) =>
      planDay('teranga', '2026-03-19', customer, 'usual').filter(
        ({ at }) => at <= bank.clock.at && at.getTime() > bank.clock.at.getTime() - 600_000,
      ),
    )
    expect((await booked()).length - before).toBeLessThanOrEqual(lately.length)
  })

  it('pays this month’s salary once to customers who received one last month', async () => {
    const salaries = async () =>
      (await booked())
        .filter(({ label }) => label.startsWith('VIR SALAIRE'))
        .map(({ account_id, amount, label }) => [account_id, amount, label])
    expect(await salaries()).toEqual([])
    const [customer] = (await listSimulatedCustomers(bank.db)).filter(({ id }) => id === accounts.worker)
    if (!customer || !salaryTime('teranga', '2026-03-25', customer)) throw new Error('no salary is due')
    await simulate('2026-03-25T08:55:00Z', '2026-03-25T11:05:00Z', { workers: 2, restart: 3 })
    await simulate('2026-03-25T08:55:00Z', '2026-03-25T11:05:00Z')
    expect(await salaries()).toEqual([[accounts.worker, 400_000, 'VIR SALAIRE MARS 2026 ESSAI']])
  })

  it('books what was announced: credits in the afternoon of their day, card payments the day after', async () => {
    const announced = [
      ['card', 'PAIEMENT CB ESSAI', -12_000],
      ['transfer_in', 'VIR RECU ESSAI', 24_000],
      ['cheque_in', 'REMISE CHEQUE ESSAI', 90_000],
    ] as const
    bank.clock.at = new Date('2026-04-02T09:00:00Z')
    for (const [type, label, amount] of announced) {
      const id = newId()
      await bank.owner.query(
        `INSERT INTO intraday_operations (account_id, id, intraday_id, type, label, amount, expected_on) VALUES ($1, $2, $3, $4, $5, $6, '2026-04-03')`,
        [accounts.worker, id, `INT${label}`, type, label, amount],
      )
      if (type === 'card')
        await bank.owner.query('SELECT ledger_hold($1, $2, $3, $4, $5)', [
          accounts.worker,
          newId(),
          -amount,
          `card:${id}`,
          bank.clock.at,
        ])
    }
    const [card, ...credits] = announced.map(([, label, amount]) => [label, amount])
    const bookedOf = async () =>
      (await booked())
        .filter(({ label }) => label.includes('ESSAI') && !label.startsWith('VIR SALAIRE'))
        .map(({ label, amount }) => [label, amount])
    await simulate('2026-04-03T14:30:00Z', '2026-04-03T14:55:00Z')
    expect(await bookedOf()).toEqual([])
    await simulate('2026-04-03T15:00:00Z', '2026-04-03T23:55:00Z', { workers: 2 })
    expect(await bookedOf()).toEqual(credits)
    await simulate('2026-04-04T00:00:00Z', '2026-04-04T00:30:00Z', { workers: 2 })
    expect(await bookedOf()).toEqual([...credits, card])
    const { rows } = await bank.owner.query('SELECT FROM intraday_operations')
    expect(rows).toEqual([])
  })

  it('leaves the ledger consistent', async () => {
    const verdicts = await auditLedger(bank.db)
    expect(verdicts.filter(({ errors }) => errors > 0)).toEqual([])
  })
})
