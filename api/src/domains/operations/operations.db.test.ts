import { getOperation, listOperations, MONTH_TOTALS_HEADER } from 'contract/accounts/operations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'
import { listDailyBalances } from './operation-store.ts'

let bank: TestBank
let awa: Visitor
beforeAll(async () => {
  bank = await openTestBank()
  awa = await bank.aCustomer()
  for (let index = 1; index <= 45; index += 1) {
    const day = new Date(Date.UTC(2026, 0, index)).toISOString().slice(0, 10)
    await bank.deposit(awa.account_id, index, day)
  }
})
afterAll(() => bank.close())

const page = (number: number) => awa.call(listOperations, { query: { page: number } })
const amounts = async (number: number) => (await page(number)).body.map(({ amount }) => amount)
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, step) => from - step)

describe('a page of operations', () => {
  it('lists operations from newest to oldest without a gap or a repetition', async () => {
    expect(await amounts(1)).toEqual(down(45, 26))
    expect(await amounts(2)).toEqual(down(25, 6))
    expect(await amounts(3)).toEqual(down(5, 1))
  })

  it('is the same when many customers read at the same moment, whatever their pages and customers', async () => {
    const others = await Promise.all([bank.aCustomer({ balance: 500 }), bank.aCustomer()])
    const requests = [awa, ...others].flatMap((customer) => [1, 2, 9, 1].map((number) => ({ customer, number })))
    const read = ({ customer, number }: (typeof requests)[number]) =>
      customer.call(listOperations, { query: { page: number } })
    const alone: Awaited<ReturnType<typeof read>>[] = []
    for (const request of requests) alone.push(await read(request))
    const together = await Promise.all(requests.map(read))
    const viewOf = ({ status, body, headers }: (typeof alone)[number]) => ({
      status,
      body,
      totals: [headers['x-pagination-total-count'], headers[MONTH_TOTALS_HEADER.toLowerCase()]],
    })
    expect(together.map(viewOf)).toEqual(alone.map(viewOf))
    expect(new Set(together.map(({ body }) => body.length))).toEqual(new Set([20, 0, 1]))
  })

  it('contains the exact totals, also past the last page', async () => {
    const reply = await page(9)
    expect(reply.body).toEqual([])
    expect(reply.headers).toMatchObject({
      'x-pagination-current-page': '9',
      'x-pagination-page-count': '3',
      'x-pagination-per-page': '20',
      'x-pagination-total-count': '45',
    })
  })

  it('contains the credits and debits of each whole month, not only of the listed lines', async () => {
    const january = (31 * 32) / 2
    const all = (45 * 46) / 2
    const reply = await page(2)
    expect(JSON.parse(reply.headers[MONTH_TOTALS_HEADER.toLowerCase()] ?? '')).toEqual([
      { month: '2026-01', currency: 'XOF', credits: january, debits: 0 },
    ])
    const first = await page(1)
    expect(JSON.parse(first.headers[MONTH_TOTALS_HEADER.toLowerCase()] ?? '')).toEqual([
      { month: '2026-02', currency: 'XOF', credits: all - january, debits: 0 },
      { month: '2026-01', currency: 'XOF', credits: january, debits: 0 },
    ])
  })

  it('is empty for an account without operations', async () => {
    const nobody = await bank.aCustomer()
    const reply = await nobody.call(listOperations)
    expect(reply.body).toEqual([])
    expect(reply.headers).toMatchObject({
      'x-pagination-page-count': '1',
      'x-pagination-total-count': '0',
      'x-account-balance': '0',
    })
  })

  it.each(['0', '-1', '1.5', 'x', '99999999'])('refuses page %s', async (wrong) => {
    const reply = await awa.call(listOperations, { query: { page: wrong } as never })
    expect(codesOf(reply)).toEqual(['page: invalid'])
  })

  it('begins with upcoming operations, which the totals exclude', async () => {
    const customer = await bank.aCustomer({ balance: 500 })
    await bank.owner.query(
      `INSERT INTO intraday_operations (account_id, id, intraday_id, type, label, amount, expected_on)
       VALUES ($1, $2, 'I-1', 'card', 'PAIEMENT CB', -300, '2026-03-12')`,
      [customer.account_id, newId()],
    )
    const reply = await customer.call(listOperations)
    expect(reply.body).toMatchObject([
      { intraday_id: 'I-1', amount: -300, execution_date: null },
      { intraday_id: null, amount: 500 },
    ])
    expect(reply.headers).toMatchObject({ 'x-pagination-total-count': '1', 'x-account-balance': '500' })
    expect((await customer.call(listOperations, { query: { page: 2 } })).body).toEqual([])
    const [upcoming] = reply.body
    expect((await customer.call(getOperation, { params: { id: upcoming?.id ?? '' } })).body).toEqual(upcoming)
    expect((await awa.call(getOperation, { params: { id: upcoming?.id ?? '' } })).status).toBe(404)
  })
})

describe('one operation', () => {
  it('is found by its id', async () => {
    const [first] = (await page(1)).body
    expect((await awa.call(getOperation, { params: { id: first?.id ?? '' } })).body).toEqual(first)
  })

  it('of another account is answered like a missing one and a malformed id: 404', async () => {
    const other = await bank.aCustomer({ balance: 7 })
    const [theirs] = (await other.call(listOperations)).body
    for (const id of [theirs?.id ?? '', newId(), 'nope']) {
      const reply = await awa.call(getOperation, { params: { id } })
      expect([reply.status, ...codesOf(reply)]).toEqual([404, 'not_found'])
    }
  })
})

it('sums the balances of several accounts, with operations on different days and without any', async () => {
  const [early, empty] = await Promise.all([bank.aCustomer(), bank.aCustomer()])
  await bank.deposit(early.account_id, 500, '2026-01-02')
  const ids = [awa.account_id, early.account_id, empty.account_id]
  expect(await listDailyBalances(bank.db, ids, '2026-01-01', '2026-01-03')).toEqual([
    { date: '2026-01-01', balance: 1 },
    { date: '2026-01-02', balance: 503 },
    { date: '2026-01-03', balance: 506 },
  ])
  expect(await listDailyBalances(bank.db, [empty.account_id], '2026-01-01', '2026-01-01')).toEqual([
    { date: '2026-01-01', balance: 0 },
  ])
})

it('calculates the balance at the end of any past day', async () => {
  expect(await listDailyBalances(bank.db, [awa.account_id], '2025-12-31', '2026-01-03')).toEqual([
    { date: '2025-12-31', balance: 0 },
    { date: '2026-01-01', balance: 1 },
    { date: '2026-01-02', balance: 3 },
    { date: '2026-01-03', balance: 6 },
  ])
})
