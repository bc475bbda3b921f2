import { getOperation, listOperations } from 'contract/accounts/operations.ts'
import { createTransfer } from 'contract/transfers/transfers.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { explaining, forgetStatistics } from '../../../test/explained.ts'
import { openTestBank, type TestBank } from '../../../test/test-bank.ts'
import { PLANNER_SETTINGS } from '../../db/sql.ts'
import { listBookedOperations } from './operation-store.ts'
import { operationsVersionFinder } from './operations-version-store.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

it('link to their order, on the account of its author and on no other', async () => {
  const awa = await bank.aCustomer({ balance: 50_000 })
  const payee = await bank.aCustomer()
  const beneficiary_id = await bank.aBeneficiary(awa.account_id, payee.iban)
  const input = { type: 'direct' as const, beneficiary_id, amount: 8_000, label: 'Loyer', comment: null }
  const { body: transfer } = await awa.confirm(createTransfer, { body: input })
  const { body: mine } = await awa.call(listOperations)
  expect(mine.map(({ amount, transfer_id }) => [amount, transfer_id])).toEqual([
    [-8_000, transfer.id],
    [50_000, null],
  ])
  const [first] = mine
  expect((await awa.call(getOperation, { params: { id: first?.id ?? '' } })).body.transfer_id).toBe(transfer.id)
  expect((await payee.call(listOperations)).body.map(({ amount, transfer_id }) => [amount, transfer_id])).toEqual([
    [8_000, null],
  ])
})

it('link to their order also when they return the money', async () => {
  const awa = await bank.aCustomer({ balance: 50_000 })
  const payee = await bank.aCustomer()
  const beneficiary_id = await bank.aBeneficiary(awa.account_id, payee.iban)
  const input = { type: 'direct' as const, beneficiary_id, amount: 8_000, label: 'Loyer', comment: null }
  const { body: transfer } = await awa.confirm(createTransfer, { body: input })
  // As the clearing posts a return: it names the original posting.
  await bank.owner.query(
    `WITH went AS (SELECT posting_id FROM transfers WHERE id = $1), back AS (SELECT gen_random_uuid() AS id)
     SELECT ledger_write(
       (SELECT jsonb_build_array(jsonb_build_object('id', id, 'posting_key', 'return:' || id, 'kind', 'return', 'booking_date', '2026-03-11',
                                                    'posted_at', '2026-03-11T09:00:00Z', 'reverses', posting_id)) FROM went, back),
       (SELECT jsonb_agg(jsonb_build_object('posting_id', back.id, 'id', gen_random_uuid(), 'account_id', a.id, 'amount', a.amount,
                                            'value_date', '2026-03-11', 'type', 'transfer_return', 'label', 'VIREMENT RETOURNE'))
          FROM back, (SELECT $2::uuid AS id, 8000 AS amount
                      UNION ALL SELECT id, -8000 FROM ledger_accounts WHERE code = 'cash:XOF') a))`,
    [transfer.id, awa.account_id],
  )
  const { body } = await awa.call(listOperations)
  expect(body.slice(0, 2).map(({ type, transfer_id }) => [type, transfer_id])).toEqual([
    ['transfer_return', transfer.id],
    ['transfer_out', transfer.id],
  ])
})

it('are found by their postings, however many orders the account has', async () => {
  const awa = await bank.aCustomer({ balance: 50_000 })
  const payee = await bank.aCustomer()
  const beneficiary_id = await bank.aBeneficiary(awa.account_id, payee.iban)
  const input = { type: 'direct' as const, beneficiary_id, amount: 8_000, label: 'Loyer', comment: null }
  const { body: transfer } = await awa.confirm(createTransfer, { body: input })
  await bank.owner.query(
    `INSERT INTO transfers
     SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'reference', 'VIR' || n, 'execution_status', 'rejected',
                                                         'posting_id', NULL, 'executed_at', NULL, 'reason_code', 'funds'))).*
       FROM transfers t CROSS JOIN generate_series(1, 2000) n WHERE t.id = $1`,
    [transfer.id],
  )
  const client = await bank.owner.connect()
  try {
    // With the statistics of a bank where most accounts have few orders, and the settings of the server.
    await client.query(`BEGIN; ${PLANNER_SETTINGS}`)
    await forgetStatistics(client)
    const { sql, explained } = explaining(client)
    const { items } = await listBookedOperations(sql, awa.account_id, { page: 1, per_page: 20 })
    expect(items.map(({ transfer_id }) => transfer_id)).toEqual([transfer.id, null])
    for (const { rows } of explained) expect(rows).toBeLessThan(500)
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})

it('are listed as upcoming until the order is cancelled, for users who may see transfers', async () => {
  const awa = await bank.aCustomer({ balance: 50_000 })
  const payee = await bank.aCustomer()
  const beneficiary_id = await bank.aBeneficiary(awa.account_id, payee.iban)
  const input = {
    type: 'delayed' as const,
    beneficiary_id,
    amount: 8_000,
    label: 'Loyer',
    comment: null,
    execution_date: '2026-03-20',
  }
  const { body: transfer } = await awa.confirm(createTransfer, { body: input })
  const { body } = await awa.call(listOperations)
  expect(
    body.map(({ amount, execution_date, value_date, transfer_id }) => [
      amount,
      execution_date,
      value_date,
      transfer_id,
    ]),
  ).toEqual([
    [-8_000, null, '2026-03-20', transfer.id],
    [50_000, body[1]?.execution_date, '2026-01-05', null],
  ])
  expect((await awa.call(getOperation, { params: { id: transfer.id } })).body).toMatchObject({
    amount: -8_000,
    type: 'transfer_out',
  })
  expect((await awa.call(listOperations, { query: { search: 'loyer', from: '2026-03-20' } })).body).toHaveLength(1)
  expect((await awa.call(listOperations, { query: { account: 'all' } })).body).toHaveLength(2)
  const reader = await bank.aMember(awa.account_id, { rights: ['operations'], capabilities: [] })
  expect((await reader.call(listOperations)).body.map(({ amount }) => amount)).toEqual([50_000])
  expect((await reader.call(getOperation, { params: { id: transfer.id } })).status).toBe(404)
  expect((await payee.call(listOperations)).body).toEqual([])

  await bank.owner.query(`UPDATE transfers SET execution_status = 'cancelled', run_at = NULL WHERE id = $1`, [
    transfer.id,
  ])
  expect((await awa.call(listOperations)).body.map(({ amount }) => amount)).toEqual([50_000])
})

it('are looked for on the accounts of a page alone, however many orders others wait for', async () => {
  const others = await bank.aCustomer({ balance: 50_000 })
  const payee = await bank.aCustomer()
  const beneficiary_id = await bank.aBeneficiary(others.account_id, payee.iban)
  const input = { type: 'direct' as const, beneficiary_id, amount: 8_000, label: 'Loyer', comment: null }
  const { body: transfer } = await others.confirm(createTransfer, { body: input })
  await bank.owner.query(
    `INSERT INTO transfers
     SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'reference', 'VIR' || n, 'execution_status', 'scheduled', 'posting_id', NULL,
                                                         'executed_at', NULL, 'validation_status', 'pending', 'validated_at', NULL))).*
       FROM transfers t CROSS JOIN generate_series(1, 3000) n WHERE t.id = $1`,
    [transfer.id],
  )
  const awa = await bank.aCustomer({ balance: 50_000 })
  const { rows: accounts } = await bank.owner.query<{ id: string }>(
    "SELECT id FROM ledger_accounts WHERE kind = 'customer' AND id <> $1",
    [others.account_id],
  )
  await bank.owner.query('VACUUM ANALYZE transfers, ledger_accounts')
  const client = await bank.owner.connect()
  try {
    // With a plan that was made when few orders waited.
    await client.query(`BEGIN; ${PLANNER_SETTINGS}`)
    await forgetStatistics(client)
    const { sql, explained } = explaining(client)
    const findVersion = operationsVersionFinder()
    const versions = await Promise.all(accounts.map(({ id }) => findVersion(sql, id)))
    expect(versions.filter((version) => version === null)).toEqual([])
    expect((await listBookedOperations(sql, awa.account_id, { page: 1, per_page: 20 })).items).toHaveLength(1)
    expect(explained.length).toBeGreaterThan(1)
    for (const { rows } of explained) expect(rows).toBeLessThan(500)
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})
