import { getDashboard, getOutlook } from 'contract/dashboard.ts'
import { createTopup, listRecurringTopups } from 'contract/products/card-topups.ts'
import { orderChequebook } from 'contract/products/chequebooks.ts'
import { createBatch } from 'contract/transfers/batches.ts'
import { importTransfers } from 'contract/transfers/imports.ts'
import type { Right } from 'contract/rights.ts'
import { createTransfer, getTransfer } from 'contract/transfers/transfers.ts'
import { insertCredit, insertDeposit } from 'database/seeds/savings-rows.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aCard, aTopup } from '../../../test/test-cards.ts'
import { openTestBank, type TestBank } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

it('sums months as the ledger does, groups debits by type, and lists scheduled orders', async () => {
  const payer = await bank.aCustomer({ balance: 500_000 })
  const payee = await bank.aCustomer({ balance: 0 })
  const beneficiary_id = await bank.aBeneficiary(payer.account_id, payee.iban)
  await bank.deposit(payer.account_id, 40_000, '2026-02-27')
  const order = { beneficiary_id, label: 'Loyer', comment: null }
  await payer.confirm(createTransfer, { body: { ...order, type: 'direct', amount: 25_000 } })
  const later = await payer.confirm(createTransfer, {
    body: { ...order, type: 'delayed', amount: 30_000, execution_date: '2026-04-07' },
  })

  const { body } = await payer.call(getOutlook)
  expect(body.months).toEqual([
    { month: '2025-10-01', credits: 0, debits: 0 },
    { month: '2025-11-01', credits: 0, debits: 0 },
    { month: '2025-12-01', credits: 0, debits: 0 },
    { month: '2026-01-01', credits: 500_000, debits: 0 },
    { month: '2026-02-01', credits: 40_000, debits: 0 },
    { month: '2026-03-01', credits: 0, debits: -25_000 },
  ])
  expect(body.spending).toEqual([{ category: null, type: 'transfer_out', amount: -25_000, count: 1 }])
  expect(body.forecast?.causes).toEqual([
    {
      identity: { name: 'Moustapha Thiam', memo: 'Loyer', kind: 'person', tint: 'p6', glyph: null, state: null },
      transfer_id: later.body.id,
      account_number: null,
      date: '2026-04-07',
      amount: -30_000,
      is_covered: true,
      name: later.body.beneficiary.name,
      label: 'Loyer',
    },
  ])
  expect(body.forecast?.days[0]).toEqual({ date: '2026-03-10', balance: 515_000 })
  expect(body.forecast?.days.at(-1)).toEqual({ date: '2026-06-08', balance: 485_000 })
})

it('groups debits by the categories that the customer set', async () => {
  const payer = await bank.aCustomer({ balance: 100_000 })
  const payee = await bank.aCustomer({ balance: 0 })
  const beneficiary_id = await bank.aBeneficiary(payer.account_id, payee.iban)
  await payer.confirm(createTransfer, {
    body: { beneficiary_id, type: 'direct', amount: 9_000, label: 'Cantine', comment: null },
  })
  await bank.owner.query(
    `WITH made AS (INSERT INTO categories (customer_id, id, label) SELECT customer_id, gen_random_uuid(), 'École' FROM accounts WHERE id = $1 RETURNING *)
     INSERT INTO operation_categories (account_id, entry_id, customer_id, category_id)
     SELECT e.account_id, e.id, made.customer_id, made.id FROM made, ledger_entries e WHERE e.account_id = $1 AND e.amount < 0`,
    [payer.account_id],
  )
  const { body } = await payer.call(getOutlook)
  expect(body.spending).toMatchObject([{ category: { label: 'École' }, type: null, amount: -9_000, count: 1 }])
})

it('includes instalments and deposit payments, for users who may see them', async () => {
  const holder = await bank.aCustomer({ balance: 1_000_000 })
  const of = { account_id: holder.account_id, number: newId() }
  const loan = {
    amount: 1_200_000,
    rate: 9,
    count: 6,
    period: 'monthly',
    first_due_date: '2026-03-31',
    insurance_rate: 0.6,
  } as const
  await insertCredit(
    bank.owner,
    {
      ...of,
      id: newId(),
      type: 'equipment',
      purpose: 'Pompe',
      setup_date: '2026-03-01',
      terms: { ...loan, tax_rate: 17, tax_mode: 'on_top', grace: null, grace_count: 0 },
    },
    { holidays: new Set() },
  )
  const terms = {
    principal: 600_000,
    rate: 4.8,
    value_date: '2026-01-31',
    term: 3,
    frequency: 'maturity',
    basis: 360,
    withholding_rate: 8,
  } as const
  await insertDeposit(bank.owner, { ...of, id: newId(), terms }, { holidays: new Set() })
  const causes = async (rights: readonly Right[]) =>
    (await (await bank.aMember(holder.account_id, { rights })).call(getOutlook)).body.forecast?.causes.map(
      ({ date, amount }) => [date, amount],
    )
  const seen = ['dashboard', 'operations', 'transfers'] as const
  expect(await causes(seen)).toEqual([])
  expect(await causes([...seen, 'credits', 'dat'])).toEqual([
    ['2026-03-31', -207_413],
    ['2026-04-30', -207_163],
    // 7,120 less 570 withheld, and the capital.
    ['2026-04-30', 606_550],
    ['2026-06-01', -206_911],
  ])
})

it('omits the parts that the user has no right to', async () => {
  const payer = await bank.aCustomer()
  const member = await bank.aMember(payer.account_id, { rights: ['dashboard', 'transfers'] })
  expect((await member.call(getOutlook)).body).toMatchObject({ spending: null, forecast: null })
})

it('counts a batch that waits for signatures, by its days', async () => {
  const author = await bank.aCustomer({ kind: 'company', balance: 900_000 })
  await bank.aMember(author.account_id)
  const payee = await bank.aCustomer()
  const form = new FormData()
  const lines = ['A', 'B'].map(
    (label, index) =>
      `Client ${payee.customer_id.slice(-6)};${payee.iban};${(index + 1) * 1000};${label};${index === 0 ? '' : '20/03/2026'}`,
  )
  form.append(
    'file',
    new Blob([['nom_beneficiaire;iban;montant;libelle;date_execution', ...lines].join('\n')]),
    'paie.csv',
  )
  const draft = await author.call(importTransfers, { form })
  const sent = await author.confirm(createBatch, { body: { import_id: draft.body.import_id } })
  expect(sent.body).toMatchObject({ state: 'pending', line_count: 2 })
  const { body } = await author.call(getOutlook)
  // As in the list of what is to sign.
  const identity = { name: 'Paie', memo: { fr: 'Lot de 1 virement' }, glyph: 'people' }
  expect(body.forecast?.causes).toMatchObject([
    { transfer_id: null, amount: -1000, name: 'paie.csv', identity },
    { transfer_id: null, date: '2026-03-20', amount: -2000, name: 'paie.csv', identity },
  ])
})

it('dates an order that waits for a signature by the day on which it can leave', async () => {
  const before = bank.clock.at
  // A Friday, before the cut-off of the clearing.
  bank.clock.at = new Date('2026-03-13T09:30:00Z')
  const author = await bank.aCustomer({ kind: 'company', balance: 900_000 })
  await bank.aMember(author.account_id)
  const payees = {
    here: await bank.aBeneficiary(author.account_id, (await bank.aCustomer()).iban),
    elsewhere: await bank.aBeneficiary(author.account_id, 'SN08SN0100152000048500003035'),
  }
  for (const [label, beneficiary_id] of Object.entries(payees))
    await author.confirm(createTransfer, {
      body: { beneficiary_id, label, comment: null, type: 'direct', amount: 5000 },
    })
  const read = async () => {
    const { forecast } = (await (await bank.signIn(author)).call(getOutlook)).body
    return Object.fromEntries(forecast?.causes.map(({ label, date }) => [label, date]) ?? [])
  }
  expect(await read()).toEqual({ here: '2026-03-13', elsewhere: '2026-03-13' })
  // After it.
  bank.clock.at = new Date('2026-03-13T15:30:00Z')
  expect(await read()).toEqual({ here: '2026-03-13', elsewhere: '2026-03-16' })
  bank.clock.at = before
})

it('dates a series as the bank runs it: when both countries are open, and where a date has moved, on that day', async () => {
  await bank.owner.query(`
    INSERT INTO holidays (day, name_fr, name_en) VALUES ('2026-03-16', 'Korité', 'Korite');
    INSERT INTO foreign_holidays (country, day, name_fr, name_en, is_confirmed) VALUES ('CI', '2026-03-23', 'Fête', 'Feast', true)`)
  const payer = await bank.aCustomer({ balance: 500_000 })
  const beneficiary_id = await bank.aBeneficiary(payer.account_id, 'CI93CI0080111301134291200589')
  const weekly = { type: 'periodic', periodicity: 'weekly', start_date: '2026-03-16', end_date: '2026-03-30' } as const
  const series = await payer.confirm(createTransfer, {
    body: { ...weekly, beneficiary_id, amount: 5_000, label: 'Loyer', comment: null },
  })
  const card = await aCard(payer)
  const monthly = { recurrence: 'monthly', start_date: '2026-03-16', end_date: '2026-03-31' } as const
  await payer.confirm(createTopup, await aTopup(payer, card, 40_000, monthly))
  // Nothing moves back when an expected feast is removed.
  await bank.owner.query('DELETE FROM holidays')
  const dates = ['2026-03-17', '2026-03-24', '2026-03-30']
  const causes = (await payer.call(getOutlook)).body.forecast?.causes ?? []
  expect(causes.flatMap(({ transfer_id, date }) => (transfer_id === series.body.id ? [date] : []))).toEqual(dates)
  expect(causes.flatMap(({ transfer_id, date }) => (transfer_id === null ? [date] : []))).toEqual(['2026-03-17'])
  const order = (await payer.call(getTransfer, { params: { id: series.body.id } })).body
  expect(order.next_dates.map(({ due }) => due)).toEqual(dates)
  expect((await payer.call(listRecurringTopups)).body[0]?.next_dates).toEqual(['2026-03-17'])
  await bank.owner.query('DELETE FROM foreign_holidays')
})

it('includes recurring top-ups, and those that wait for a signature, with their charges', async () => {
  const holder = await bank.aCustomer({ balance: 500_000 })
  const card = await aCard(holder)
  const series = { start_date: '2026-03-28', end_date: '2026-05-15', recurrence: 'monthly' } as const
  await holder.confirm(createTopup, await aTopup(holder, card, 40_000, series))
  const { body } = await holder.call(getOutlook)
  // 1 % and its TAF, with the tariff's minimum.
  const name = `RECHARGE CARTE PREPAYEE ${card.number_masked.slice(-4)}`
  expect(body.forecast?.causes).toMatchObject([
    { transfer_id: null, date: '2026-03-30', amount: -40_585, name },
    { transfer_id: null, date: '2026-04-28', amount: -40_585, name },
  ])
  const without = await bank.aMember(holder.account_id, { rights: ['dashboard', 'operations', 'transfers'] })
  expect((await without.call(getOutlook)).body.forecast?.causes).toEqual([])

  // Until the card expires, and no longer.
  const reader = await bank.aCustomer({ balance: 500_000 })
  const endless = await aTopup(reader, await aCard(reader, '2026-04'), 40_000, { ...series, end_date: null })
  const { recurring } = (await reader.confirm(createTopup, endless)).body
  const dates = ['2026-03-30', '2026-04-28']
  expect(recurring?.next_dates).toEqual(dates)
  expect((await reader.call(getOutlook)).body.forecast?.causes.map(({ date }) => date)).toEqual(dates)

  const author = await bank.aCustomer({ kind: 'company', balance: 900_000 })
  await bank.aMember(author.account_id)
  await author.confirm(createTopup, await aTopup(author, await aCard(author), 150_000))
  const [waiting] = (await author.call(getOutlook)).body.forecast?.causes ?? []
  expect(waiting).toMatchObject({ transfer_id: null, date: '2026-03-10', amount: -151_755 })
})

it('includes the fee of a chequebook that waits for a signature, for who may see it', async () => {
  const author = await bank.aCustomer({ kind: 'company', balance: 900_000 })
  await bank.aMember(author.account_id)
  const { body: book } = await author.confirm(orderChequebook, {
    body: { type: '25-crossed', quantity: 2, accepts_risk: false },
  })
  expect(book.status).toBe('pending')
  const { body } = await author.call(getOutlook)
  expect(body.forecast?.causes).toMatchObject([
    { name: 'COMMANDE CHEQUIER', date: '2026-03-10', amount: -book.total, transfer_id: null },
  ])
  expect(body.forecast?.days[0]?.balance).toBe(900_000 - book.total)
  const without = await bank.aMember(author.account_id, { rights: ['dashboard', 'operations', 'transfers'] })
  expect((await without.call(getOutlook)).body.forecast?.causes).toEqual([])
})

it('forecasts the accounts of a company together, without those that the reader may not see and without own transfers', async () => {
  const company = await bank.aCustomer({ kind: 'company', balance: 900_000 })
  const payroll = await bank.anOwnAccount(company, { balance: 300_000 })
  const hidden = await bank.anOwnAccount(company, { balance: 70_000, rights: ['dashboard', 'transfers'] })
  await bank.anOwnAccount(company, { balance: 1_250, currency: 'EUR' })
  const payee = await bank.aCustomer()
  const later = { type: 'delayed', execution_date: '2026-03-20', comment: null } as const
  const own = async (own_account_id: string, amount: number) =>
    company.confirm(createTransfer, { body: { ...later, own_account_id, amount, label: 'Interne' } })
  expect((await own(payroll.account_id, 100_000)).status).toBe(201)
  expect((await own(hidden.account_id, 10_000)).status).toBe(201)
  const member = await bank.aMember(company.account_id)
  await bank.owner.query(
    `INSERT INTO intraday_operations (account_id, id, intraday_id, type, label, counterparty, amount, expected_on)
     VALUES ($1, $2, 'X1', 'transfer_in', 'Facture 12', 'Sahel Distribution', 40000, '2026-03-18')`,
    [payroll.account_id, newId()],
  )
  const form = new FormData()
  const lines = [
    `Client ${company.customer_id.slice(-6)};${payroll.iban};50000;Paie`,
    `Client ${payee.customer_id.slice(-6)};${payee.iban};7000;Paie`,
  ]
  form.append('file', new Blob([['nom_beneficiaire;iban;montant;libelle', ...lines].join('\n')]), 'paie.csv')
  const draft = await company.call(importTransfers, { form })
  const sent = await company.confirm(createBatch, { body: { import_id: draft.body.import_id } })
  expect(sent.body).toMatchObject({ state: 'pending' })

  const home = (await company.call(getDashboard)).body
  expect(home).toMatchObject({ balance: 900_000, history_accounts: 2 })
  expect(home.history?.at(-1)?.balance).toBe(1_200_000)
  const ahead = (await company.call(getOutlook)).body.forecast
  expect(ahead?.causes.map(({ amount, account_number }) => [amount, account_number])).toEqual([
    [-7_000, null],
    [40_000, payroll.iban.slice(-14, -2)],
    [-10_000, null],
  ])
  expect([ahead?.days[0]?.balance, ahead?.days.at(-1)?.balance]).toEqual([1_193_000, 1_223_000])
  // A member of the open account only.
  const alone = (await member.call(getDashboard)).body
  expect([alone.history_accounts, alone.history?.at(-1)?.balance]).toEqual([1, 900_000])
})
