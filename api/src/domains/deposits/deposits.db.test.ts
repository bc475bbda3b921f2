import { askOfDeposit, DEPOSIT_TOTALS_HEADER, getDeposit, listDepositOffers, listDeposits } from 'contract/deposits.ts'
import { listOperations } from 'contract/operations.ts'
import { depositSchedule, type DepositTerms } from 'contract/values/deposit-schedule.ts'
import { insertDeposit, type DepositWish } from 'database/seeds/savings-rows.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { newId } from '../../outside/ids.ts'
import { payDepositInterest } from './pay-interest.ts'

// domain.md 5: ends on 30/04, 31/07 and, a Saturday, 31/10.
const terms: DepositTerms = {
  principal: 6_000_000,
  rate: 4.8,
  value_date: '2026-01-31',
  term: 9,
  frequency: 'quarterly',
  basis: 360,
  withholding_rate: 8,
}

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(() => {
  bank.clock.at = new Date('2026-03-10T09:30:00Z')
})
afterAll(() => bank.close())

type Saver = Visitor & { deposit_id: string }
async function aSaver(wish: Partial<DepositWish> = {}): Promise<Saver> {
  const saver = await bank.aCustomer({ balance: 1_000 })
  const deposit_id = newId()
  const number = `2026-${deposit_id.slice(-6).toUpperCase()}`
  await insertDeposit(bank.owner, { account_id: saver.account_id, id: deposit_id, number, terms, ...wish }, { holidays: new Set() })
  return Object.assign(saver, { deposit_id })
}
const at = (moment: string) => {
  bank.clock.at = new Date(`${moment}:00Z`)
}
const pay = () => payDepositInterest({ db: bank.db, clock: { now: () => bank.clock.at } })
// Days pass between the calls: each is made by a session that has just begun.
const seen = async (saver: Saver) => (await (await bank.signIn(saver)).call(getDeposit, { params: { id: saver.deposit_id } })).body
const ask = (saver: Saver, kind: 'renew' | 'break') => saver.confirm(askOfDeposit, { params: { id: saver.deposit_id }, body: { kind } })

it('shows a deposit as domain.md reads it on a day', async () => {
  const saver = await aSaver()
  at('2026-04-30T08:00')
  await pay()
  at('2026-06-10T10:00')
  expect(await seen(saver)).toMatchObject({
    amount: 6_000_000,
    maturity_date: '2026-10-31',
    paid_interests: 71_200,
    cumulated_interests: 104_000,
    remaining_interests: 147_200,
    last_payment_date: '2026-04-30',
    early_break: { rate: 2.8, net: 55_814, paid_net: 65_504, returned: 5_990_310 },
    wish: null,
  })
  const { payments } = await seen(saver)
  expect(payments.map(({ gross, net, paid_on }) => [gross, net, paid_on])).toEqual([
    [71_200, 65_504, '2026-04-30'],
    [73_600, 67_712, null],
    [73_600, 67_712, null],
  ])
})

it('credits each payment once with its tax, and returns the capital at maturity on a business day', async () => {
  const saver = await aSaver()
  for (const moment of ['2026-04-30T08:00', '2026-07-31T08:00', '2026-10-31T08:00']) {
    at(moment)
    await Promise.all([pay(), pay()])
    await pay()
  }
  expect(await seen(saver)).toMatchObject({ status: 'pending', paid_interests: 144_800 })
  at('2026-11-02T08:00')
  await pay()
  expect(await seen(saver)).toMatchObject({
    status: 'matured',
    paid_interests: 218_400,
    cumulated_interests: 218_400,
    remaining_interests: 0,
  })
  const { body: operations } = await (await bank.signIn(saver)).call(listOperations)
  const movements = operations.map(({ amount }) => amount)
  const expected = depositSchedule(terms).flatMap(({ gross, withholding }) => [gross, -withholding])
  expect(movements.toSorted((one, other) => one - other)).toEqual([...expected, 6_000_000, 1_000].toSorted((one, other) => one - other))
  expect((await auditLedger(bank.db)).filter(({ faults }) => faults > 0)).toEqual([])
})

it('counts what runs, and lists it first', async () => {
  const saver = await aSaver()
  const ended = newId()
  await insertDeposit(
    bank.owner,
    {
      account_id: saver.account_id,
      id: ended,
      number: `2025-${ended.slice(-6)}`,
      status: 'broken',
      ended_on: '2026-02-20',
      terms: { ...terms, value_date: '2026-02-15' },
    },
    { holidays: new Set() },
  )
  const reply = await saver.call(listDeposits)
  expect(reply.body.map(({ status, remaining_interests }) => [status, remaining_interests])).toEqual([
    ['pending', 218_400],
    ['broken', 0],
  ])
  expect(JSON.parse(reply.headers[DEPOSIT_TOTALS_HEADER.toLowerCase()] ?? '')).toEqual({ amount: 6_000_000, paid: 0, remaining: 218_400 })
})

it('takes one wish at a time, confirmed, and none for what has ended or is pledged', async () => {
  const saver = await aSaver()
  expect((await saver.call(askOfDeposit, { params: { id: saver.deposit_id }, body: { kind: 'break' } })).status).toBe(428)
  expect((await ask(saver, 'break')).status).toBe(204)
  expect((await seen(saver)).wish?.kind).toBe('break')
  expect((await ask(saver, 'renew')).body).toMatchObject({ code: 'wish_pending' })
  const pledged = await aSaver({ is_pledged: true })
  expect((await ask(pledged, 'break')).body).toMatchObject({ code: 'deposit_pledged' })
  expect((await seen(pledged)).early_break).toBeNull()
  expect((await ask(pledged, 'renew')).status).toBe(204)
  const ended = await aSaver({ status: 'closed', ended_on: '2026-03-01' })
  expect((await ask(ended, 'renew')).body).toMatchObject({ code: 'deposit_ended' })
})

it('says what the bank pays for a term', async () => {
  await bank.owner.query('INSERT INTO deposit_offers (term, rate, min_amount) VALUES (12, 5.25, 100000), (3, 3.5, 100000)')
  const saver = await bank.aCustomer()
  expect((await saver.call(listDepositOffers)).body.map(({ term, rate, basis }) => [term, rate, basis])).toEqual([
    [3, 3.5, 360],
    [12, 5.25, 360],
  ])
})

it('is nobody else’s', async () => {
  const saver = await aSaver()
  const other = await bank.aCustomer()
  expect((await other.call(getDeposit, { params: { id: saver.deposit_id } })).status).toBe(404)
  expect((await other.call(askOfDeposit, { params: { id: saver.deposit_id }, body: { kind: 'renew' } })).status).toBe(404)
})
