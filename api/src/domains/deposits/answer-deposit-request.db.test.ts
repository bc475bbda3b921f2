import {
  requestOfDeposit,
  getDeposit,
  getDepositCertificate,
  getDepositNotice,
  listDeposits,
} from 'contract/products/deposits.ts'
import { listOperations } from 'contract/accounts/operations.ts'
import type { DepositTerms } from 'contract/values/deposit-schedule.ts'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readPdf } from '../../../test/pdf-text.ts'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import type { Db } from '../../db/db.ts'
import { dbOver, openPool } from '../../db/sql.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { newId } from '../../adapters/ids.ts'
import { answerDepositRequest, type RequestAnswer } from './answer-deposit-request.ts'
import { openDeposit } from './open-deposit.ts'
import { payDepositInterest } from './pay-interest.ts'

// domain.md 5: ends on 30/04, 31/07 and, a Saturday, 31/10.
const terms = {
  principal: 6_000_000,
  rate: 4.8,
  term: 9,
  frequency: 'quarterly',
  basis: 360,
  withholding_rate: 8,
} as const

let bank: TestBank
let pool: pg.Pool
let operators: Db
const clock = { now: () => bank.clock.at }
beforeAll(async () => {
  bank = await openTestBank()
  pool = openPool(bank.url, { size: 3, onError: () => undefined, operator: 'Mariama Faye' })
  operators = dbOver(pool)
})
beforeEach(() => at('2026-01-31T09:00'))
afterAll(async () => {
  await pool.end()
  await bank.close()
})

function at(moment: string) {
  bank.clock.at = new Date(`${moment}:00Z`)
}

type Saver = Visitor & { deposit_id: string; number: string }
async function aSaver(request: Partial<Omit<DepositTerms, 'value_date'>> = {}, is_pledged = false): Promise<Saver> {
  const saver = await bank.aCustomer({ balance: 6_001_000 })
  await bank.owner.query(`UPDATE users SET email = id || '@exemple.example' WHERE id = $1`, [saver.user_id])
  const number = `2026-${newId().slice(-6).toUpperCase()}`
  const deposit_id = await openDeposit(
    { db: operators, clock },
    { account_id: saver.account_id, number, is_pledged, terms: { ...terms, ...request } },
  )
  return Object.assign(saver, { deposit_id, number })
}
const pay = () => payDepositInterest({ db: bank.db, clock })
/** Days pass between the calls, so each call uses a new session. */
const signInAgain = (saver: Saver) => bank.signIn(saver)
const seen = async (saver: Saver, id = saver.deposit_id) =>
  (await (await signInAgain(saver)).call(getDeposit, { params: { id } })).body
/** Sends the customer's request; answers its id. */
async function asks(saver: Saver, kind: 'renew' | 'break', id = saver.deposit_id): Promise<string> {
  const { status } = await (await signInAgain(saver)).confirm(requestOfDeposit, { params: { id }, body: { kind } })
  expect(status).toBe(204)
  const { rows } = await bank.owner.query<{ id: string }>(
    'SELECT id FROM deposit_requests WHERE deposit_id = $1 AND answered_at IS NULL',
    [id],
  )
  return rows[0]?.id ?? ''
}
const answer = (id: string, given: Partial<RequestAnswer> = {}) =>
  answerDepositRequest(
    { db: operators, clock, portalUrl: 'https://banque.example/connect/' },
    { id, refusal: null, renewal: null, ...given },
  )
const booked = async (accountId: string) =>
  Number(
    (await bank.owner.query<{ booked: string }>('SELECT booked FROM ledger_accounts WHERE id = $1', [accountId]))
      .rows[0]?.booked,
  )
/** The balances of the bank's own accounts of deposits, interest, tax and suspense. */
async function books() {
  const { rows } = await bank.owner.query<{ code: string; booked: string }>(
    "SELECT a.code, coalesce(sum(e.amount), 0) AS booked FROM ledger_accounts a LEFT JOIN ledger_entries e ON e.account_id = a.id WHERE a.code LIKE '%:XOF' GROUP BY a.code",
  )
  const of = (code: string) => Number(rows.find((row) => row.code === `${code}:XOF`)?.booked)
  return {
    deposits: of('deposits'),
    interest: of('interest'),
    withholding: of('withholding'),
    suspense: of('suspense'),
  }
}
const mails = async (saver: Saver) =>
  (
    await bank.owner.query<{ subject: string; plain: string }>(
      'SELECT m.subject, m.plain FROM mails m JOIN users u ON u.email = m.recipient WHERE u.id = $1 ORDER BY m.created_at, m.id',
      [saver.user_id],
    )
  ).rows
const expectConsistentLedger = async () =>
  expect((await auditLedger(bank.db)).filter(({ errors }) => errors > 0)).toEqual([])
const plain = (text: string | undefined) => text?.replace(/[\u00A0\u202F]/g, ' ')

it('breaks a deposit for the displayed amount once, and pays nothing more', async () => {
  const before = await books()
  const saver = await aSaver()
  at('2026-04-30T08:00')
  await pay()
  at('2026-06-10T10:00')
  const request = await asks(saver, 'break')
  const preview = (await seen(saver)).early_break
  expect(preview).toEqual({ rate: 2.8, net: 55_814, paid_net: 65_504, returned: 5_990_310 })
  const had = await booked(saver.account_id)
  expect((await Promise.all([answer(request), answer(request)])).toSorted()).toEqual(['answered', 'broken'])
  expect(await answer(request, { refusal: 'Trop tard' })).toBe('answered')
  expect((await booked(saver.account_id)) - had).toBe(preview?.returned)
  // 60,667 are due where 71,200 were paid: the difference is taken back, with its tax.
  expect(await books()).toMatchObject({
    deposits: before.deposits,
    interest: before.interest - 60_667,
    withholding: before.withholding + 4_853,
  })
  expect(await seen(saver)).toMatchObject({
    status: 'broken',
    ended_on: '2026-06-10',
    broken: preview,
    early_break: null,
    request: null,
    paid_interests: 60_667,
    cumulated_interests: 60_667,
    remaining_interests: 0,
  })
  at('2026-11-02T08:00')
  expect(await pay()).toBe(0)
  expect(await booked(saver.account_id)).toBe(had + 5_990_310)
  const { body: operations } = await (await signInAgain(saver)).call(listOperations)
  expect(
    operations
      .filter(({ label }) => label.includes('RUPTURE'))
      .map(({ amount }) => amount)
      .toSorted((one, other) => one - other),
  ).toEqual([-10_533, 843, 6_000_000])
  const [mail] = await mails(saver)
  expect(mail?.subject).toContain('Votre placement est rompu')
  expect(plain(mail?.plain)).toContain('5 990 310')
  const certificate = await (await signInAgain(saver)).call(getDepositCertificate, { params: { id: saver.deposit_id } })
  expect(plain((await readPdf(certificate.body as unknown as Buffer)).pages.join('\n'))).toContain('5 990 310')
  await expectConsistentLedger()
})

it('breaks on a Sunday and excludes interest that was due on Saturday and not yet paid', async () => {
  const saver = await aSaver({ frequency: 'monthly' })
  at('2026-03-01T10:00')
  const request = await asks(saver, 'break')
  const { early_break } = await seen(saver)
  // 29 days bring no interest.
  expect(early_break).toEqual({ rate: 0, net: 0, paid_net: 0, returned: 6_000_000 })
  expect(await answer(request)).toBe('broken')
  expect(await booked(saver.account_id)).toBe(6_001_000)
  at('2026-03-02T08:00')
  expect(await pay()).toBe(0)
  expect(await booked(saver.account_id)).toBe(6_001_000)
  await expectConsistentLedger()
})

it('keeps the repayment of a broken deposit at the bank where the account was closed', async () => {
  const saver = await aSaver()
  at('2026-06-10T10:00')
  const request = await asks(saver, 'break')
  const had = await booked(saver.account_id)
  const suspense = async () => (await books()).suspense
  const before = await suspense()
  await bank.owner.query(`UPDATE accounts SET status = 'closed' WHERE id = $1`, [saver.account_id])
  expect(await answer(request)).toBe('broken')
  expect([await booked(saver.account_id), (await suspense()) - before]).toEqual([had, 6_055_814])
  const [mail] = await mails(saver)
  expect(plain(mail?.plain.replaceAll(/\s+/g, ' '))).toContain(
    'Le compte est clos : votre agence tient à votre disposition 6 055 814',
  )
  await expectConsistentLedger()
})

it('renews nothing on a closed account: capital and interest wait at the bank', async () => {
  const [saver, other] = [await aSaver({ frequency: 'maturity' }), await aSaver({ frequency: 'maturity' })]
  at('2026-06-10T10:00')
  const renewal = { rate: 4.5, adds_interest: true }
  await answer(await asks(saver, 'renew'), { renewal })
  const request = await asks(other, 'renew')
  const accounts = [saver.account_id, other.account_id]
  await bank.owner.query(`UPDATE accounts SET status = 'closed' WHERE id = ANY ($1)`, [accounts])
  expect(await answer(request, { renewal })).toBe('account_closed')
  const before = await books()
  at('2026-11-02T08:00')
  await pay()
  const deposits = await bank.owner.query('SELECT status FROM deposits WHERE account_id = $1', [saver.account_id])
  expect(deposits.rows).toEqual([{ status: 'matured' }])
  const { suspense, deposits: placed } = await books()
  // Interest of 273 days, less 8 %.
  expect([placed - before.deposits, suspense - before.suspense]).toEqual([-12_000_000, 2 * 6_200_928])
  await expectConsistentLedger()
})

it('renews with the last interest added, from the day of maturity, at the agreed rate, repeatedly', async () => {
  const saver = await aSaver()
  at('2026-07-31T08:00')
  await pay()
  const request = await asks(saver, 'renew')
  expect(await answer(request)).toBe('rate_missing')
  expect(await answer(request, { renewal: { rate: 4.5, adds_interest: true } })).toBe('renewal_agreed')
  expect(await answer(request, { renewal: { rate: 9, adds_interest: true } })).toBe('answered')
  expect(await seen(saver)).toMatchObject({
    status: 'pending',
    request: null,
    renewal: { rate: 4.5, adds_interest: true },
  })
  const again = await (
    await signInAgain(saver)
  ).confirm(requestOfDeposit, { params: { id: saver.deposit_id }, body: { kind: 'renew' } })
  expect(again.body).toMatchObject({ code: 'renewal_agreed' })
  expect((await mails(saver))[0]?.subject).toContain('Votre placement sera reconduit')
  const [had, held] = [await booked(saver.account_id), await books()]
  // 31 October is a Saturday: booked on Monday, with interest counted from Saturday.
  at('2026-11-02T08:00')
  expect([await pay(), await pay()]).toEqual([1, 0])
  expect(await booked(saver.account_id)).toBe(had)
  expect(await books()).toMatchObject({
    deposits: held.deposits + 67_712,
    interest: held.interest - 73_600,
    withholding: held.withholding + 5_888,
  })
  const old = await seen(saver)
  expect(old).toMatchObject({ status: 'renewed', ended_on: '2026-11-02', renewed_by: { number: `${saver.number}-R1` } })
  const next = await seen(saver, old.renewed_by?.id)
  expect(next).toMatchObject({
    status: 'pending',
    amount: 6_067_712,
    rate: 4.5,
    value_date: '2026-10-31',
    maturity_date: '2027-07-31',
    term: 9,
    frequency: 'quarterly',
    renews: { id: saver.deposit_id, number: saver.number },
    renewal: null,
  })
  expect(next.payments.map(({ from, to }) => [from, to])).toEqual([
    ['2026-10-31', '2027-01-31'],
    ['2027-01-31', '2027-04-30'],
    ['2027-04-30', '2027-07-31'],
  ])
  const notice = await (await signInAgain(saver)).call(getDepositNotice, { params: { id: saver.deposit_id, place: 3 } })
  const text = plain((await readPdf(notice.body as unknown as Buffer)).pages.join('\n'))
  expect(text).toMatch(/Ajouté au capital reconduit\s+67 712/)
  expect(text).toMatch(/Montant net crédité\s+0/)
  // Nine months from the end of July are the end of April.
  expect(await answer(await asks(saver, 'renew', next.id), { renewal: { rate: 4, adds_interest: false } })).toBe(
    'renewal_agreed',
  )
  at('2027-08-02T08:00')
  for (let left = await pay(); left > 0; left = await pay());
  const { body: all } = await (await signInAgain(saver)).call(listDeposits)
  expect(
    all.map(({ number, status, amount, value_date, maturity_date }) => [
      number,
      status,
      amount,
      value_date,
      maturity_date,
    ]),
  ).toEqual([
    [`${saver.number}-R2`, 'pending', 6_067_712, '2027-07-31', '2028-04-30'],
    [`${saver.number}-R1`, 'renewed', 6_067_712, '2026-10-31', '2027-07-31'],
    [saver.number, 'renewed', 6_000_000, '2026-01-31', '2026-10-31'],
  ])
  expect((await books()).deposits).toBe(held.deposits + 67_712)
  await expectConsistentLedger()
})

it('breaks a deposit with an agreed renewal, and does not renew it', async () => {
  const saver = await aSaver({ frequency: 'maturity' })
  at('2026-06-10T10:00')
  await answer(await asks(saver, 'renew'), { renewal: { rate: 4.5, adds_interest: true } })
  const request = await asks(saver, 'break')
  expect(await answer(request, { renewal: { rate: 4.5, adds_interest: false } })).toBe('rate_unwanted')
  expect(await answer(request)).toBe('broken')
  const had = await booked(saver.account_id)
  at('2026-11-02T08:00')
  await pay()
  expect(await booked(saver.account_id)).toBe(had)
  expect((await (await signInAgain(saver)).call(listDeposits)).body.map(({ status }) => status)).toEqual(['broken'])
})

it('refuses with a reason, and the customer may send a new request', async () => {
  const saver = await aSaver()
  at('2026-06-10T10:00')
  const reason = 'Le taux de ce placement n’est plus offert.'
  expect(await answer(await asks(saver, 'renew'), { refusal: reason })).toBe('refused')
  expect((await seen(saver)).refused).toMatchObject({ kind: 'renew', reason })
  const [mail] = await mails(saver)
  expect(mail?.subject).toContain('Votre demande de reconduction est refusée')
  expect(mail?.plain).toContain(reason)
  const { rows: events } = await bank.owner.query<{ operator: string; facts: unknown }>(
    "SELECT operator, facts FROM audit_events WHERE subject_id = $1 AND action = 'deposit.refuse'",
    [saver.deposit_id],
  )
  expect(events).toEqual([{ operator: 'Mariama Faye', facts: { kind: 'renew', reason } }])
  await bank.deriveAlerts()
  const { rows: alerts } = await bank.owner.query('SELECT kind FROM alerts WHERE subject_id = $1', [saver.deposit_id])
  expect(alerts).toEqual([{ kind: 'deposit_answered' }])
  await asks(saver, 'renew')
  expect(await seen(saver)).toMatchObject({ request: { kind: 'renew' }, refused: { reason } })
})

it('does not break a deposit that was pledged since, has matured, or has no request', async () => {
  const pledged = await aSaver()
  at('2026-06-10T10:00')
  const request = await asks(pledged, 'break')
  await bank.owner.query('UPDATE deposits SET is_pledged = true WHERE id = $1', [pledged.deposit_id])
  expect(await answer(request)).toBe('pledged')
  expect(await answer(newId())).toBe('unknown')
  await bank.owner.query('UPDATE deposits SET is_pledged = false WHERE id = $1', [pledged.deposit_id])
  // Matured on Saturday, paid on Monday.
  at('2026-11-01T10:00')
  expect(await answer(request)).toBe('ended')
  at('2026-11-02T08:00')
  for (let left = await pay(); left > 0; left = await pay());
  expect(await seen(pledged)).toMatchObject({ status: 'matured', request: null, refused: null, renewed_by: null })
  expect(await answer(request)).toBe('answered')
})

it('either renews or pays back when worker and operator run at the same time', async () => {
  const savers = [
    await aSaver({ term: 1, frequency: 'maturity' }),
    await aSaver({ term: 1, frequency: 'maturity' }),
    await aSaver({ term: 1, frequency: 'maturity' }),
  ]
  at('2026-02-20T10:00')
  const requests: string[] = []
  for (const saver of savers) requests.push(await asks(saver, 'renew'))
  at('2026-03-02T08:00')
  const [, ...outcomes] = await Promise.all([
    pay(),
    ...requests.map((id) => answer(id, { renewal: { rate: 3, adds_interest: false } })),
  ])
  for (let left = await pay(); left > 0; left = await pay());
  for (const [index, saver] of savers.entries()) {
    const { status, renewed_by } = await seen(saver)
    const isAgreed = outcomes[index] === 'renewal_agreed'
    expect([status, renewed_by !== null, (await booked(saver.account_id)) > 6_000_000]).toEqual([
      isAgreed ? 'renewed' : 'matured',
      isAgreed,
      !isAgreed,
    ])
  }
  await expectConsistentLedger()
})
