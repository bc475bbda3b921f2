// Cheques that operators post are credited subject to collection, and debited unless they were stopped.
import type pg from 'pg'
import { getChequebook, orderChequebook, stopCheques } from 'contract/products/chequebooks.ts'
import { createTransfer, quoteTransfer } from 'contract/transfers/transfers.ts'
import { getDashboard, getOutlook } from 'contract/dashboard.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../test/test-bank.ts'
import { dbOver, openPool } from '../db/sql.ts'
import { moveChequebook } from '../domains/chequebooks/move-chequebook.ts'
import { releaseValuedCheques } from '../domains/operations/cheques-in-collection.ts'
import { auditLedger } from '../ledger/ledger-audit.ts'
import { postOperations } from './operation-commands.ts'

let bank: TestBank
let pool: pg.Pool
beforeAll(async () => {
  bank = await openTestBank()
  pool = openPool(bank.url, { size: 2, onError: () => undefined, operator: 'Mariama Faye' })
})
afterEach(async () => {
  const broken = (await auditLedger(bank.db)).filter(({ errors }) => errors > 0)
  if (broken.length > 0) throw new Error(`the ledger is not sound: ${JSON.stringify(broken)}`)
})
afterAll(async () => {
  await pool.end()
  await bank.close()
})

const ports = () => ({ db: bank.db, clock: { now: () => bank.clock.at } })
const operatorPorts = () => ({
  ...ports(),
  db: dbOver(pool),
  operator: 'Mariama Faye',
  databaseUrl: bank.url,
  portalUrl: 'https://banque.example/connect/',
  clearingFolder: '',
})
let files = 0
const post = (
  iban: string,
  lines: readonly (readonly [day: string, amount: number, label: string, type?: string])[],
) => {
  files += 1
  const rows = lines.map(
    ([day, amount, label, type = 'cheque_in']) => `${iban};${day};${amount};${type};${label};;R-${files}`,
  )
  const sum = lines.reduce((total, [, amount]) => total + amount, 0)
  const text = ['account;value_date;amount;type;label;counterparty;reference', ...rows, `END;${lines.length};${sum}`]
  return postOperations(operatorPorts(), `c${files}.csv`, Buffer.from(`${text.join('\n')}\n`))
}
const balancesOf = async (visitor: Visitor) => {
  const { balance, available } = (await visitor.call(getDashboard, {})).body
  return [balance, available]
}

it('are in the balance at once, and available on their value date', async () => {
  const payee = await bank.aCustomer({ balance: 10_000 })
  const other = await bank.aCustomer({})
  const beneficiary_id = await bank.aBeneficiary(payee.account_id, other.iban)
  await post(payee.iban, [['2026-03-12', 50_000, 'REMISE CHEQUE 4410238']])
  expect(await balancesOf(payee)).toEqual([60_000, 10_000])
  const body = { type: 'direct' as const, amount: 20_000, label: 'Loyer', comment: null, beneficiary_id }
  expect((await payee.call(quoteTransfer, { body })).body).toMatchObject({ available: 10_000 })
  expect(codesOf(await payee.confirm(createTransfer, { body }))).toEqual(['amount: insufficient_balance'])

  const before = bank.clock.at
  try {
    bank.clock.at = new Date('2026-03-11T23:00:00Z')
    expect(await releaseValuedCheques(ports())).toBe(0)
    bank.clock.at = new Date('2026-03-12T00:01:00Z')
    expect(await releaseValuedCheques(ports())).toBe(1)
    expect(await releaseValuedCheques(ports())).toBe(0)
  } finally {
    bank.clock.at = before
  }
  expect(await balancesOf(payee)).toEqual([60_000, 60_000])
  expect((await payee.confirm(createTransfer, { body })).status).toBe(201)
})

it('are not paid after they were stopped', async () => {
  const awa = await bank.aCustomer({ balance: 500_000 })
  const { body } = await awa.confirm(orderChequebook, {
    body: { type: '25-crossed', quantity: 1, accepts_risk: false },
  })
  const about = { account_id: awa.account_id, id: body.id, operator: 'guichet 3' }
  await moveChequebook(ports(), { ...about, move: { to: 'in_production' } })
  const { first_number } = (await awa.call(getChequebook, { params: { id: body.id } })).body
  const first = first_number ?? 0
  const stop = { first_number: first + 1, last_number: first + 3, reason: 'theft' } as const
  expect((await awa.confirm(stopCheques, { params: { id: body.id }, body: stop })).status).toBe(201)
  const pay = (...cheques: number[]) =>
    post(
      awa.iban,
      cheques.map((number) => ['2026-03-10', -45_000, `CHEQUE ${number}`, 'cheque_out'] as const),
    )
  await expect(pay(first, first + 3)).rejects.toThrow(`line 3: the cheque ${first + 3} is stopped`)
  expect(await pay(first, first + 4)).toMatchObject({ is_new: true, lines: 2 })
  expect((await awa.call(getChequebook, { params: { id: body.id } })).body.paid).toHaveLength(2)
})

it('come back unpaid with their hold', async () => {
  const payee = await bank.aCustomer({ balance: 0 })
  await post(payee.iban, [
    ['2026-03-12', 50_000, 'REMISE CHEQUE 4410238'],
    ['2026-03-12', 30_000, 'REMISE CHEQUE 4410239'],
  ])
  expect(await balancesOf(payee)).toEqual([80_000, 0])
  await post(payee.iban, [['2026-03-10', -30_000, 'CHEQUE IMPAYE 4410239']])
  expect(await balancesOf(payee)).toEqual([50_000, 0])
})

it('cannot be spent by another line of the same file', async () => {
  const payee = await bank.aCustomer({ balance: 0 })
  const spent = post(payee.iban, [
    ['2026-03-12', 50_000, 'REMISE CHEQUE 4410240'],
    ['2026-03-10', -50_000, 'RETRAIT', 'withdrawal'],
  ])
  await expect(spent).rejects.toThrow('credited subject to collection')
  expect(await balancesOf(payee)).toEqual([0, 0])
})

it('cover nothing in the forecast before their value date', async () => {
  const payee = await bank.aCustomer({ balance: 10_000 })
  await post(payee.iban, [['2026-03-16', 250_000, 'REMISE CHEQUE 0000777']])
  const { forecast } = (await payee.call(getOutlook, {})).body
  const on = (day: string) => forecast?.days.find(({ date }) => date === day)?.balance
  expect([on('2026-03-10'), on('2026-03-15'), on('2026-03-16')]).toEqual([10_000, 10_000, 260_000])
  expect(forecast?.causes).toMatchObject([{ date: '2026-03-16', amount: 250_000, name: 'REMISE CHEQUE 0000777' }])
})

it('that are valued today are available at once', async () => {
  const payee = await bank.aCustomer({ balance: 0 })
  await post(payee.iban, [['2026-03-10', 50_000, 'REMISE CHEQUE 4410241']])
  expect(await balancesOf(payee)).toEqual([50_000, 50_000])
})
