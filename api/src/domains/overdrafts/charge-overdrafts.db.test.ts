import { getDayBalance } from 'contract/accounts/balances.ts'
import { listDocuments } from 'contract/accounts/statements.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPdf } from '../../../test/pdf-text.ts'
import { openTestBank, type TestBank } from '../../../test/test-bank.ts'
import { writePostings } from '../../../test/test-ledger.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { findInternalAccounts } from '../../ledger/ledger-store.ts'
import { postingOfParts } from '../../ledger/posting-parts.ts'
import { dbOver } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { getDocument, renderDocument } from '../statements/open-document.ts'
import { debitOverdraftCharges, planOverdraftCharges } from './charge-overdrafts.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(async () => {
  const broken = (await auditLedger(bank.db)).filter(({ errors }) => errors > 0)
  await bank.close()
  if (broken.length > 0) throw new Error(`the ledger is not sound: ${JSON.stringify(broken)}`)
})
const ports = () => ({ db: bank.db, clock: { now: () => bank.clock.at } })
const bookedOf = async (accountId: string) =>
  Number((await bank.owner.query('SELECT booked FROM ledger_accounts WHERE id = $1', [accountId])).rows[0].booked)

async function move(account_id: string, amount: number, day: string, valueDate: string) {
  await transaction(dbOver(bank.owner), async (tx) => {
    const internal = await findInternalAccounts(tx)
    const parts = [
      { account_id, amount, type: 'other' as const, label: 'ESSAI' },
      { account_id: internal.get('cash:XOF') ?? '', amount: -amount, type: 'other' as const, label: 'ESSAI' },
    ]
    const at = new Date(`${day}T10:00:00Z`)
    const posting = postingOfParts({ key: `essai:${account_id}:${day}:${amount}`, kind: 'other', day, at }, parts)
    const entries = posting.entries.map((entry) => ({ ...entry, value_date: valueDate }))
    expect(await writePostings(tx, [{ ...posting, entries }])).toEqual(['posted'])
  })
}

it('are charged once on the first business day after the quarter, by value date, with their scale as a document', async () => {
  bank.clock.at = new Date('2026-06-30T09:30:00Z')
  const holder = await bank.aCustomer({ balance: 50_000, overdraft: 200_000, opened: '2026-06-30' })
  const rich = await bank.aCustomer({ balance: 50_000, opened: '2026-06-30' })
  await move(holder.account_id, -110_000, '2026-07-11', '2026-07-11')
  // Booked on 1 August, valued ten days later: the debit balance lasts until then.
  await move(holder.account_id, 100_000, '2026-08-01', '2026-08-11')
  const before = await bookedOf(holder.account_id)

  bank.clock.at = new Date('2026-09-30T23:00:00Z')
  expect(await planOverdraftCharges(ports())).toBe(0)
  bank.clock.at = new Date('2026-10-01T06:30:00Z')
  const [one, two] = await Promise.all([planOverdraftCharges(ports()), planOverdraftCharges(ports())])
  expect(one + two).toBe(1)
  await Promise.all([debitOverdraftCharges(ports()), debitOverdraftCharges(ports())])
  expect(await planOverdraftCharges(ports())).toBe(0)
  expect(await debitOverdraftCharges(ports())).toBe(0)
  // 60,000 during 31 days at 12 % on 360 days, and 17 % of tax.
  expect(await bookedOf(holder.account_id)).toBe(before - 620 - 105)
  expect(await bookedOf(rich.account_id)).toBe(50_000)

  const reader = await bank.signIn(holder)
  const balanceOn = async (on: string) => (await reader.call(getDayBalance, { query: { on } })).body
  expect(await balanceOn('2020-06-29')).toMatchObject({ balance: 0, value_balance: 0 })
  expect(await balanceOn('2026-08-05')).toEqual({
    on: '2026-08-05',
    balance: 40_000,
    value_balance: -60_000,
    currency: 'XOF',
  })
  expect(await balanceOn('2026-08-11')).toMatchObject({ balance: 40_000, value_balance: 40_000 })
  expect(await balanceOn('2026-10-01')).toMatchObject({ balance: 39_275, value_balance: 39_275 })
  const { body } = await reader.call(listDocuments, { query: { type: 'avis' } })
  const notice = body.find(({ amount }) => amount === -725)
  expect(notice?.identity?.name).toMatchObject({ fr: 'Agios, 3e trimestre 2026' })
  const found = await getDocument(
    bank.db,
    { account_id: holder.account_id, user_id: holder.user_id, capabilities: [] },
    notice?.id ?? '',
  )
  for (const [lang, title] of [
    ['fr', 'Échelle d’intérêts'],
    ['en', 'Interest scale'],
  ] as const) {
    const { content } = await renderDocument(bank.db, found, 'pdf', await getBankIdentity(bank.db), lang)
    const { pages } = await readPdf(content as Buffer)
    const text = pages.join(' ').replaceAll(/[\s,]+/gu, ' ')
    expect(text).toContain(title)
    expect(text).toContain('11/07/2026 -60 000 31 1 860 000')
    expect(text).toContain('620')
  }
})

it('are tried again on the next business day where the account cannot pay them', async () => {
  bank.clock.at = new Date('2026-10-02T09:30:00Z')
  const holder = await bank.aCustomer({ balance: 1_000, overdraft: 300_000, opened: '2026-10-02' })
  await move(holder.account_id, -301_000, '2026-10-05', '2026-10-05')
  bank.clock.at = new Date('2027-01-01T06:30:00Z')
  await bank.owner.query(
    "INSERT INTO holidays (day, name_fr, name_en) VALUES ('2027-01-01', 'Jour de l’an', 'New Year’s Day')",
  )
  expect(await planOverdraftCharges(ports())).toBe(0)
  // A Friday that is a holiday: the first business day is the Monday.
  bank.clock.at = new Date('2027-01-04T06:30:00Z')
  expect(await planOverdraftCharges(ports())).toBeGreaterThan(0)
  await debitOverdraftCharges(ports())
  expect(await bookedOf(holder.account_id)).toBe(-300_000)
  await move(holder.account_id, 50_000, '2027-01-04', '2027-01-04')
  expect(await debitOverdraftCharges(ports())).toBe(0)
  bank.clock.at = new Date('2027-01-05T06:30:00Z')
  expect(await debitOverdraftCharges(ports())).toBe(1)
  expect(await bookedOf(holder.account_id)).toBe(-250_000 - 8_800 - 1_496)
})

it('are not tried while the account is closed, and are debited when it is open again', async () => {
  bank.clock.at = new Date('2027-01-05T09:30:00Z')
  const holder = await bank.aCustomer({ balance: 1_000, overdraft: 100_000, opened: '2026-10-02' })
  await move(holder.account_id, -101_000, '2026-10-05', '2026-10-05')
  await bank.owner.query("DELETE FROM overdraft_quarters WHERE first_day = '2026-10-01'")
  expect(await planOverdraftCharges(ports())).toBe(1)
  await move(holder.account_id, 200_000, '2027-01-05', '2027-01-05')
  const become = (status: 'active' | 'closed') =>
    bank.owner.query('UPDATE accounts SET status = $1 WHERE id = $2', [status, holder.account_id])
  await become('closed')
  expect(await debitOverdraftCharges(ports())).toBe(0)
  await become('active')
  expect(await debitOverdraftCharges(ports())).toBe(1)
  expect(await bookedOf(holder.account_id)).toBeLessThan(100_000)
})

it('are charged for each quarter that no worker has charged, the oldest first, from the balances of its own days', async () => {
  bank.clock.at = new Date('2027-01-05T09:30:00Z')
  const holder = await bank.aCustomer({ balance: 10_000, overdraft: 200_000, opened: '2027-01-05' })
  await move(holder.account_id, -110_000, '2027-03-22', '2027-03-22')
  await move(holder.account_id, 60_000, '2027-05-01', '2027-05-01')
  bank.clock.at = new Date('2027-10-01T06:30:00Z')
  await planOverdraftCharges(ports())
  await debitOverdraftCharges(ports())
  const { rows } = await bank.owner.query(
    `SELECT first_day::text, interest::int, tax::int, p.booking_date::text AS day FROM overdraft_charges c JOIN ledger_postings p ON p.id = c.posting_id
      WHERE c.account_id = $1 ORDER BY first_day`,
    [holder.account_id],
  )
  expect(rows).toEqual([
    // 100,000 during 10 days; 100,000 during 30 and 40,000 during 61; 40,000 during 92.
    { first_day: '2027-01-01', interest: 333, tax: 57, day: '2027-10-01' },
    { first_day: '2027-04-01', interest: 1813, tax: 308, day: '2027-10-01' },
    { first_day: '2027-07-01', interest: 1227, tax: 209, day: '2027-10-01' },
  ])
  expect(await planOverdraftCharges(ports())).toBe(0)
})
