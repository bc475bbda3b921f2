import {
  changeOperation,
  createCategory,
  getOperation,
  listCategories,
  listOperations,
  removeCategory,
} from 'contract/accounts/operations.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../../test/test-bank.ts'
import { newId } from '../../../adapters/ids.ts'

let bank: TestBank
let awa: Visitor
let operationId: string
beforeAll(async () => {
  bank = await openTestBank()
  awa = await bank.aCustomer({ balance: 5_000 })
  operationId = (await awa.call(listOperations)).body[0]?.id ?? ''
})
afterAll(() => bank.close())

const make = async (label: string) => (await awa.call(createCategory, { body: { label } })).body
const set = (body: { category_ids?: string[]; accounting?: string | null; comment?: string | null }) =>
  awa.call(changeOperation, { params: { id: operationId }, body })
const toView = async () => (await awa.call(getOperation, { params: { id: operationId } })).body

it('creates a category with a unique label, ignoring case and accents', async () => {
  const energy = await make('Énergie')
  expect((await awa.call(listCategories)).body).toEqual([{ ...energy, operation_count: 0 }])
  expect(codesOf(await awa.call(createCategory, { body: { label: 'energie' } }))).toEqual(['label: category_taken'])
  const other = await bank.aCustomer()
  expect((await other.call(createCategory, { body: { label: 'Énergie' } })).status).toBe(201)
})

it.each([
  ['', 'label: required'],
  ['x'.repeat(41), 'label: text_too_long'],
  ['   ', 'label: required'],
  ['Lo\u200Byer', 'label: text_invalid'],
])('refuses the label %j', async (label, code) => {
  expect(codesOf(await awa.call(createCategory, { body: { label } }))).toEqual([code])
})

it('trims and normalises a label as the portal does', async () => {
  expect(await make('  Loyer   du bureau ')).toMatchObject({ label: 'Loyer du bureau' })
  expect(codesOf(await awa.call(createCategory, { body: { label: 'loyer du bureau ' } }))).toEqual([
    'label: category_taken',
  ])
})

it('allows at most a hundred categories', async () => {
  const customer = await bank.aCustomer()
  await bank.owner.query(
    `INSERT INTO categories SELECT $1, gen_random_uuid(), 'n' || n FROM generate_series(1, 99) n`,
    [customer.customer_id],
  )
  const replies = await Promise.all(['a', 'b'].map((label) => customer.call(createCategory, { body: { label } })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422])
})

it('sets categories, an accounting code and a note on an operation, each without changing the others', async () => {
  const rent = await make('Loyer')
  await set({ category_ids: [rent.id, rent.id], comment: 'Bureau de Kaolack' })
  await set({ accounting: '613200' })
  expect(await toView()).toMatchObject({ categories: [rent], accounting: '613200', comment: 'Bureau de Kaolack' })
  expect((await awa.call(listOperations)).body.find(({ id }) => id === operationId)).toMatchObject({
    accounting: '613200',
  })
  await set({ comment: null })
  expect(await toView()).toMatchObject({ categories: [rent], accounting: '613200', comment: null })
  await set({ accounting: null })
  expect(codesOf(await set({ accounting: 'x'.repeat(21) }))).toEqual(['accounting: text_too_long'])
  expect(await toView()).toMatchObject({ accounting: null })
  await set({ category_ids: [] })
  expect((await toView()).categories).toEqual([])
  const { rows } = await bank.owner.query(
    `SELECT FROM audit_events WHERE action = 'operation.change' AND subject_id = $1`,
    [operationId],
  )
  expect(rows).toHaveLength(5)
})

it('refuses categories of another customer, and keeps the previous ones', async () => {
  const mine = await make('Courses')
  await set({ category_ids: [mine.id] })
  const other = await bank.aCustomer()
  const theirs = await other.call(createCategory, { body: { label: 'Courses' } })
  expect(codesOf(await set({ category_ids: [theirs.body.id] }))).toEqual(['category_ids: unknown_category'])
  expect((await toView()).categories).toEqual([mine])
})

it('does not find operations of another customer, nor upcoming ones', async () => {
  const other = await bank.aCustomer()
  const upcoming = newId()
  await bank.owner.query(
    `INSERT INTO intraday_operations (account_id, id, intraday_id, type, label, amount, expected_on)
     VALUES ($1, $2, 'I-1', 'card', 'PAIEMENT CB', -300, '2026-03-12')`,
    [other.account_id, upcoming],
  )
  for (const id of [operationId, upcoming])
    expect((await other.call(changeOperation, { params: { id }, body: { comment: 'x' } })).status).toBe(404)
})

it('deletes a category and replaces it by another one on its operations, once', async () => {
  const old = await make('Divers')
  const kept = await make('Fournisseurs')
  await set({ category_ids: [old.id, kept.id] })
  const remove = (replacement?: string) => awa.call(removeCategory, { params: { id: old.id }, query: { replacement } })
  expect(codesOf(await remove(old.id))).toEqual(['category_ids: unknown_category'])
  expect(codesOf(await remove(newId()))).toEqual(['category_ids: unknown_category'])
  expect((await remove(kept.id)).status).toBe(204)
  expect((await toView()).categories).toEqual([kept])
  expect((await remove()).status).toBe(404)
})

it('deletes a category while it is being set on an operation, without partial results', async () => {
  const category = await make('Éphémère')
  const [gone, put] = await Promise.all([
    awa.call(removeCategory, { params: { id: category.id } }),
    set({ category_ids: [category.id] }),
  ])
  expect(gone.status).toBe(204)
  expect([200, 422]).toContain(put.status)
  expect((await toView()).categories.map(({ id }) => id)).not.toContain(category.id)
})
