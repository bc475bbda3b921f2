// Runs the short chaos test; `npm run chaos` sets the parameters of the long one.
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Acknowledged, chaos, type Outcome, stateByFate } from './chaos/chaos.ts'

const numberOf = (name: string, usual: number) => Number(process.env[name] || usual)
const orders = numberOf('CHAOS_ORDERS', 250)
const kills = numberOf('CHAOS_KILLS', 10)
const faults = numberOf('CHAOS_FAULTS', 5)
const minutes = numberOf('CHAOS_MINUTES', 0)
const report = process.env['CHAOS_REPORT']

let outcome: Outcome
beforeAll(async () => {
  outcome = await chaos({
    orders,
    kills,
    faults,
    minutes,
    individuals: numberOf('CHAOS_INDIVIDUALS', 8),
    companies: numberOf('CHAOS_COMPANIES', 3),
    longestFreezeMs: numberOf('CHAOS_FREEZE_MS', 1_000),
    creditorFiles: numberOf('CHAOS_CREDITOR_FILES', 4),
    folder: process.env['CHAOS_FOLDER'] ?? null,
    ...(report && { report: (progress: string) => process.stderr.write(`${progress}\n`) }),
  })
  // It ends by itself when nothing makes progress any more.
}, 0)
afterAll(() => {
  if (!report || !outcome) return
  const { acknowledged, killed, tally, seconds, falseReadiness, payments, returned, collections, items } = outcome
  const count = (kind: Acknowledged['kind']) => acknowledged.filter((order) => order.kind === kind).length
  const measured = {
    orders: acknowledged.length,
    transfers: count('transfer'),
    batches: count('batch'),
    lines: outcome.transfers.filter(({ is_line }) => is_line).length,
    topups: count('topup'),
    collections: collections.length,
    killed,
    outages: Object.fromEntries(tally.outages),
    repeats: tally.repeats,
    unavailable: tally.unavailable,
    pages: tally.pages,
    pagesDuringOutage: tally.pagesDuringOutage,
    longestGap: tally.longestGap,
    secondsWithoutOrder: tally.secondsWithoutOrder,
    falseReadiness,
    seconds,
    payments: items.length,
    files: new Set(payments.map(({ file }) => file)).size,
    returned: items.filter(({ state }) => state === 'returned').length,
    mails: returned,
  }
  writeFileSync(report, JSON.stringify(measured))
})

const acknowledgedOf = (kind: Acknowledged['kind']) =>
  outcome.acknowledged
    .filter((order) => order.kind === kind)
    .map(({ label, id }) => `${label} ${id}`)
    .toSorted()
const stored = (rows: readonly { label: string; id: string }[]) =>
  rows.map(({ label, id }) => `${label} ${id}`).toSorted()

it('stores each acknowledged order exactly once', () => {
  expect(outcome.acknowledged).toHaveLength(minutes > 0 ? outcome.given : orders)
  expect(stored(outcome.transfers.filter(({ is_line }) => !is_line))).toEqual(acknowledgedOf('transfer'))
  expect(stored(outcome.batches)).toEqual(acknowledgedOf('batch'))
  expect(outcome.batches.filter(({ lines }) => lines !== 3)).toEqual([])
  expect(outcome.topups.map(({ id }) => id)).toEqual(
    outcome.acknowledged.flatMap(({ kind, id }) => (kind === 'topup' ? [id] : [])).toSorted(),
  )
})

it('pays each order and each collection exactly once', () => {
  const { transfers, topups, collections, presented, accounts } = outcome
  expect(transfers.filter(({ status }) => status !== 'executed' && status !== 'returned')).toEqual([])
  expect(topups.filter(({ status }) => status !== 'done')).toEqual([])
  expect(collections.filter(({ status }) => status !== 'executed')).toEqual([])
  expect(collections.map(({ label }) => label)).toEqual(presented.toSorted())
  expect([...transfers, ...topups, ...collections].filter(({ movements }) => movements !== 1)).toEqual([])
  for (const { account_id, booked, held, expected } of accounts)
    expect([account_id, booked, held]).toEqual([account_id, expected, 0])
})

it('sends each payment in one file, and only ordered payments', () => {
  const { payments, items, transfers } = outcome
  expect(items).toHaveLength(transfers.filter(({ network }) => network !== 'book').length)
  expect(payments.map(({ tx_id, amount }) => `${tx_id} ${amount}`).toSorted()).toEqual(
    items.map(({ tx_id, amount }) => `${tx_id} ${amount}`).toSorted(),
  )
})

it('applies each answer once despite repetitions, and notifies the author of each return once', () => {
  const { items, returned, mails } = outcome
  for (const item of items) expect([item.tx_id, item.state]).toEqual([item.tx_id, stateByFate(item)])
  expect(mails).toBe(returned)
})

it('leaves the ledger and the audit log consistent', () => {
  expect(outcome.errors).toEqual([])
})

it('answers no error but `unavailable`, and says that it is ready only while it is', () => {
  expect(outcome.tally.examples).toEqual([])
  expect(outcome.falseReadiness).toBe(0)
})

it('killed the expected number of processes', () => {
  expect(Object.values(outcome.killed).reduce((sum, count) => sum + count)).toBe(kills)
})
