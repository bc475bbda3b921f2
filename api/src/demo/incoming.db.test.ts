import { rmSync } from 'node:fs'
import { makeTemporaryFolder } from 'database/temporary-folder.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestBank, type TestBank } from '../../test/test-bank.ts'
import { clearingAt } from '../../test/test-clearing.ts'
import { createIncomingSimulator } from './simulate-incoming.ts'

let bank: TestBank
let folder: string
beforeAll(async () => {
  bank = await openTestBank()
  folder = makeTemporaryFolder('connect-incoming')
})
afterAll(async () => {
  await bank.close()
  rmSync(folder, { recursive: true, force: true })
})

it('sends one transfer each half hour, which is credited once although the worker restarts', async () => {
  await bank.aCustomer({ balance: 10_000 })
  const clock = { now: () => bank.clock.at }
  const clearing = clearingAt(folder, { db: bank.db, clock })
  const credits = async () => (await bank.db`SELECT amount, credit_amount, debtor_name FROM incoming_payments`).length
  const run = async (at: string) => {
    bank.clock.at = new Date(at)
    const simulate = createIncomingSimulator({ db: bank.db, clock, incoming: clearing.incoming })
    const sent = [await simulate(), await simulate()]
    await clearing.receive()
    return [sent, await credits()]
  }
  expect(await run('2026-03-10T07:59:00Z')).toEqual([[0, 0], 0])
  expect(await run('2026-03-10T09:01:00Z')).toEqual([[1, 0], 1])
  expect(await run('2026-03-10T09:20:00Z')).toEqual([[1, 0], 1])
  expect(await run('2026-03-10T09:31:00Z')).toEqual([[1, 0], 2])
})
