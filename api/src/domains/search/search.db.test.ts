// Tests the search of the portal: each group by its right, and of the reader's own account only.
import { search } from 'contract/search.ts'
import { textIn } from 'contract/values/identity.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { aPosting, writePostings } from '../../../test/test-ledger.ts'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'
import { dbOver } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { produceStatements } from '../statements/produce-statements.ts'

let bank: TestBank
let clearing = ''
beforeAll(async () => {
  bank = await openTestBank()
  const { rows } = await bank.owner.query<{ id: string }>("SELECT id FROM ledger_accounts WHERE code = 'clearing:XOF'")
  clearing = rows[0]?.id ?? ''
})
beforeEach(() => {
  bank.clock.at = new Date('2026-03-10T09:30:00Z')
})
afterAll(() => bank.close())

async function find(visitor: Visitor, text: string) {
  const { status, body } = await visitor.call(search, { query: { text } })
  expect(status).toBe(200)
  return body
}

async function pay(visitor: Visitor, amount: number, label: string, counterparty: string, day: string) {
  const posting = aPosting(
    [
      [visitor.account_id, -amount],
      [clearing, amount],
    ],
    { booking_date: day },
  )
  Object.assign(posting.entries[0] ?? {}, { type: 'direct_debit', label, counterparty })
  await transaction(dbOver(bank.owner), (tx) => writePostings(tx, [posting]))
}

async function aMandate({ account_id }: Visitor, creditor_name: string): Promise<string> {
  const id = newId()
  await bank.owner.query(
    `INSERT INTO mandates (account_id, id, umr, creditor_name, creditor_id, scheme, recurrence, signed_on, status, known_at, version)
     VALUES ($1, $2, $3, $4, 'SN27ZZZ004812', 'core', 'recurrent', '2025-06-02', 'active', '2025-06-02T09:00:00Z', 1)`,
    [account_id, id, `RUM-${id.slice(-8)}`, creditor_name],
  )
  return id
}

/** A customer with four invoices of Senelec, its mandate and two beneficiaries. */
async function aRetailCustomer() {
  const awa = await bank.aCustomer()
  await bank.deposit(awa.account_id, 1_000_000, '2025-12-20')
  for (const [month, amount] of [29_870, 33_105, 31_420, 70_000].entries())
    await pay(
      awa,
      amount,
      `PRLV SENELEC FACT 2087741${month}`,
      'Senelec',
      `2026-0${Math.min(month + 1, 3)}-0${month + 2}`,
    )
  const mandate = await aMandate(awa, 'Senelec')
  const other = await bank.aCustomer()
  const cheikh = await bank.aBeneficiary(awa.account_id, other.iban, 'Cheikh Diatta')
  return { awa, mandate, cheikh }
}

it('finds the newest payments with their exact number, the creditor and the notices', async () => {
  const { awa, mandate } = await aRetailCustomer()
  const found = await find(awa, 'sénelec')
  expect(found.payments.total).toBe(4)
  expect(found.payments.items.map(({ amount, date, is_upcoming }) => [amount, date, is_upcoming])).toEqual([
    [-70_000, '2026-03-05', false],
    [-31_420, '2026-03-04', false],
    [-33_105, '2026-02-03', false],
  ])
  expect(found.payments.items.map(({ identity }) => textIn(identity.name, 'fr'))).toEqual(
    Array.from({ length: 3 }, () => 'Senelec'),
  )
  expect(found.payees).toMatchObject([
    { id: mandate, is_creditor: true, identity: { name: 'Senelec', memo: { fr: 'Mandat de prélèvement actif' } } },
  ])
  expect(found.documents.map(({ type, id }) => [type, id])).toEqual(found.payments.items.map(({ id }) => ['avis', id]))
  expect(found.nearest).toBeNull()
})

it('finds beneficiaries with their bank and the end of their account', async () => {
  const { awa, cheikh } = await aRetailCustomer()
  const { payees, payments } = await find(awa, 'diat')
  expect(payees).toMatchObject([
    { id: cheikh, is_creditor: false, identity: { name: 'Cheikh Diatta', kind: 'person' } },
  ])
  expect(textIn(payees[0]?.identity.memo ?? '', 'fr')).toMatch(/ •• \d{4}$/)
  expect(payments.total).toBe(0)
})

it('finds payments above and below an amount', async () => {
  const { awa } = await aRetailCustomer()
  expect((await find(awa, '>50 000')).payments.items.map(({ amount }) => amount)).toEqual([-70_000, 1_000_000])
  expect((await find(awa, '<30 000')).payments.items.map(({ amount }) => amount)).toEqual([-29_870])
  expect((await find(awa, '33105')).payments.items.map(({ amount }) => amount)).toEqual([-33_105])
})

it('finds the statement of a month', async () => {
  const { awa } = await aRetailCustomer()
  await bank.owner.query('DELETE FROM statement_months')
  await produceStatements({ db: bank.db, clock: { now: () => bank.clock.at } })
  expect((await find(awa, 'relevé de février')).documents).toMatchObject([{ type: 'statements', from: '2026-02-01' }])
  expect((await find(awa, 'relevé')).documents.map(({ from }) => from)).toEqual([
    '2026-02-01',
    '2026-01-01',
    '2025-12-01',
  ])
})

it('finds another account of the user, and not the one that is open', async () => {
  const awa = await bank.aCustomer()
  const savings = await bank.anOwnAccount(awa)
  expect((await find(awa, savings.iban)).accounts.map(({ uuid }) => uuid)).toEqual([savings.account_id])
  expect((await find(awa, awa.iban)).accounts).toEqual([])
})

it('proposes the most similar name where nothing is found', async () => {
  const { awa } = await aRetailCustomer()
  const found = await find(awa, 'chekh diata')
  expect(found).toMatchObject({ payments: { total: 0 }, payees: [], documents: [], nearest: 'Cheikh Diatta' })
  expect((await find(awa, 'zzzz')).nearest).toBeNull()
})

it('shows nothing of another customer, and nothing without the right', async () => {
  const { awa } = await aRetailCustomer()
  const moussa = await bank.aCustomer()
  const nothing = { payments: { items: [], total: 0 }, payees: [], accounts: [], documents: [], nearest: null }
  for (const text of ['senelec', 'cheikh', 'chekh diata', 'relevé']) expect(await find(moussa, text)).toEqual(nothing)
  const visitor = await bank.aMember(awa.account_id, { rights: ['inbox'], capabilities: [] })
  for (const text of ['senelec', 'cheikh', 'chekh diata', 'relevé']) expect(await find(visitor, text)).toEqual(nothing)
})

it('finds nothing for an empty text, and refuses one that is too long', async () => {
  const { awa } = await aRetailCustomer()
  expect((await find(awa, '   ')).payments).toEqual({ items: [], total: 0 })
  expect((await awa.call(search, { query: { text: 'x'.repeat(65) } })).status).toBe(422)
  for (const text of ['%', '_', '\\', "'", '>', '<999999999999999999999'])
    expect((await find(awa, text)).payments.total).toBe(0)
})
