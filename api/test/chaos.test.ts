// Runs the short chaos test; `npm run chaos` sets the parameters of the long one.
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chaos, type Outcome, stateByFate } from './chaos/chaos.ts'

const orders = Number(process.env['CHAOS_ORDERS'] || 250)
const kills = Number(process.env['CHAOS_KILLS'] || 10)
const report = process.env['CHAOS_REPORT']

let outcome: Outcome
beforeAll(
  async () => {
    outcome = await chaos({
      orders,
      kills,
      ...(report && { labels: (progress: string) => process.stderr.write(`${progress}\n`) }),
    })
  },
  60_000 + orders * 1_000,
)
afterAll(() => {
  if (!report) return
  const { killed, repeats, seconds, payments, returned, written } = outcome
  const files = new Set(payments.map(({ file }) => file)).size
  const number = { orders: written.length, killed, repeats, seconds, payments: payments.length, files, returned }
  writeFileSync(report, JSON.stringify(number))
})

it('stores each acknowledged order exactly once', () => {
  const { acknowledged, written } = outcome
  expect(acknowledged.size).toBe(orders)
  expect(written.map(({ label, id }) => [label, id])).toEqual([...acknowledged].toSorted())
})

it('pays each order exactly once', () => {
  const paid = outcome.written.filter(
    ({ execution_status }) => execution_status === 'executed' || execution_status === 'returned',
  )
  expect(paid).toHaveLength(orders)
  expect(outcome.written.filter(({ movements }) => movements !== 1)).toEqual([])
  for (const { account_id, booked, held, expected } of outcome.accounts)
    expect([account_id, booked, held]).toEqual([account_id, expected, 0])
})

it('sends each payment in one file, and only ordered payments', () => {
  const { payments, items, written } = outcome
  expect(items).toHaveLength(written.filter(({ network }) => network !== 'book').length)
  expect(payments.map(({ tx_id, amount }) => `${tx_id} ${amount}`).toSorted()).toEqual(
    items.map(({ tx_id, amount }) => `${tx_id} ${amount}`).toSorted(),
  )
})

it('applies each answer once despite repetitions, and notifies the author of each return once', () => {
  const { items, returned, mails } = outcome
  for (const item of items) expect([item.tx_id, item.state]).toEqual([item.tx_id, stateByFate(item)])
  expect(mails).toBe(returned)
})

it('leaves the ledger consistent', () => {
  expect(outcome.errors).toEqual([])
})

it('killed the expected number of processes', () => {
  expect(Object.values(outcome.killed).reduce((sum, count) => sum + count)).toBe(kills)
})
