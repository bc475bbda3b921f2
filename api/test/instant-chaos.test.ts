// Runs the short chaos test of instant payments; `npm run chaos -- --instant` sets the parameters of the long one.
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { instantChaos, type InstantOutcome } from './chaos/instant-chaos.ts'

const BANK = 'SNB999'
const numberOf = (name: string, usual: number) => Number(process.env[name] || usual)
const payments = numberOf('CHAOS_PAYMENTS', 120)
const kills = numberOf('CHAOS_KILLS', 8)
const report = process.env['CHAOS_REPORT']

let outcome: InstantOutcome
beforeAll(async () => {
  outcome = await instantChaos({
    payments,
    kills,
    individuals: numberOf('CHAOS_INDIVIDUALS', 6),
    companies: numberOf('CHAOS_COMPANIES', 1),
    folder: process.env['CHAOS_FOLDER'] ?? null,
    ...(report && { report: (progress: string) => process.stderr.write(`${progress}\n`) }),
  })
  // It ends by itself when nothing makes progress any more.
}, 0)
afterAll(() => {
  if (!report || !outcome) return
  const { paid, received, killed, tally, seconds, platform } = outcome
  writeFileSync(
    report,
    JSON.stringify({
      paid: paid.length,
      accepted: paid.filter(({ state }) => state === 'settled').length,
      received: received.length,
      killed,
      repeats: tally.repeats,
      unavailable: tally.unavailable,
      longestGap: tally.longestGap,
      outages: Object.fromEntries(tally.outages),
      balance: platform.balance,
      seconds,
    }),
  )
})

const lines = (rows: readonly string[]) => rows.toSorted()

it('orders each acknowledged payment exactly once, and the platform has exactly these', () => {
  const { acknowledged, paid, platform } = outcome
  expect(lines(paid.map(({ id, label }) => `${label} ${id}`))).toEqual(
    lines(acknowledged.map(({ id, label }) => `${label} ${id}`)),
  )
  const sent = platform.transfers.filter(({ payer, payee }) => payer === BANK && payee !== BANK)
  expect(lines(sent.map(({ end_to_end_id, amount }) => `${end_to_end_id} ${amount}`))).toEqual(
    lines(paid.map(({ end_to_end_id, amount }) => `${end_to_end_id} ${amount}`)),
  )
})

it('gives each payment the outcome that the platform decided, and moves its money once', () => {
  const { paid, platform } = outcome
  const decided = new Map(platform.transfers.map(({ end_to_end_id, state }) => [end_to_end_id, state]))
  const stateOf = (id: string) => (decided.get(id) === 'ACCC' ? 'settled' : 'returned')
  for (const { end_to_end_id: id, state, movements } of paid)
    expect([id, state, movements]).toEqual([id, stateOf(id), 1])
  expect(new Set(paid.map(({ state }) => state)).size).toBe(2)
})

it('credits each payment from outside exactly once, and answers it', () => {
  const { ordered, received, platform } = outcome
  const incoming = platform.transfers.filter(({ payer }) => payer !== BANK)
  expect(incoming.filter(({ state }) => state !== 'ACCC')).toEqual([])
  expect(lines(received.map(({ end_to_end_id, amount }) => `${end_to_end_id} ${amount}`))).toEqual(
    lines(incoming.map(({ end_to_end_id, amount }) => `${end_to_end_id} ${amount}`)),
  )
  expect(received.filter(({ refusal, movements }) => refusal !== null || movements !== 1)).toEqual([])
  const ids = new Set(received.map(({ end_to_end_id }) => end_to_end_id))
  expect(ordered.filter((id) => !ids.has(id))).toEqual([])
})

it('never contradicts itself before the platform', () => {
  expect(outcome.platform.conflicts).toEqual([])
  expect(outcome.guaranteeUsed).toBe(outcome.platform.balance)
})

it('leaves accounts, ledger and audit log consistent', () => {
  for (const { account_id, booked, held, expected } of outcome.accounts)
    expect([account_id, booked, held]).toEqual([account_id, expected, 0])
  expect(outcome.errors).toEqual([])
})

it('answers no error but `unavailable`, and survived the expected kills', () => {
  expect(outcome.tally.examples).toEqual([])
  expect(Object.values(outcome.killed).reduce((sum, count) => sum + count)).toBe(kills)
})
