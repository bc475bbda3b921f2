import { categoriseOperations, undoCategories } from 'contract/accounts/categories.ts'
import {
  changeOperation,
  createCategory,
  listCategories,
  listOperationIds,
  listOperations,
  removeCategory,
} from 'contract/accounts/operations.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../../test/test-bank.ts'
import { purge } from '../../../db/purge.ts'
import { newId } from '../../../adapters/ids.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

/** A user with two categories and three operations: the first in one category, the second in both, the third in none. */
async function aShop() {
  const owner = await bank.aCustomer()
  for (const amount of [1, 2, 3]) await bank.deposit(owner.account_id, amount)
  const make = async (label: string) => (await owner.call(createCategory, { body: { label } })).body.id
  const [rent, sales] = [await make('Loyer'), await make('Ventes')]
  const [third = '', second = '', first = ''] = (await owner.call(listOperationIds)).body
  const set = (id: string, category_ids: string[]) =>
    owner.call(changeOperation, { params: { id }, body: { category_ids } })
  await set(first, [rent])
  await set(second, [rent, sales])
  return { owner, rent, sales, ids: [first, second, third], first, second, third, set, labels: () => labelsOf(owner) }
}

/** Sorted by operation, the oldest first. */
const labelsOf = async (visitor: Visitor) =>
  (await visitor.call(listOperations)).body.toReversed().map(({ categories }) => categories.map(({ label }) => label))
const before = [['Loyer'], ['Loyer', 'Ventes'], []]

it('sets the categories of many operations at once, counts them, and undo restores each one’s own', async () => {
  const { owner, sales, ids, labels } = await aShop()
  const { body: change } = await owner.call(categoriseOperations, {
    body: { ids: [...ids, ...ids], category_ids: [sales] },
  })
  expect(change.operation_count).toBe(3)
  expect(await labels()).toEqual([['Ventes'], ['Ventes'], ['Ventes']])
  expect((await owner.call(listCategories)).body.map(({ operation_count }) => operation_count)).toEqual([0, 3])
  expect((await owner.call(undoCategories, { params: { id: change.id } })).status).toBe(204)
  expect(await labels()).toEqual(before)
  expect((await owner.call(undoCategories, { params: { id: change.id } })).status).toBe(404)
  const { rows } = await bank.owner.query('SELECT action FROM audit_events WHERE subject_id = $1 ORDER BY at, id', [
    change.id,
  ])
  expect(rows.map(({ action }: { action: string }) => action)).toEqual(['operations.categorise', 'operations.restore'])
})

it('undoes changes in reverse order, and keeps later choices', async () => {
  const { owner, rent, sales, ids, first, set, labels } = await aShop()
  const one = await owner.call(categoriseOperations, { body: { ids, category_ids: [sales] } })
  const two = await owner.call(categoriseOperations, { body: { ids, category_ids: [] } })
  expect(await labels()).toEqual([[], [], []])
  await set(first, [rent, sales])
  await owner.call(undoCategories, { params: { id: two.body.id } })
  expect(await labels()).toEqual([['Loyer', 'Ventes'], ['Ventes'], ['Ventes']])
  await owner.call(undoCategories, { params: { id: one.body.id } })
  expect(await labels()).toEqual([['Loyer', 'Ventes'], ['Loyer', 'Ventes'], []])
})

it('does not restore a deleted category', async () => {
  const { owner, rent, sales, ids, labels } = await aShop()
  const change = await owner.call(categoriseOperations, { body: { ids, category_ids: [sales] } })
  await owner.call(removeCategory, { params: { id: rent } })
  await owner.call(undoCategories, { params: { id: change.body.id } })
  expect(await labels()).toEqual([[], ['Ventes'], []])
})

it('changes nothing if one operation or category is not of the account', async () => {
  const [mine, theirs] = [await aShop(), await aShop()]
  const refused = async (ids: string[], category_ids: string[]) =>
    codesOf(await mine.owner.call(categoriseOperations, { body: { ids, category_ids } }))
  expect(await refused([...mine.ids, theirs.first], [mine.sales])).toEqual(['not_found'])
  expect(await refused(mine.ids, [theirs.sales])).toEqual(['category_ids: unknown_category'])
  expect(await refused([], [])).toEqual(['ids: required'])
  expect(await refused(Array.from({ length: 501 }, newId), [])).toEqual(['ids: too_many_operations'])
  expect([await mine.labels(), await theirs.labels()]).toEqual([before, before])
})

it('can be undone by its author only', async () => {
  const { owner, sales, ids, labels } = await aShop()
  const change = await owner.call(categoriseOperations, { body: { ids, category_ids: [sales] } })
  const colleague = await bank.aMember(owner.account_id)
  const stranger = await bank.aCustomer()
  for (const other of [colleague, stranger])
    expect((await other.call(undoCategories, { params: { id: change.body.id } })).status).toBe(404)
  expect(await labels()).toEqual([['Ventes'], ['Ventes'], ['Ventes']])
})

it('selects the operations of a filter, newest first, five hundred at most', async () => {
  const customer = await bank.aCustomer()
  await bank.owner.query(
    `WITH line AS (SELECT n, gen_random_uuid() AS id, gen_random_uuid() AS posting FROM generate_series(1, 510) n)
     SELECT ledger_write(jsonb_agg(jsonb_build_object('id', posting, 'posting_key', posting, 'kind', 'cash', 'booking_date', '2026-02-01',
                                                     'posted_at', '2026-02-01T09:00:00Z') ORDER BY n),
                        jsonb_agg(jsonb_build_object('posting_id', posting, 'id', id, 'account_id', $1::text, 'amount', n, 'value_date',
                                                     '2026-02-01', 'type', 'cash_deposit', 'label', 'VERSEMENT'))
                        || jsonb_agg(jsonb_build_object('posting_id', posting, 'id', gen_random_uuid(), 'account_id',
                                                        (SELECT id FROM ledger_accounts WHERE code = 'cash:XOF'), 'amount', -n,
                                                        'value_date', '2026-02-01', 'type', 'cash_deposit', 'label', 'VERSEMENT')))
       FROM line`,
    [customer.account_id],
  )
  const all = (await customer.call(listOperationIds)).body
  expect([all.length, new Set(all).size]).toEqual([500, 500])
  const few = (await customer.call(listOperationIds, { query: { max: '20' } as never })).body
  expect(few.slice(0, 2)).toEqual(
    (await customer.call(listOperations, { query: { max: '20' } as never })).body.slice(0, 2).map(({ id }) => id),
  )
  expect(few.length).toBe(20)
  const change = await customer.call(categoriseOperations, { body: { ids: all, category_ids: [] } })
  expect(change.body.operation_count).toBe(500)
})

it('keeps the data for undoing a change for a day', async () => {
  const { owner, ids, sales } = await aShop()
  const change = await owner.call(categoriseOperations, { body: { ids, category_ids: [sales] } })
  await purge(bank.db, new Date(bank.clock.at.getTime() + 23 * 3_600_000))
  const left = async () =>
    (await bank.owner.query('SELECT FROM category_change_items WHERE change_id = $1', [change.body.id])).rowCount
  expect(await left()).toBe(3)
  await purge(bank.db, new Date(bank.clock.at.getTime() + 25 * 3_600_000))
  expect(await left()).toBe(0)
})
