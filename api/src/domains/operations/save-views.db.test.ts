import {
  createOperationView,
  listOperationViews,
  removeOperationView,
  renameOperationView,
} from 'contract/accounts/operation-views.ts'
import { createCategory, removeCategory } from 'contract/accounts/operations.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const keep = (visitor: Visitor, name: string, filter: object = { sign: 'debit' }) =>
  visitor.call(createOperationView, { body: { name, filter } })
const namesOf = async (visitor: Visitor) => (await visitor.call(listOperationViews)).body.map(({ name }) => name)

it('stores filters under a name, renames and deletes them', async () => {
  const awa = await bank.aCustomer()
  const filter = { search: 'senelec', period: 'month', min: 5_000, categories: [newId()], documents: 'with' } as const
  const { body: power } = await keep(awa, 'Électricité', filter)
  const { body: all } = await keep(awa, 'Achats', {})
  expect((await awa.call(listOperationViews)).body).toEqual([all, { id: power.id, name: 'Électricité', filter }])
  expect(
    (await awa.call(renameOperationView, { params: { id: power.id }, body: { name: 'ELECTRICITE' } })).status,
  ).toBe(204)
  expect((await awa.call(removeOperationView, { params: { id: all.id } })).status).toBe(204)
  expect(await namesOf(awa)).toEqual(['ELECTRICITE'])
  expect((await awa.call(removeOperationView, { params: { id: all.id } })).status).toBe(404)
})

it('replaces a deleted category by the category that replaces it', async () => {
  const awa = await bank.aCustomer()
  const make = async (label: string) => (await awa.call(createCategory, { body: { label } })).body.id
  const [rent, home, food] = [await make('Loyer'), await make('Maison'), await make('Repas')]
  await keep(awa, 'Chez moi', { categories: [home, rent], sign: 'debit' })
  await keep(awa, 'Repas', { categories: [food] })
  expect((await awa.call(removeCategory, { params: { id: rent }, query: { replacement: home } })).status).toBe(204)
  expect((await awa.call(removeCategory, { params: { id: food } })).status).toBe(204)
  expect((await awa.call(listOperationViews)).body).toMatchObject([
    { name: 'Chez moi', filter: { categories: [home], sign: 'debit' } },
    // Its category is gone: it finds no operations, rather than all.
    { name: 'Repas', filter: { categories: [food] } },
  ])
})

it('has unique names, ignoring case and accents', async () => {
  const awa = await bank.aCustomer()
  await keep(awa, 'Électricité')
  const { body: other } = await keep(awa, 'Loyer')
  expect(codesOf(await keep(awa, 'electricite'))).toEqual(['name: view_name_taken'])
  const renamed = await awa.call(renameOperationView, { params: { id: other.id }, body: { name: 'ÉLECTRICITÉ' } })
  expect(codesOf(renamed)).toEqual(['name: view_name_taken'])
  expect(await namesOf(awa)).toEqual(['Électricité', 'Loyer'])
})

it('belongs to its author only', async () => {
  const awa = await bank.aCustomer()
  const colleague = await bank.aMember(awa.account_id)
  const { body: view } = await keep(awa, 'Loyer')
  expect(await namesOf(colleague)).toEqual([])
  expect((await colleague.call(renameOperationView, { params: { id: view.id }, body: { name: 'À moi' } })).status).toBe(
    404,
  )
  expect((await colleague.call(removeOperationView, { params: { id: view.id } })).status).toBe(404)
  expect((await keep(colleague, 'Loyer')).status).toBe(201)
  expect(await namesOf(awa)).toEqual(['Loyer'])
})

it('is limited to twenty per user', async () => {
  const awa = await bank.aCustomer()
  for (let index = 1; index < 20; index += 1) await keep(awa, `Vue ${index}`)
  const replies = await Promise.all([keep(awa, 'A'), keep(awa, 'B')])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422])
  expect(codesOf(await keep(awa, 'C'))).toEqual(['name: too_many_views'])
})

it.each<[string, object, string]>([
  ['', {}, 'name: required'],
  ['x'.repeat(41), {}, 'name: text_too_long'],
  ['Vue', { sign: 'both' }, 'filter.sign: invalid'],
  ['Vue', { page: 2 }, 'filter.page: unknown_field'],
  ['Vue', { from: '2026-02-30' }, 'filter.from: date_invalid'],
  ['Vue', { from: '2026-03-01', to: '2026-02-01' }, 'filter.to: period_reversed'],
  ['Vue', { min: 500, max: 100 }, 'filter.max: amounts_reversed'],
  ['Vue', { min: -1 }, 'filter.min: amount_range_invalid'],
])('refuses %j with %j', async (name, filter, code) => {
  expect(codesOf(await keep(await bank.aCustomer(), name, filter))[0]).toBe(code)
})
