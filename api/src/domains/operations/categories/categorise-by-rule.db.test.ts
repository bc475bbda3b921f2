import {
  applyCategoryRule,
  categoriseOperations,
  createCategoryRule,
  listCategoryRules,
  previewCategoryRule,
  removeCategoryRule,
  undoCategories,
} from 'contract/accounts/categories.ts'
import {
  changeOperation,
  createCategory,
  listOperationIds,
  listOperations,
  removeCategory,
} from 'contract/accounts/operations.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../../test/test-bank.ts'
import { newId } from '../../../adapters/ids.ts'
import { categoriseNewOperations } from './categorise-by-rule.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const any = { sign: null, min: null, max: null }
const ESPECES = { ...any, text: 'espèces' }

async function aShop(amounts: readonly number[] = []) {
  const owner = await bank.aCustomer()
  const pay = (amount: number) => bank.deposit(owner.account_id, amount)
  for (const amount of amounts) await pay(amount)
  const make = async (label: string) => (await owner.call(createCategory, { body: { label } })).body.id
  const [sales, other] = [await make('Ventes'), await make('Divers')]
  const rule = async (more: Record<string, unknown> = {}) =>
    (await owner.call(createCategoryRule, { body: { ...ESPECES, category_id: sales, ...more } })).body
  return { owner, pay, sales, other, rule, labels: () => labelsOf(owner) }
}

/** Amounts, oldest first, with their categories. */
const labelsOf = async (visitor: Visitor) =>
  (await visitor.call(listOperations)).body
    .toReversed()
    .map(({ amount, categories }) => [amount, ...categories.map(({ label }) => label)].join(' '))

it('sets the category of the first matching rule on new operations, and leaves existing ones unchanged', async () => {
  const { owner, pay, other, rule, labels } = await aShop([1])
  const high = await rule({ min: 100, category_id: other })
  const all = await rule({ text: 'ESPECES' })
  const out = await rule({ text: 'versement', sign: 'debit' })
  expect((await owner.call(listCategoryRules)).body).toEqual([high, all, out])
  for (const amount of [99, 100]) await pay(amount)
  await Promise.all([categoriseNewOperations(bank.db), categoriseNewOperations(bank.db)])
  expect(await labels()).toEqual(['1', '99 Ventes', '100 Divers'])
})

it('checks each operation once, and never overrides a manual choice', async () => {
  const { owner, pay, other, rule, labels } = await aShop()
  await rule()
  for (const amount of [1, 2, 3]) await pay(amount)
  const [third = '', second = '', first = ''] = (await owner.call(listOperationIds)).body
  // Faster than the rules: one operation gets a category by hand, one has its category removed by hand.
  await owner.call(changeOperation, { params: { id: first }, body: { category_ids: [other] } })
  await owner.call(categoriseOperations, { body: { ids: [second], category_ids: [] } })
  await categoriseNewOperations(bank.db)
  expect(await labels()).toEqual(['1 Divers', '2', '3 Ventes'])
  // An assignment by a rule that was undone by hand stays undone.
  await owner.call(changeOperation, { params: { id: third }, body: { category_ids: [] } })
  await pay(4)
  await categoriseNewOperations(bank.db)
  expect(await labels()).toEqual(['1 Divers', '2', '3', '4 Ventes'])
  expect((await owner.call(previewCategoryRule, { body: ESPECES })).body).toEqual({
    operation_count: 0,
    operations: [],
  })
})

it('previews matching past operations, categorises exactly these, and undoes it', async () => {
  const { owner, sales, other, rule, labels } = await aShop([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  const ids = (await owner.call(listOperationIds)).body
  await owner.call(changeOperation, { params: { id: ids[0] ?? '' }, body: { category_ids: [other] } })
  const { body: seen } = await owner.call(previewCategoryRule, { body: { ...ESPECES, min: 2 } })
  expect([seen.operation_count, seen.operations.map(({ amount }) => amount)]).toEqual([
    10,
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
  ])
  const { id } = await rule({ min: 2 })
  const { body: change } = await owner.call(applyCategoryRule, { params: { id } })
  expect(change.operation_count).toBe(10)
  expect((await labels()).slice(0, 3)).toEqual(['1', '2 Ventes', '3 Ventes'])
  expect((await labels()).at(-1)).toBe('12 Divers')
  // Chosen by hand since: undoing keeps it.
  await owner.call(changeOperation, { params: { id: ids.at(-2) ?? '' }, body: { category_ids: [sales, other] } })
  await owner.call(undoCategories, { params: { id: change.id } })
  expect((await labels()).slice(0, 3)).toEqual(['1', '2 Divers Ventes', '3'])
  expect((await owner.call(applyCategoryRule, { params: { id } })).body.operation_count).toBe(9)
})

it('reports an invalid rule at its field, and allows at most a hundred', async () => {
  const { owner, sales } = await aShop()
  const refused = async (body: Record<string, unknown>) =>
    codesOf(await owner.call(createCategoryRule, { body: { ...ESPECES, category_id: sales, ...body } }))
  expect(await refused({ text: 'x' })).toEqual(['text: required'])
  expect(await refused({ text: 'x'.repeat(65) })).toEqual(['text: text_too_long'])
  expect(await refused({ min: -1 })).toEqual(['min: amount_range_invalid'])
  expect(await refused({ min: 2, max: 1 })).toEqual(['max: amounts_reversed'])
  expect(await refused({ sign: 'both' })).toEqual(['sign: invalid'])
  expect(await refused({ category_id: newId() })).toEqual(['category_ids: unknown_category'])
  await bank.owner.query(
    `INSERT INTO category_rules SELECT $1, gen_random_uuid(), customer_id, $2, 'texte', '%texte%', NULL, NULL, NULL, now()
       FROM accounts, generate_series(1, 99) WHERE id = $1`,
    [owner.account_id, sales],
  )
  const replies = await Promise.all(
    [1, 2].map(() => owner.call(createCategoryRule, { body: { ...ESPECES, category_id: sales } })),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422])
})

it('treats % as a normal character', async () => {
  const { owner } = await aShop([1])
  expect((await owner.call(previewCategoryRule, { body: { ...any, text: '50%' } })).body.operation_count).toBe(0)
})

it('is deleted with its category, or moved to the category that replaces it', async () => {
  const { owner, pay, sales, other, rule, labels } = await aShop()
  const kept = await rule()
  await owner.call(removeCategory, { params: { id: sales }, query: { replacement: other } })
  expect((await owner.call(listCategoryRules)).body.map(({ id, category }) => [id, category.label])).toEqual([
    [kept.id, 'Divers'],
  ])
  await owner.call(removeCategory, { params: { id: other } })
  expect((await owner.call(listCategoryRules)).body).toEqual([])
  await pay(5)
  // The rule was created after the booking: without a rule, no catching up happens.
  const again = (await owner.call(createCategory, { body: { label: 'Ventes' } })).body
  await rule({ category_id: again.id })
  await pay(6)
  await categoriseNewOperations(bank.db)
  expect(await labels()).toEqual(['5', '6 Ventes'])
})

it('applies to its account only', async () => {
  const [mine, theirs] = [await aShop([1]), await aShop([1])]
  const { id } = await theirs.rule()
  expect((await mine.owner.call(applyCategoryRule, { params: { id } })).status).toBe(404)
  expect((await mine.owner.call(removeCategoryRule, { params: { id } })).status).toBe(404)
  expect((await theirs.owner.call(removeCategoryRule, { params: { id } })).status).toBe(204)
  expect(await theirs.labels()).toEqual(['1'])
})

it('refuses more than twenty thousand operations at once', async () => {
  const { owner, rule } = await aShop()
  await bank.owner.query(
    `WITH posting AS (SELECT gen_random_uuid() AS id), line AS (SELECT n, gen_random_uuid() AS id FROM generate_series(1, 20001) n)
     SELECT ledger_write(
       (SELECT jsonb_agg(jsonb_build_object('id', id, 'posting_key', id, 'kind', 'cash', 'booking_date', '2026-02-01', 'posted_at', '2026-02-01T09:00:00Z')) FROM posting),
       (SELECT jsonb_agg(jsonb_build_object('posting_id', p.id, 'id', l.id, 'account_id', $1::text, 'amount', 1, 'value_date', '2026-02-01',
                                            'type', 'cash_deposit', 'label', 'VERSEMENT ESPECES'))
               || jsonb_build_object('posting_id', (SELECT id FROM posting), 'id', gen_random_uuid(), 'account_id',
                                     (SELECT id FROM ledger_accounts WHERE code = 'cash:XOF'), 'amount', -20001, 'value_date', '2026-02-01',
                                     'type', 'cash_deposit', 'label', 'VERSEMENT ESPECES')
          FROM line l, posting p))`,
    [owner.account_id],
  )
  const { id } = await rule()
  expect(codesOf(await owner.call(applyCategoryRule, { params: { id } }))).toEqual(['text: rule_too_wide'])
  const { rows } = await bank.owner.query('SELECT FROM category_changes WHERE account_id = $1', [owner.account_id])
  expect(rows).toEqual([])
  await owner.call(removeCategoryRule, { params: { id } })
  const narrow = await rule({ text: 'versement', min: 1 })
  await bank.owner.query(
    `INSERT INTO operation_categorisations SELECT account_id, id, true FROM ledger_entries WHERE account_id = $1 LIMIT 1`,
    [owner.account_id],
  )
  expect((await owner.call(applyCategoryRule, { params: { id: narrow.id } })).body.operation_count).toBe(20_000)
}, 60_000)
