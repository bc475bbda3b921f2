import { readFileSync } from 'node:fs'
import { listCategoryRules, undoCategories } from 'contract/accounts/categories.ts'
import { MAX_NAMES, nameCounterparty } from 'contract/accounts/counterparties.ts'
import { createCategory, exportOperations, getOperation, listOperations } from 'contract/accounts/operations.ts'
import { search } from 'contract/search.ts'
import { textIn } from 'contract/values/identity.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'
import { categoriseNewOperations } from './categories/categorise-by-rule.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

type Entry = { label: string; counterparty?: string; type?: string; amount?: number }
async function post(accountId: string, { label, counterparty, type = 'direct_debit', amount = -500 }: Entry) {
  const id = newId()
  const line = { posting_id: id, value_date: '2026-02-01', type, label, counterparty }
  await bank.owner.query(
    `SELECT ledger_write(
       jsonb_build_array(jsonb_build_object('id', $1::text, 'posting_key', $1::text, 'kind', 'clearing', 'booking_date', '2026-02-01', 'posted_at', '2026-02-01T09:00:00Z')),
       jsonb_build_array($2::jsonb || jsonb_build_object('id', gen_random_uuid(), 'account_id', $3::text, 'amount', $4::bigint),
                         $2::jsonb || jsonb_build_object('id', gen_random_uuid(), 'account_id', (SELECT id FROM ledger_accounts WHERE code = 'cash:XOF'),
                                                         'amount', -$4::bigint)))`,
    [id, JSON.stringify(line), accountId, amount],
  )
}

async function aPayer() {
  const awa = await bank.aCustomer({ balance: 100_000 })
  await post(awa.account_id, { label: 'PRLV SENELEC FACT 20931177', counterparty: 'Senelec' })
  await post(awa.account_id, { label: 'PRLV SENELEC FACT 20931544', counterparty: 'Senelec' })
  await post(awa.account_id, { label: 'TRANSFERT VERS PORTEFEUILLE MOBILE 780000084', type: 'other' })
  await post(awa.account_id, { label: 'RETRAIT GAB DAKAR SACRE-COEUR', type: 'withdrawal' })
  return awa
}

const namesOf = async (visitor: Visitor, query: Record<string, string> = {}) =>
  (await visitor.call(listOperations, { query })).body.map(({ identity }) => textIn(identity.name, 'fr'))
const find = async (visitor: Visitor, label: string) =>
  (await visitor.call(listOperations)).body.find((operation) => operation.label.startsWith(label))?.id ?? ''

it('lists operations with names in the form that a reader recognises', async () => {
  const awa = await aPayer()
  expect((await namesOf(awa)).slice(0, 4)).toEqual([
    'Retrait au distributeur, Sacré-Cœur',
    'Portefeuille mobile, 78 000 00 84',
    'Senelec',
    'Senelec',
  ])
})

it.each([
  ['retrait au distributeur', ['Retrait au distributeur, Sacré-Cœur']],
  ['Retrait au distributeur, Sacré-Cœur', ['Retrait au distributeur, Sacré-Cœur']],
  ['RETRAIT GAB', ['Retrait au distributeur, Sacré-Cœur']],
  ['cash machine', ['Retrait au distributeur, Sacré-Cœur']],
  ['78 000 00 84', ['Portefeuille mobile, 78 000 00 84']],
  ['Facture 20931544', ['Senelec']],
  ['senelec', ['Senelec', 'Senelec']],
  ['péage', []],
])('finds %j by the clean name and by the wording of the bank', async (search, expected) => {
  expect(await namesOf(await aPayer(), { search })).toEqual(expected)
})

it.each([
  ['Compte clos, montant rendu', ['Modou Sarr']],
  ['account closed', ['Modou Sarr']],
  ['Revenu impayé', ['Chèque 4471902']],
  ['Au guichet, Kaolack', ['Versement d’espèces, Kaolack']],
  ['Entre vos comptes', ['Entre vos comptes']],
  ['between your accounts', ['Entre vos comptes']],
])('finds %j by the second line, and transfers between own accounts by their name', async (search, expected) => {
  const awa = await aPayer()
  const {
    rows: [customer],
  } = await bank.owner.query<{ name: string }>(
    'SELECT c.name FROM customers c JOIN accounts a ON a.customer_id = c.id WHERE a.id = $1',
    [awa.account_id],
  )
  const back = { label: 'VIREMENT RETOURNE - COMPTE CLOS', counterparty: 'Modou Sarr', type: 'transfer_return' }
  await post(awa.account_id, { ...back, amount: 500 })
  await post(awa.account_id, { label: 'CHEQUE IMPAYE 4471902', type: 'cheque_in' })
  await post(awa.account_id, { label: 'VERSEMENT ESPECES KAOLACK', type: 'cash_deposit', amount: 500 })
  await post(awa.account_id, { label: 'Vacances', counterparty: customer?.name ?? '', type: 'transfer_out' })
  expect(await namesOf(awa, { search })).toEqual(expected)
})

it('renames a counterparty on all its rows, in the search and in exports, and gives the name of the bank back', async () => {
  const awa = await aPayer()
  const id = await find(awa, 'TRANSFERT')
  const renamed = await awa.call(nameCounterparty, { params: { id }, body: { name: 'Maman, téléphone' } })
  expect(renamed.body).toMatchObject({
    operation: { identity: { name: 'Maman, téléphone', kind: 'mobile' } },
    change: null,
  })
  expect((await awa.call(getOperation, { params: { id } })).body.identity.name).toBe('Maman, téléphone')
  await post(awa.account_id, { label: 'TRANSFERT VERS PORTEFEUILLE MOBILE 780000084', type: 'other' })
  expect((await namesOf(awa)).filter((name) => name === 'Maman, téléphone')).toHaveLength(2)
  expect(await namesOf(awa, { search: 'maman' })).toHaveLength(2)
  expect(await namesOf(awa, { search: '780000084' })).toHaveLength(2)
  const { payments } = (await awa.call(search, { query: { text: 'maman' } })).body
  expect([payments.total, payments.items[0]?.identity.name]).toEqual([2, 'Maman, téléphone'])
  const file = await awa.call(exportOperations, { query: { format: 'csv', columns: 'name,memo' } as never })
  expect(String(file.body)).toContain('Maman, téléphone')
  await awa.call(nameCounterparty, { params: { id }, body: { name: null } })
  expect(await namesOf(awa, { search: 'maman' })).toEqual([])
  const { rows } = await bank.owner.query(
    `SELECT facts FROM audit_events WHERE action = 'counterparty.name' AND subject_id = $1 ORDER BY at, id`,
    [id],
  )
  expect(rows).toEqual([
    { facts: { from: 'Portefeuille mobile, 78 000 00 84', name: 'Maman, téléphone' } },
    { facts: { from: 'Portefeuille mobile, 78 000 00 84', name: null } },
  ])
})

it('categorises all operations of a counterparty, past and new, and undoes it', async () => {
  const awa = await aPayer()
  const category = (await awa.call(createCategory, { body: { label: 'Maison' } })).body
  const id = await find(awa, 'PRLV SENELEC FACT 20931177')
  const { body } = await awa.call(nameCounterparty, { params: { id }, body: { category_id: category.id } })
  expect(body.change?.operation_count).toBe(2)
  expect(body.operation.categories).toEqual([category])
  await post(awa.account_id, { label: 'PRLV SENELEC FACT 1', counterparty: 'Senelec' })
  await categoriseNewOperations(bank.db)
  const categorised = async () =>
    (await awa.call(listOperations)).body.filter(({ categories }) => categories.length > 0).length
  expect(await categorised()).toBe(3)
  const other = (await awa.call(createCategory, { body: { label: 'Bureau' } })).body
  const again = await awa.call(nameCounterparty, { params: { id }, body: { category_id: other.id } })
  expect(again.body.change?.operation_count).toBe(3)
  expect((await awa.call(listCategoryRules)).body.map(({ text, category: { label } }) => [text, label])).toEqual([
    ['Senelec', 'Bureau'],
  ])
  await awa.call(undoCategories, { params: { id: again.body.change?.id ?? '' } })
  expect((await awa.call(getOperation, { params: { id } })).body.categories).toEqual([category])
})

it('refuses a name for cash, an empty one, and the operation of somebody else', async () => {
  const [awa, cheikh] = [await aPayer(), await aPayer()]
  const name = (visitor: Visitor, id: string, body: { name?: string | null; category_id?: string }) =>
    visitor.call(nameCounterparty, { params: { id }, body })
  const [cash, senelec] = [await find(awa, 'RETRAIT'), await find(awa, 'PRLV')]
  expect(codesOf(await name(awa, cash, { name: 'Sous' }))).toEqual(['name: counterparty_fixed'])
  expect(codesOf(await name(awa, senelec, { name: ' ' }))).toEqual(['name: required'])
  expect(codesOf(await name(awa, senelec, { name: 'x'.repeat(61) }))).toEqual(['name: text_too_long'])
  expect((await name(cheikh, senelec, { name: 'Moi' })).status).toBe(404)
  expect(codesOf(await name(awa, senelec, { category_id: newId() }))).toEqual(['category_ids: unknown_category'])
  await name(awa, senelec, { name: 'Courant' })
  expect(await namesOf(cheikh)).not.toContain('Courant')
})

it('changes a name where the greatest number of names is reached, and adds none', async () => {
  const awa = await aPayer()
  const [mobile, senelec] = [await find(awa, 'TRANSFERT'), await find(awa, 'PRLV')]
  await awa.call(nameCounterparty, { params: { id: mobile }, body: { name: 'Maman' } })
  await bank.owner.query(
    `INSERT INTO counterparties (customer_id, key, name, changed_at)
     SELECT customer_id, 'x' || n, 'X', now() FROM accounts, generate_series(2, $2) n WHERE id = $1`,
    [awa.account_id, MAX_NAMES],
  )
  const renamed = await awa.call(nameCounterparty, { params: { id: mobile }, body: { name: 'Papa' } })
  expect(renamed.body.operation.identity.name).toBe('Papa')
  const added = await awa.call(nameCounterparty, { params: { id: senelec }, body: { name: 'Courant' } })
  expect(codesOf(added)).toEqual(['name: too_many_names'])
})

it('shows the instalments of a loan under its name, also where an earlier release kept a name for them', async () => {
  const payer = await bank.aCustomer({ balance: 100_000 })
  for (const label of ['ECHEANCE PRET 2600256', 'INTERETS DE RETARD PRET 2600256', 'ECHEANCE PRET 2600411'])
    await post(payer.account_id, { label, type: 'loan' })
  const names = async () => (await namesOf(payer)).slice(0, 3)
  expect(await names()).toEqual(['Prêt 2600411', 'Prêt 2600256', 'Prêt 2600256'])
  const named = (key: string, name: string) =>
    bank.owner.query(
      `INSERT INTO counterparties (customer_id, key, name, changed_at) SELECT customer_id, $2, $3, now() FROM accounts WHERE id = $1`,
      [payer.account_id, key, name],
    )
  await named('echeance du pret 2600256', 'Camion')
  await named('echeance du pret 2600411', 'Pompe')
  await named('pret 2600411', 'Forage')
  const migration = new URL('../../../../database/migrations/0093_names_of_loans.sql', import.meta.url)
  await bank.owner.query(readFileSync(migration, 'utf8'))
  expect(await names()).toEqual(['Forage', 'Camion', 'Camion'])
  const { rows } = await bank.owner.query("SELECT key FROM counterparties WHERE key LIKE 'echeance%'")
  expect(rows).toEqual([])
})
