import { afterAll, beforeAll, expect, it } from 'vitest'
import { explaining, forgetStatistics } from '../../../test/explained.ts'
import { openTestBank, type TestBank } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'
import { findListToPay } from './import-store.ts'

const MEMBERS = 5_000
let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

it('reads a list of 5,000 beneficiaries in as many steps on tables without statistics', async () => {
  const { account_id } = await bank.aCustomer({ kind: 'company' })
  const list = newId()
  await bank.owner.query(
    "INSERT INTO beneficiary_lists (account_id, id, name, created_at) VALUES ($1, $2, 'Salaires', now())",
    [account_id, list],
  )
  await bank.owner.query(
    `WITH people AS (
       INSERT INTO beneficiaries (account_id, id, name, iban, created_at)
       SELECT $1, gen_random_uuid(), 'Salarié ' || n, 'SN' || lpad(n::text, 26, '0'), now() FROM generate_series(1, $3::int) n RETURNING id)
     INSERT INTO beneficiary_list_members (account_id, list_id, beneficiary_id) SELECT $1, $2, id FROM people`,
    [account_id, list, MEMBERS],
  )
  const owner = await bank.owner.connect()
  try {
    await owner.query('BEGIN')
    await forgetStatistics(owner)
    for (const settings of ['force_generic_plan', 'force_custom_plan']) {
      await owner.query(`SET LOCAL plan_cache_mode = ${settings}`)
      const { sql, explained } = explaining(owner)
      const found = await findListToPay(sql, { account_id, capabilities: ['confidential_transfers'] }, list)
      expect(found?.members.length).toBe(MEMBERS)
      const [, members] = explained
      expect(members?.rows).toBeLessThan(10 * MEMBERS)
      expect(members?.pages).toBeLessThan(20 * MEMBERS)
    }
  } finally {
    await owner.query('ROLLBACK')
    owner.release()
  }
})
