import {
  CREDIT_TOTALS_HEADER,
  getCredit,
  getCreditBoard,
  getCreditBoardFile,
  getEarlyRepayment,
  listCredits,
} from 'contract/products/credits.ts'
import { listOperations } from 'contract/accounts/operations.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { loanSchedule, type LoanTerms } from 'contract/values/loan-schedule.ts'
import { insertCredit } from 'database/seeds/savings-rows.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { newId } from '../../adapters/ids.ts'
import { readPdf } from '../../../test/pdf-text.ts'
import { scheduleFile } from './schedule-file.ts'
import { runInstalments } from './run-instalments.ts'

// domain.md 6.1. Dates of the lines: 31/03, 30/04 (31/05 is a Sunday), 30/06, 31/07, 31/08.
const terms: LoanTerms = {
  amount: 1_200_000,
  rate: 9,
  count: 6,
  period: 'monthly',
  first_due_date: '2026-03-31',
  insurance_rate: 0.6,
  tax_rate: 17,
  tax_mode: 'on_top',
  grace: null,
  grace_count: 0,
}
const lines = loanSchedule(terms)

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(() => {
  bank.clock.at = new Date('2026-03-10T09:30:00Z')
})
afterAll(() => bank.close())

type Holder = Awaited<ReturnType<TestBank['aCustomer']>> & { credit_id: string }
async function aBorrower(balance: number, input: Partial<LoanTerms> = {}, paid = 0): Promise<Holder> {
  const holder = await bank.aCustomer({ balance })
  const credit_id = newId()
  const number = `26${credit_id.slice(-6).toUpperCase()}`
  await insertCredit(
    bank.owner,
    {
      account_id: holder.account_id,
      id: credit_id,
      number,
      type: 'equipment',
      purpose: 'Station de pompage',
      setup_date: '2026-03-03',
      upfront: 12_000,
      terms: { ...terms, ...input },
    },
    { holidays: new Set(), settled: (place) => (place <= paid ? { paid_on: '2026-03-09', posting_id: null } : null) },
  )
  return Object.assign(holder, { credit_id })
}
const at = (moment: string) => {
  bank.clock.at = new Date(`${moment}:00Z`)
}
const run = () =>
  runInstalments({ db: bank.db, clock: { now: () => bank.clock.at }, portalUrl: 'https://banque.example/connect/' })
// Days pass between the calls, so each call uses a new session.
const seen = async (holder: Holder) =>
  (await (await bank.signIn(holder)).call(getCredit, { params: { id: holder.credit_id } })).body
const balanceOf = async ({ account_id }: Visitor) =>
  (await bank.owner.query<{ booked: string }>('SELECT booked FROM ledger_accounts WHERE id = $1', [account_id])).rows[0]
    ?.booked
const mailsAbout = async (text: string) =>
  (
    await bank.owner.query<{ count: number }>('SELECT count(*)::int AS count FROM mails WHERE plain LIKE $1', [
      `%${text}%`,
    ])
  ).rows[0]?.count

it('shows a credit according to its contract on the day of the request', async () => {
  const holder = await aBorrower(0)
  at('2026-03-31T07:00')
  expect(await seen(holder)).toMatchObject({
    status: 'pending',
    amount_borrowed: 1_200_000,
    outstanding: 1_200_000,
    teg: 13.52,
    first_due_date: '2026-03-31',
    last_due_date: '2026-08-31',
    // A line that is due today is not unpaid.
    next_due_date: '2026-03-31',
    due_amount: 207_413,
    total_due: 6,
    remaining_due: 6,
    unpaid_due: 0,
    total_unpaid: 0,
    next: { principal: 196_283, interest: 9_000, fees: 600, taxes: 1_530 },
    years: [{ year: 2026, principal: 1_200_000, cost: 40_686 }],
  })
  const { body: schedule } = await (
    await bank.signIn(holder)
  ).call(getCreditBoard, { params: { id: holder.credit_id } })
  expect(schedule.map(({ due_date, instalment, state }) => [due_date, instalment, state])).toEqual(
    lines.map(({ due_date, instalment }) => [due_date, instalment, 'due']),
  )
})

it('debits each instalment once, on its business day, in one balanced posting', async () => {
  const holder = await aBorrower(1_000_000)
  at('2026-03-31T07:59')
  await run()
  expect(await balanceOf(holder)).toBe('1000000')
  at('2026-03-31T08:00')
  await Promise.all([run(), run(), run()])
  await run()
  expect(await balanceOf(holder)).toBe(String(1_000_000 - 207_413))
  const { body: operations } = await (await bank.signIn(holder)).call(listOperations)
  expect(operations[0]).toMatchObject({
    type: 'loan',
    amount: -207_413,
    label: expect.stringContaining('ECHEANCE PRET'),
  })
  const { rows } = await bank.owner.query<{ code: string; amount: number }>(
    `SELECT a.code, sum(e.amount)::int AS amount FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE e.posting_id = (SELECT posting_id FROM credit_lines WHERE credit_id = $1 AND place = 1) AND a.code IS NOT NULL GROUP BY 1 ORDER BY 1`,
    [holder.credit_id],
  )
  expect(rows).toEqual([
    { code: 'fees:XOF', amount: 600 },
    { code: 'interest:XOF', amount: 9_000 },
    { code: 'loans:XOF', amount: 196_283 },
    { code: 'taf:XOF', amount: 1_530 },
  ])
  expect(await seen(holder)).toMatchObject({ outstanding: 1_003_717, remaining_due: 5, next_due_date: '2026-04-30' })
  expect((await auditLedger(bank.db)).filter(({ errors }) => errors > 0)).toEqual([])
})

it('debits an instalment of a Sunday on Monday, without late interest', async () => {
  const holder = await aBorrower(3_000_000, {}, 2)
  at('2026-05-31T08:00')
  await run()
  expect(await balanceOf(holder)).toBe('3000000')
  at('2026-06-01T08:00')
  await run()
  expect(await balanceOf(holder)).toBe(String(3_000_000 - 206_911))
})

it('debits after a holiday that was announced after the schedule was created, without late interest when it was no holiday after all', async () => {
  const holder = await aBorrower(1_000_000)
  await bank.owner.query(`INSERT INTO holidays (day, name_fr, name_en) VALUES ('2026-03-31', 'Korité', 'Korite')`)
  at('2026-03-31T08:00')
  await run()
  expect(await balanceOf(holder)).toBe('1000000')
  await bank.owner.query(`DELETE FROM holidays WHERE day = '2026-03-31'`)
  at('2026-04-01T08:00')
  await run()
  expect(await balanceOf(holder)).toBe(String(1_000_000 - 207_413))
})

it('takes no late interest for days on which the bank itself made no attempt', async () => {
  const holder = await aBorrower(1_000_000)
  at('2026-04-10T10:00')
  expect(await seen(holder)).toMatchObject({ unpaid_due: 1, total_unpaid: 207_413, late_interest: 0 })
  await run()
  expect(await balanceOf(holder)).toBe(String(1_000_000 - 207_413))
})

it('answers of the clearing', async () => {
  const holder = await aBorrower(200_000)
  await bank.owner.query('UPDATE users SET email = $2 WHERE id = $1', [holder.user_id, 'awa@courrier.example'])
  const { number } = await seen(holder)
  for (const moment of ['2026-03-31T08:00', '2026-03-31T16:00', '2026-04-01T08:00', '2026-04-02T08:00']) {
    at(moment)
    await run()
    await run()
  }
  expect(await balanceOf(holder)).toBe('200000')
  expect(await mailsAbout(number)).toBe(1)
  // 207,413 x 11 % x 2 days / 360 = 127, and 17 % of it: 22.
  expect(await seen(holder)).toMatchObject({
    unpaid_due: 1,
    total_unpaid: 207_413,
    remaining_due: 5,
    outstanding: 1_200_000,
    late_interest: 149,
  })
  await bank.deposit(holder.account_id, 100_000)
  at('2026-04-10T08:00')
  await run()
  // Ten days: 634 and 108.
  expect(await balanceOf(holder)).toBe(String(300_000 - 207_413 - 742))
  const { body: schedule } = await (
    await bank.signIn(holder)
  ).call(getCreditBoard, { params: { id: holder.credit_id } })
  expect(schedule[0]).toMatchObject({ state: 'paid', paid_on: '2026-04-10', late_interest: 742 })
  expect(
    (await (await bank.signIn(holder)).call(listOperations)).body
      .map(({ type, amount, vat_amount }) => [type, amount, vat_amount])
      .slice(0, 2)
      .toSorted(),
  ).toEqual([
    ['interest', -742, 108],
    ['loan', -207_413, null],
  ])
})

it('debits nothing during a total grace period without insurance, and settles the line', async () => {
  const holder = await aBorrower(5_000, { insurance_rate: 0, grace: 'total', grace_count: 1 })
  at('2026-03-31T08:00')
  await run()
  expect(await balanceOf(holder)).toBe('5000')
  expect(await seen(holder)).toMatchObject({ outstanding: 1_210_530, unpaid_due: 0, remaining_due: 5 })
})

it('closes with its last line, and lists open credits before ended ones', async () => {
  const holder = await aBorrower(500_000, {}, 5)
  const ended = newId()
  await insertCredit(
    bank.owner,
    {
      account_id: holder.account_id,
      id: ended,
      number: `25${ended.slice(-6)}`,
      type: 'consumer',
      purpose: null,
      setup_date: '2026-03-05',
      terms: { ...terms, count: 1, first_due_date: '2026-03-06' },
    },
    { holidays: new Set(), settled: () => ({ paid_on: '2026-03-06', posting_id: null }) },
  )
  const reply = await (await bank.signIn(holder)).call(listCredits)
  expect(reply.body.map(({ id, status }) => [id, status])).toEqual([
    [holder.credit_id, 'pending'],
    [ended, 'closed'],
  ])
  expect(JSON.parse(reply.headers[CREDIT_TOTALS_HEADER.toLowerCase()] ?? '')).toEqual({
    outstanding: 203_753,
    unpaid: 0,
    next_due_date: '2026-08-31',
    next_due: 206_141,
  })
  at('2026-08-31T08:00')
  await run()
  expect(await seen(holder)).toMatchObject({
    status: 'closed',
    outstanding: 0,
    next_due_date: null,
    due_amount: null,
    next: null,
  })
})

it.each([
  ['csv', 'text/csv; charset=utf-8'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['pdf', 'application/pdf'],
] as const)('exports the schedule as %s', async (format, media) => {
  const holder = await aBorrower(0)
  const reply = await (
    await bank.signIn(holder)
  ).call(getCreditBoardFile, { params: { id: holder.credit_id }, query: { format } })
  expect([reply.status, reply.headers['content-type']]).toEqual([200, media])
  if (format === 'csv')
    expect(String(reply.body).split('\r\n')[1]).toBe('1;2026-03-31;196283;9000;600;1530;207413;1003717;"À échoir"')
})

it('prints the schedule with its holder, account, rates, totals and the legal line of the bank', async () => {
  const holder = await aBorrower(0)
  await bank.owner.query("UPDATE bank SET legal = 'SA au capital de 20 000 000 000 F CFA'")
  await bank.owner.query("UPDATE customers SET address = 'Villa 218\nDakar' WHERE id = $1", [holder.customer_id])
  const ports = { db: bank.db, clock: { now: () => bank.clock.at } }
  const { content } = await scheduleFile(ports, holder.account_id, { id: holder.credit_id, format: 'pdf', lang: 'fr' })
  const { pages } = await readPdf(content as Buffer)
  const text = pages.join(' ').replaceAll(/\s+/gu, ' ')
  for (const part of [
    'Villa 218 Dakar',
    'Agence Dakar Sacré-Cœur',
    groupByFour(holder.iban),
    'Assurance, par an sur le capital emprunté 0,6 %',
    'TAF sur les intérêts 17 %',
    'Total 1 200 000 31 696 3 600 5 390 1 240 686',
    'SA au capital de 20 000 000 000 F CFA',
  ])
    expect(text).toContain(part)
})

it('calculates the cost of an early repayment on a day', async () => {
  const holder = await aBorrower(0, {}, 1)
  at('2026-04-10T10:00')
  const early = async (day?: string) =>
    (await bank.signIn(holder)).call(getEarlyRepayment, { params: { id: holder.credit_id }, query: day ? { day } : {} })
  // Ten days at 9 % on 1,003,717: 2,509; the fee is 2 %; 17 % of both.
  expect((await early()).body).toEqual({
    day: '2026-04-10',
    capital: 1_003_717,
    interest: 2_509,
    interest_tax: 427,
    fee: 20_074,
    fee_tax: 3_413,
    unpaid: 0,
    total: 1_030_140,
  })
  // On a due date its line is due, and no interest has accrued since.
  expect((await early('2026-04-30')).body).toMatchObject({ capital: 805_962, interest: 0, unpaid: 207_163 })
  for (const day of ['2026-04-09', '2026-07-10']) expect(codesOf(await early(day))).toEqual(['day: day_out_of_reach'])
  const ended = await aBorrower(0, {}, 6)
  expect(
    codesOf(await (await bank.signIn(ended)).call(getEarlyRepayment, { params: { id: ended.credit_id } })),
  ).toEqual(['credit_closed'])
})

it('calculates late interest until the day of the full repayment', async () => {
  const holder = await aBorrower(0)
  at('2026-04-10T10:00')
  await run()
  const early = async (day: string) =>
    (await (await bank.signIn(holder)).call(getEarlyRepayment, { params: { id: holder.credit_id }, query: { day } }))
      .body.unpaid
  // 207,413 at 11 % on 360 days, half up, and 17 % of that: 634 and 108 for ten days, 1,268 and 216 for twenty.
  expect(await early('2026-04-10')).toBe(207_413 + 634 + 108)
  expect(await early('2026-04-20')).toBe(207_413 + 1_268 + 216)
  // An instalment that becomes due in between is collected on its own day: it is owed, but not late.
  expect(await early('2026-05-04')).toBe(207_413 + 2_155 + 366 + 207_163)
})

it('hides credits from other customers', async () => {
  const holder = await aBorrower(0)
  const other = await bank.aCustomer()
  for (const call of [getCredit, getCreditBoard, getCreditBoardFile])
    expect((await other.call(call, { params: { id: holder.credit_id } })).status).toBe(404)
})
