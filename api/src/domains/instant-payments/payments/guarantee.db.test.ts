// The guarantee: the bank is warned once while little is left, the platform's amount is compared, and monitoring reads both.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestBank, type TestBank } from '../../../../test/test-bank.ts'
import { openTestPlatform, type TestPlatform } from '../../../../test/test-platform.ts'
import { newPlatformMessageId } from '../../../formats/instant/aip-ids.ts'
import { measureRail } from '../platform/measure-rail.ts'
import { watchGuarantee } from './watch-guarantee.ts'

let bank: TestBank
let platform: TestPlatform
const errors: string[] = []
beforeAll(async () => {
  bank = await openTestBank({ isInstant: true })
  platform = await openTestPlatform(bank)
})
afterAll(() => bank.close())

const clock = { now: () => bank.clock.at }
const watch = () => watchGuarantee({ db: bank.db, clock, logError: (_facts, sentence) => void errors.push(sentence) })
const use = (used: number) => bank.owner.query('UPDATE instant_guarantee SET used = $1', [used])
const mails = async () =>
  (
    await bank.owner.query(
      "SELECT m.plain FROM mails m JOIN bank b ON b.email = m.recipient WHERE m.subject LIKE 'Garantie%'",
    )
  ).rows as { plain: string }[]

it('warns the bank once when less than the parameter is left, and again after there was enough', async () => {
  await use(950_000_000)
  expect(await watch()).toBe(false)
  await use(950_000_001)
  expect(await Promise.all([watch(), watch()])).toEqual(expect.arrayContaining([true, false]))
  expect(await watch()).toBe(false)
  const [mail] = await mails()
  expect(mail?.plain).toContain('49,999,999')
  expect(mail?.plain).toContain('instant guarantee')
  await use(0)
  expect(await watch()).toBe(false)
  await use(960_000_000)
  expect(await watch()).toBe(true)
  expect(await mails()).toHaveLength(2)
  expect(errors).toHaveLength(2)
})

it('compares the balance that the platform notifies with that of the bank', async () => {
  await use(100)
  const notify = (montantRestantGarantie: number) =>
    platform.call('/notifications/garantie', { msgId: newPlatformMessageId(), montantRestantGarantie })
  await notify(999_999_900)
  expect(platform.warnings).toEqual([])
  await notify(999_999_800)
  expect(platform.warnings).toHaveLength(1)
  const { rows } = await bank.owner.query('SELECT platform_left::int FROM instant_guarantee')
  expect(rows).toEqual([{ platform_left: 999_999_800 }])
})

it('is measured, with waiting messages and open differences', async () => {
  await use(100)
  measureRail(bank.metrics, bank.db, clock)
  const text = await bank.metrics.text()
  for (const line of [
    'connect_instant_waiting{queue="messages"} 0',
    'connect_instant_oldest_seconds{queue="outcomes"} 0',
    'connect_instant_guarantee_francs{part="left"} 999999900',
    'connect_instant_guarantee_is_low 1',
    'connect_instant_differences 0',
    'connect_instant_reports_missing 0',
  ])
    expect(text).toContain(`${line}\n`)
})
