import {
  requestOfDeposit,
  DEPOSIT_TOTALS_HEADER,
  getDeposit,
  getDepositCertificate,
  getDepositNotice,
  listDepositOffers,
  listDeposits,
} from 'contract/products/deposits.ts'
import { listOperations } from 'contract/accounts/operations.ts'
import { headers } from 'contract/endpoint.ts'
import { depositSchedule, type DepositTerms } from 'contract/values/deposit-schedule.ts'
import { insertDeposit, type DepositRequest } from 'database/seeds/savings-rows.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readPdf } from '../../../test/pdf-text.ts'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { newId } from '../../adapters/ids.ts'
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
async function aSaver(request: Partial<DepositRequest> = {}): Promise<Saver> {
  const saver = await bank.aCustomer({ balance: 1_000 })
  const deposit_id = newId()
  const number = `2026-${deposit_id.slice(-6).toUpperCase()}`
  await insertDeposit(
    bank.owner,
    { account_id: saver.account_id, id: deposit_id, number, terms, ...request },
    { holidays: new Set() },
  )
  return Object.assign(saver, { deposit_id })
}
const at = (moment: string) => {
  bank.clock.at = new Date(`${moment}:00Z`)
}
const pay = () => payDepositInterest({ db: bank.db, clock: { now: () => bank.clock.at } })
// Days pass between the calls, so each call uses a new session.
const seen = async (saver: Saver) =>
  (await (await bank.signIn(saver)).call(getDeposit, { params: { id: saver.deposit_id } })).body
const ask = (saver: Saver, kind: 'renew' | 'break') =>
  saver.confirm(requestOfDeposit, { params: { id: saver.deposit_id }, body: { kind } })

it('shows the amounts of the example deposit of the domain model on a day', async () => {
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
    request: null,
  })
  const { payments } = await seen(saver)
  expect(payments.map(({ gross, net, paid_on }) => [gross, net, paid_on])).toEqual([
    [71_200, 65_504, '2026-04-30'],
    [73_600, 67_712, null],
    [73_600, 67_712, null],
  ])
})

it('postpones a payment for a holiday announced late, and keeps payments to a closed account at the bank', async () => {
  const saver = await aSaver()
  const other = await aSaver({ terms: { ...terms, withholding_rate: 12.5 } })
  await bank.owner.query(
    `INSERT INTO holidays (day, name_fr, name_en) VALUES ('2026-04-30', 'Korité', 'Korité'), ('2026-05-01', 'Fête du travail', 'Labour Day')`,
  )
  await bank.owner.query(`UPDATE accounts SET status = 'closed' WHERE id = $1`, [other.account_id])
  at('2026-04-30T08:00')
  await pay()
  expect((await seen(saver)).payments[0]?.paid_on).toBeNull()
  // A Friday.
  at('2026-05-01T08:00')
  await pay()
  at('2026-05-04T08:00')
  await pay()
  expect((await seen(saver)).payments[0]?.paid_on).toBe('2026-05-04')
  const { rows } = await bank.owner.query<{ amount: string; label: string }>(
    `SELECT e.amount::text AS amount, e.label FROM deposit_payments p JOIN ledger_entries e ON e.posting_id = p.posting_id
      WHERE p.deposit_id = $1 ORDER BY e.amount`,
    [other.deposit_id],
  )
  expect(rows.map(({ amount, label }) => `${amount} ${label.replace(/DAT .*/, 'DAT')}`)).toContain(
    '-8900 RETENUE IRC 12,5% DAT',
  )
  const { rows: booked } = await bank.owner.query(
    `SELECT 1 FROM ledger_entries WHERE account_id = $1 AND label LIKE '%DAT%'`,
    [other.account_id],
  )
  expect(booked).toEqual([])
  await bank.owner.query(`DELETE FROM holidays WHERE day IN ('2026-04-30', '2026-05-01')`)
})

it('credits a payment that the bank makes late with the value date on which it was due', async () => {
  const saver = await aSaver()
  // Workers stood still from Wednesday the 29th: a Saturday, then a Monday.
  for (const moment of ['2026-05-02T08:00', '2026-05-04T08:00']) {
    at(moment)
    await pay()
  }
  const { rows } = await bank.owner.query(
    `SELECT booking_date::text AS booked, value_date::text AS valued FROM ledger_entries WHERE account_id = $1 AND label LIKE 'INTERETS DAT%'`,
    [saver.account_id],
  )
  expect(rows).toEqual([{ booked: '2026-05-04', valued: '2026-04-30' }])
})

it('credits each payment once with its tax, and repays the capital at maturity on a business day', async () => {
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
  expect(movements.toSorted((one, other) => one - other)).toEqual(
    [...expected, 6_000_000, 1_000].toSorted((one, other) => one - other),
  )
  expect((await auditLedger(bank.db)).filter(({ errors }) => errors > 0)).toEqual([])
})

it('pays a deposit whose last payment takes the roundings of the others, and one without interest', async () => {
  // Each of the first eleven payments is rounded down; the last one is five francs above the interest of its month.
  const monthly = { ...terms, value_date: '2026-01-02', term: 12, frequency: 'monthly' } as const
  const rounded = await aSaver({ terms: { ...monthly, principal: 1_000_000, rate: 4 } })
  const free = await aSaver({ terms: { ...monthly, rate: 0 } })
  at('2027-01-04T08:00')
  for (let left = await pay(); left > 0; left = await pay());
  for (const [saver, gross, last] of [
    [rounded, 40_556, 3_449],
    [free, 0, 0],
  ] as const) {
    const deposit = await seen(saver)
    expect(deposit).toMatchObject({ status: 'matured', paid_interests: gross, remaining_interests: 0 })
    expect(deposit.payments.at(-1)).toMatchObject({ gross: last, paid_on: '2027-01-04' })
  }
  const { body: operations } = await (await bank.signIn(free)).call(listOperations)
  expect(operations.map(({ amount }) => amount)).toEqual([6_000_000, 1_000])
  const notice = { params: { id: free.deposit_id, place: 3 } }
  const { text } = await pdf(await (await bank.signIn(free)).call(getDepositNotice, notice))
  expect(text).toMatch(/Montant net crédité\s+0/)
  expect((await auditLedger(bank.db)).filter(({ errors }) => errors > 0)).toEqual([])
})

it('shows the result of a break from its first day on', async () => {
  at('2026-01-31T10:00')
  expect((await seen(await aSaver())).early_break).toEqual({ rate: 0, net: 0, paid_net: 0, returned: 6_000_000 })
  at('2026-01-30T10:00')
  expect((await seen(await aSaver())).early_break).toBeNull()
})

it('calculates a break with the parameters of the bank', async () => {
  const saver = await aSaver()
  at('2026-03-01T10:00')
  expect((await seen(saver)).early_break).toMatchObject({ rate: 0, returned: 6_000_000 })
  const set = (name: string, value: number) =>
    bank.owner.query('UPDATE parameters SET value = $2 WHERE name = $1', [name, value])
  await set('break_min_days', 10)
  await set('break_rate_reduction', 50)
  try {
    expect((await seen(saver)).early_break).toMatchObject({ rate: 4.3, net: 20_783 - 1_663 })
  } finally {
    await set('break_min_days', 30)
    await set('break_rate_reduction', 200)
  }
})

it('returns the totals of open deposits, and lists open ones first', async () => {
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
  expect(JSON.parse(reply.headers[DEPOSIT_TOTALS_HEADER.toLowerCase()] ?? '')).toEqual({
    amount: 6_000_000,
    paid: 0,
    remaining: 218_400,
  })
})

it('accepts one confirmed request at a time, and none for ended or pledged deposits', async () => {
  const saver = await aSaver()
  expect(
    (await saver.call(requestOfDeposit, { params: { id: saver.deposit_id }, body: { kind: 'break' } })).status,
  ).toBe(428)
  // A read-only user cannot send a request.
  const viewer = await bank.aMember(saver.account_id, { capabilities: [] })
  const request = { params: { id: saver.deposit_id }, body: { kind: 'break' as const } }
  expect((await viewer.confirm(requestOfDeposit, request)).body).toMatchObject({ code: 'capability_missing' })
  expect((await ask(saver, 'break')).status).toBe(204)
  expect((await seen(saver)).request?.kind).toBe('break')
  expect((await ask(saver, 'renew')).body).toMatchObject({ code: 'wish_pending' })
  const pledged = await aSaver({ is_pledged: true })
  expect((await ask(pledged, 'break')).body).toMatchObject({ code: 'deposit_pledged' })
  expect((await seen(pledged)).early_break).toBeNull()
  expect((await ask(pledged, 'renew')).status).toBe(204)
  const ended = await aSaver({ status: 'closed', ended_on: '2026-03-01' })
  expect((await ask(ended, 'renew')).body).toMatchObject({ code: 'deposit_ended' })
})

it('sends a request once for its idempotency key: an answer that was lost is given again', async () => {
  const saver = await aSaver()
  const input = {
    params: { id: saver.deposit_id },
    body: { kind: 'break' as const },
    headers: { [headers.idempotencyKey]: newId() },
  }
  expect((await saver.confirm(requestOfDeposit, input)).status).toBe(204)
  expect((await saver.call(requestOfDeposit, input)).status).toBe(204)
  const { rows } = await bank.owner.query('SELECT FROM deposit_requests WHERE deposit_id = $1', [saver.deposit_id])
  expect(rows).toHaveLength(1)
  expect(codesOf(await saver.call(requestOfDeposit, { ...input, body: { kind: 'renew' } }))).toEqual([
    'idempotency_key_reused',
  ])
})

it('lists the bank’s rates by term', async () => {
  await bank.owner.query(
    'INSERT INTO deposit_offers (term, rate, min_amount) VALUES (12, 5.25, 100000), (3, 3.5, 100000)',
  )
  const saver = await bank.aCustomer()
  expect((await saver.call(listDepositOffers)).body.map(({ term, rate, basis }) => [term, rate, basis])).toEqual([
    [3, 3.5, 360],
    [12, 5.25, 360],
  ])
})

const pdf = async (reply: { status: number; body: unknown }) => {
  expect(reply.status).toBe(200)
  const { pages, isTagged, lang } = await readPdf(reply.body as Buffer)
  // Amounts contain non-breaking spaces.
  return { text: pages.join('\n').replace(/[\u00A0\u202F]/g, ' '), isTagged, lang }
}

it('issues a certificate of a deposit and a notice of each booked payment, in the user’s language', async () => {
  const saver = await aSaver({ is_pledged: true })
  const params = { id: saver.deposit_id }
  for (const moment of ['2026-04-30T08:00', '2026-07-31T08:00', '2026-11-02T08:00']) {
    at(moment)
    await pay()
    if (moment.startsWith('2026-04')) {
      const running = await bank.signIn(saver)
      const certificate = await pdf(await running.call(getDepositCertificate, { params }))
      expect(certificate).toMatchObject({ isTagged: true, lang: 'fr' })
      for (const snippet of [
        'Situation au 30 avril 2026',
        '6 000 000',
        '4,8 %',
        'nanti',
        '31/01/2026 - 30/04/2026',
        '65 504',
        'à venir',
      ])
        expect(certificate.text).toContain(snippet)
      expect((await running.call(getDepositNotice, { params: { ...params, place: 2 } })).status).toBe(404)
    }
  }
  const later = await bank.signIn(saver)
  const first = await later.call(getDepositNotice, { params: { ...params, place: 1 } })
  expect(first.headers['content-disposition']).toMatch(/Avis.DAT/)
  const interest = (await pdf(first)).text
  for (const snippet of [
    'Avis de versement d’intérêts',
    '71 200',
    '5 696',
    '65 504',
    'du 31 janvier 2026 au 30 avril 2026 (89 jours)',
  ])
    expect(interest).toContain(snippet)
  expect(interest).not.toContain('Capital')
  const english = { 'accept-language': 'en' }
  const last = await pdf(await later.call(getDepositNotice, { params: { ...params, place: 3 }, headers: english }))
  expect(last.lang).toBe('en')
  for (const snippet of [
    'Term deposit maturity notice',
    '2 November 2026',
    '73,600',
    '5,888',
    '67,712',
    '6,000,000',
    '6,067,712',
  ])
    expect(last.text).toContain(snippet)
  const ended = (await pdf(await later.call(getDepositCertificate, { params, headers: english }))).text
  for (const snippet of ['Matured', 'Ended on', '2 November 2026', '218,400']) expect(ended).toContain(snippet)
  expect(ended).not.toContain('pledged')
})

it('issues notices of payments before the bank’s ledger began, and none to other customers', async () => {
  const saver = await aSaver({
    terms: { ...terms, value_date: '2024-01-31' },
    status: 'matured',
    ended_on: '2024-10-31',
  })
  await bank.owner.query('UPDATE deposit_payments SET run_at = NULL, paid_on = to_date WHERE deposit_id = $1', [
    saver.deposit_id,
  ])
  const params = { id: saver.deposit_id }
  const [notice, other] = [{ ...params, place: 3 }, await bank.aCustomer()]
  const { text } = await pdf(await saver.call(getDepositNotice, { params: notice }))
  for (const snippet of ['Avis d’échéance de dépôt à terme', 'Capital remboursé', '6 067 712'])
    expect(text).toContain(snippet)
  expect((await other.call(getDepositNotice, { params: notice })).status).toBe(404)
  expect((await other.call(getDepositCertificate, { params })).status).toBe(404)
})

it('hides deposits from other customers', async () => {
  const saver = await aSaver()
  const other = await bank.aCustomer()
  expect((await other.call(getDeposit, { params: { id: saver.deposit_id } })).status).toBe(404)
  expect(
    (await other.call(requestOfDeposit, { params: { id: saver.deposit_id }, body: { kind: 'renew' } })).status,
  ).toBe(404)
})
