import { rmSync } from 'node:fs'
import { createTransfer } from 'contract/transfers/transfers.ts'
import { makeTemporaryFolder } from 'database/temporary-folder.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestBank, type TestBank } from '../../../test/test-bank.ts'
import { clearingAt, incomingPayments, statusReport } from '../../../test/test-clearing.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'

let bank: TestBank
let folder: string

// Three payments: one settled, one returned, one on its way.
beforeAll(async () => {
  bank = await openTestBank()
  folder = makeTemporaryFolder('connect-clearing')
  const clock = { now: () => bank.clock.at }
  const clearing = clearingAt(folder, { db: bank.db, clock })
  const payer = await bank.aCustomer({ balance: 1_000_000 })
  const beneficiary_id = await bank.aBeneficiary(payer.account_id, 'SN08SN9980101010004610100147')
  for (const amount of [10_000, 20_000, 30_000]) {
    const body = { type: 'direct' as const, amount, label: 'Loyer', comment: null, beneficiary_id }
    await payer.confirm(createTransfer, { body })
  }
  await runDueTransfers({ db: bank.db, clock })
  await clearing.send()
  const payments = clearing.payments()
  const idOf = (amount: string) => payments.find((payment) => payment.amount === amount)?.tx_id ?? ''
  const lines = [
    { tx: idOf('10000'), status: 'ACSC' },
    { tx: idOf('20000'), status: 'RJCT', reason: 'AC04' },
  ]
  clearing.drop('r.xml', statusReport('R1', lines))
  clearing.drop('in.xml', incomingPayments({ id: 'M-1' }, [{ tx: 'T-1', account: payer.iban, amount: '70000' }]))
  await clearing.receive()
  // The guards normally prevent the damage below: they are disabled here.
  await bank.owner.query(
    'ALTER TABLE ledger_entries DISABLE TRIGGER USER; ALTER TABLE ledger_postings DISABLE TRIGGER USER',
  )
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await bank.close()
})

const faultyRules = async () => (await auditLedger(bank.db)).filter(({ errors }) => errors > 0).map(({ rule }) => rule)

it('finds no error in payments of each state', async () => {
  const verdicts = await auditLedger(bank.db)
  expect(verdicts.filter(({ errors }) => errors > 0)).toEqual([])
  expect(verdicts.find(({ rule }) => rule === 'money on its way is the sum of its payments')?.checked).toBe(3)
})

const damages: [rule: string, damage: string, repair: string][] = [
  [
    'an incoming payment is credited once, with its amounts',
    `UPDATE incoming_payments SET credit_amount = 70001`,
    `UPDATE incoming_payments SET credit_amount = 70000`,
  ],
  [
    'a credit of another bank has its payment',
    `UPDATE ledger_postings SET kind = 'incoming' WHERE kind = 'settlement'`,
    `UPDATE ledger_postings SET kind = 'settlement' WHERE posting_key LIKE 'settle:%'`,
  ],
  [
    'money on its way is the sum of its payments',
    `UPDATE outgoing_payments SET state = 'settled', settled_at = now() WHERE amount = 30000`,
    `UPDATE outgoing_payments SET state = 'sent', settled_at = NULL WHERE amount = 30000`,
  ],
  [
    'each payment to another bank is in one item, of its amount',
    `UPDATE outgoing_payments SET amount = 30001 WHERE amount = 30000`,
    `UPDATE outgoing_payments SET amount = 30000 WHERE amount = 30001`,
  ],
  [
    'each payment to another bank is in one item, of its amount',
    `CREATE TABLE taken AS SELECT * FROM outgoing_payments WHERE amount = 30000; DELETE FROM outgoing_payments WHERE amount = 30000`,
    `INSERT INTO outgoing_payments SELECT * FROM taken; DROP TABLE taken`,
  ],
  [
    'a payment moved on or back as its state says',
    `UPDATE ledger_postings SET posting_key = 'x' || posting_key WHERE posting_key LIKE 'settle:%'`,
    `UPDATE ledger_postings SET posting_key = substr(posting_key, 2) WHERE posting_key LIKE 'xsettle:%'`,
  ],
  [
    'a payment moved on or back as its state says',
    `UPDATE ledger_entries SET account_id = (SELECT id FROM ledger_accounts WHERE code = 'fees:XOF')
      WHERE amount = 20000 AND posting_id = (SELECT id FROM ledger_postings WHERE posting_key LIKE 'return:%')`,
    `UPDATE ledger_entries SET account_id = (SELECT account_id FROM outgoing_payments WHERE amount = 20000)
      WHERE amount = 20000 AND posting_id = (SELECT id FROM ledger_postings WHERE posting_key LIKE 'return:%')`,
  ],
  [
    'a file holds the payments that it says',
    `UPDATE clearing_files SET payment_count = payment_count + 1`,
    `UPDATE clearing_files SET payment_count = payment_count - 1`,
  ],
  [
    'an order has come back if its payment has',
    `UPDATE transfers SET execution_status = 'executed' WHERE amount = 20000`,
    `UPDATE transfers SET execution_status = 'returned' WHERE amount = 20000`,
  ],
  [
    'an order has come back if its payment has',
    `UPDATE transfers SET execution_status = 'returned' WHERE amount = 10000`,
    `UPDATE transfers SET execution_status = 'executed' WHERE amount = 10000`,
  ],
]

it.each(damages)('reports the broken rule: %s', async (rule, damage, repair) => {
  await bank.owner.query(damage)
  expect(await faultyRules()).toContain(rule)
  await bank.owner.query(repair)
  expect(await faultyRules()).toEqual([])
})

it.each([
  [`UPDATE outgoing_payments SET amount = 1`],
  [`UPDATE outgoing_payments SET creditor_iban = 'SN08SN9990100310000110100169'`],
  [`DELETE FROM outgoing_payments`],
  [`DELETE FROM clearing_files`],
  [`UPDATE clearing_files SET message_id = 'X'`],
  [`DELETE FROM clearing_messages`],
  [`DELETE FROM clearing_answers`],
  [`UPDATE clearing_answers SET outcome = 'noted'`],
])('refuses the application itself: %s', async (statement) => {
  const client = await bank.db.pool.connect()
  try {
    await expect(client.query(statement)).rejects.toThrow(/permission denied/)
  } finally {
    client.release()
  }
})
