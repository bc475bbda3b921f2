import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPosting, openTestLedger, type TestLedger, writePostings } from '../../test/test-ledger.ts'
import { newId } from '../adapters/ids.ts'
import { auditLedger } from './ledger-audit.ts'

let ledger: TestLedger
let account: string
beforeAll(async () => {
  ledger = await openTestLedger()
  account = await ledger.anAccount()
  const deposit = (amount: number) =>
    aPosting([
      [ledger.internal('cash:XOF'), -amount],
      [account, amount],
    ])
  await writePostings(ledger.asOwner, [deposit(500), deposit(300), deposit(200)])
  // The guards normally prevent the damage below: they are disabled here.
  await ledger.owner.query(
    'ALTER TABLE ledger_entries DISABLE TRIGGER USER; ALTER TABLE ledger_postings DISABLE TRIGGER USER',
  )
})
afterAll(() => ledger.close())

const faultyRules = async () =>
  (await auditLedger(ledger.db)).filter(({ errors }) => errors > 0).map(({ rule }) => rule)

it('finds no error in a consistent ledger, and reports how many rows it checked', async () => {
  const verdicts = await auditLedger(ledger.db)
  expect(verdicts.map(({ errors }) => errors)).toEqual(verdicts.map(() => 0))
  expect(verdicts.find(({ rule }) => rule === 'every posting sums to zero')).toMatchObject({ checked: 3, examples: [] })
})

const damages: [rule: string, damage: string, repair: string][] = [
  [
    'every posting sums to zero',
    `UPDATE ledger_entries SET amount = amount - 1 WHERE seq IS NULL AND amount = -300`,
    `UPDATE ledger_entries SET amount = amount + 1 WHERE amount = -301`,
  ],
  [
    'all entries sum to zero',
    `UPDATE ledger_entries SET amount = amount - 1 WHERE seq IS NULL AND amount = -300`,
    `UPDATE ledger_entries SET amount = amount + 1 WHERE amount = -301`,
  ],
  [
    'every posting has entries',
    `INSERT INTO ledger_postings VALUES ('${newId()}', 'empty', 'test', '2026-03-10', now())`,
    `DELETE FROM ledger_postings WHERE posting_key = 'empty'`,
  ],
  [
    'every entry has its posting',
    `UPDATE ledger_postings SET id = overlay(id::text placing 'ffff' from 1)::uuid WHERE posting_key = (SELECT min(posting_key) FROM ledger_postings)`,
    `UPDATE ledger_postings SET id = substr(posting_key, 6)::uuid`,
  ],
  [
    'every entry has its account, in its currency',
    `UPDATE ledger_entries SET currency = 'EUR' WHERE abs(amount) = 300`,
    `UPDATE ledger_entries SET currency = 'XOF'`,
  ],
  [
    'a balance is the sum of its entries',
    `UPDATE ledger_accounts SET booked = booked + 1 WHERE kind = 'customer'`,
    `UPDATE ledger_accounts SET booked = booked - 1 WHERE kind = 'customer'`,
  ],
  [
    'entries are numbered without a gap',
    `UPDATE ledger_entries SET seq = 7 WHERE seq = 3`,
    `UPDATE ledger_entries SET seq = 3 WHERE seq = 7`,
  ],
  [
    'each balance follows from the one before',
    `UPDATE ledger_entries SET balance_after = 801 WHERE seq = 2`,
    `UPDATE ledger_entries SET balance_after = 800 WHERE seq = 2`,
  ],
  [
    'booking days never go back',
    `UPDATE ledger_entries SET booking_date = '2026-03-01' WHERE seq = 3`,
    `UPDATE ledger_entries SET booking_date = '2026-03-10' WHERE seq = 3`,
  ],
  [
    'held money is the sum of its holds',
    `UPDATE ledger_accounts SET held = 10 WHERE kind = 'customer'`,
    `UPDATE ledger_accounts SET held = 0 WHERE kind = 'customer'`,
  ],
  [
    'every hold has a cause that lives',
    `SELECT ledger_hold(id, id, 10, 'transfer:nobody', now()) FROM ledger_accounts WHERE kind = 'customer'`,
    `SELECT ledger_release(id, 'transfer:nobody', now()) FROM ledger_accounts WHERE kind = 'customer'`,
  ],
  [
    "a transfer's posting has its transfer",
    `UPDATE ledger_postings SET posting_key = 'transfer:' || id`,
    `UPDATE ledger_postings SET posting_key = 'test:' || id`,
  ],
  [
    "a top-up's posting has its top-up",
    `UPDATE ledger_postings SET posting_key = 'topup:' || id`,
    `UPDATE ledger_postings SET posting_key = 'test:' || id`,
  ],
]

it.each(damages)('reports the broken rule: %s', async (rule, damage, repair) => {
  await ledger.owner.query(damage)
  expect(await faultyRules()).toContain(rule)
  await ledger.owner.query(repair)
  expect(await faultyRules()).toEqual([])
})
