import { createTransfer, listPayees, type NewTransfer, quoteTransfer } from 'contract/transfers/transfers.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank } from '../../../test/test-bank.ts'

// A Tuesday.
const START = new Date('2026-03-10T09:30:00Z')
let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  await bank.owner.query(`INSERT INTO banks VALUES ('SN', 'SN998', 'Banque du Fleuve', 'FLEUSNDA')`)
})
beforeEach(() => void (bank.clock.at = START))
afterAll(() => bank.close())

const direct = (beneficiary_id: string, input: Partial<NewTransfer> = {}): NewTransfer => ({
  type: 'direct',
  beneficiary_id,
  amount: 5_000,
  label: 'Loyer de mars',
  comment: null,
  ...input,
})

it('offers the last paid beneficiary first, with the payments to its account number, then the others by name', async () => {
  const awa = await bank.aCustomer({ balance: 100_000 })
  const [one, two, three] = [await bank.aCustomer(), await bank.aCustomer(), await bank.aCustomer()]
  const cheikh = await bank.aBeneficiary(awa.account_id, one.iban, 'Cheikh Diatta')
  const sokhna = await bank.aBeneficiary(awa.account_id, two.iban, 'Sokhna Diarra')
  const awaB = await bank.aBeneficiary(awa.account_id, three.iban, 'Aminata Fall')
  await awa.confirm(createTransfer, { body: direct(cheikh) })
  bank.clock.at = new Date('2026-03-11T09:30:00Z')
  const later = await bank.signIn(awa)
  await later.confirm(createTransfer, { body: direct(sokhna) })
  await later.confirm(createTransfer, { body: direct(sokhna, { amount: 7_000, label: 'Cadeau' }) })
  const { body } = await later.call(listPayees)
  expect(body.beneficiaries.map(({ id }) => id)).toEqual([sokhna, cheikh, awaB])
  expect(body.beneficiaries.map(({ payments }) => payments)).toEqual([
    { count: 2, last: { amount: 7_000, currency: 'XOF', day: '2026-03-11', label: 'Cadeau' } },
    { count: 1, last: { amount: 5_000, currency: 'XOF', day: '2026-03-10', label: 'Loyer de mars' } },
    null,
  ])
})

it('counts no payment to a former account number of a beneficiary', async () => {
  const awa = await bank.aCustomer({ balance: 100_000 })
  const [former, current] = [await bank.aCustomer(), await bank.aCustomer()]
  const cheikh = await bank.aBeneficiary(awa.account_id, former.iban, 'Cheikh Diatta')
  await awa.confirm(createTransfer, { body: direct(cheikh) })
  await bank.owner.query('UPDATE beneficiaries SET iban = $1 WHERE id = $2', [current.iban, cheikh])
  expect((await awa.call(listPayees)).body.beneficiaries).toMatchObject([{ id: cheikh, payments: null }])
})

it('answers the named beneficiary besides the found ones, and nobody of another account', async () => {
  const awa = await bank.aCustomer()
  const other = await bank.aCustomer()
  const theirs = await bank.aBeneficiary(other.account_id, awa.iban, 'Awa')
  const mine = await bank.aBeneficiary(awa.account_id, other.iban, 'Sokhna Diarra')
  const found = async (query: { search?: string; beneficiary?: string }) =>
    (await awa.call(listPayees, { query })).body.beneficiaries.map(({ id }) => id)
  expect(await found({ search: 'rien', beneficiary: mine })).toEqual([mine])
  expect(await found({ beneficiary: mine })).toEqual([mine])
  expect(await found({ beneficiary: theirs })).toEqual([mine])
  expect(await found({ search: 'sokh' })).toEqual([mine])
})

it('quotes the days on which an order leaves and arrives, and the reason for a later day', async () => {
  const awa = await bank.aCustomer({ balance: 1_000_000 })
  const iban = ibanFrom('SN', 'SN998', '01001', '003101102001')
  const abroad = await bank.aBeneficiary(awa.account_id, iban, 'Sokhna Diarra')
  const inside = await bank.aBeneficiary(awa.account_id, (await bank.aCustomer()).iban, 'Cheikh Diatta')
  const quote = async (beneficiary_id: string, at: string) => {
    bank.clock.at = new Date(at)
    return (await (await bank.signIn(awa)).call(quoteTransfer, { body: direct(beneficiary_id) })).body
  }
  expect(await quote(abroad, '2026-03-10T09:30:00Z')).toMatchObject({
    execution_date: '2026-03-10',
    arrival_date: '2026-03-11',
    postponed_by: null,
    cut_off: expect.stringMatching(/^\d\d:\d\d$/),
  })
  // A Friday after the cut-off time, then the Saturday.
  expect(await quote(abroad, '2026-03-13T18:30:00Z')).toMatchObject({
    execution_date: '2026-03-16',
    postponed_by: 'cut_off',
  })
  expect(await quote(abroad, '2026-03-14T09:30:00Z')).toMatchObject({
    execution_date: '2026-03-16',
    postponed_by: 'closed_day',
  })
  expect(await quote(inside, '2026-03-14T09:30:00Z')).toMatchObject({
    execution_date: '2026-03-14',
    arrival_date: '2026-03-14',
    postponed_by: null,
    cut_off: null,
  })
})

it('quotes the tightest limit on the author’s orders, and none between own accounts', async () => {
  const awa = await bank.aCustomer({ balance: 1_000_000 })
  const savings = await bank.anOwnAccount(awa)
  const payee = await bank.aBeneficiary(awa.account_id, (await bank.aCustomer()).iban, 'Cheikh Diatta')
  await bank.owner.query(
    "INSERT INTO transfer_limits (account_id, purpose, period, amount) VALUES ($1, 'create', 'operation', 300000), ($1, 'create', 'day', 20000)",
    [awa.account_id],
  )
  await awa.confirm(createTransfer, { body: direct(payee, { amount: 15_000 }) })
  const { body } = await awa.call(quoteTransfer, { body: direct(payee) })
  expect(body.limit).toMatchObject({ period: 'day', amount: 20_000, remaining: 5_000 })
  const { beneficiary_id: _none, ...own } = direct(payee)
  const toOwn = await awa.call(quoteTransfer, { body: { ...own, own_account_id: savings.account_id } })
  expect(toOwn.body.limit).toBeNull()
})

it('is for users who may order', async () => {
  const awa = await bank.aCustomer({ capabilities: ['transfer.validate'] })
  expect(codesOf(await awa.call(listPayees))).toEqual(['capability_missing'])
})
