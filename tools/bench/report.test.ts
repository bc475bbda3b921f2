import { expect, it } from 'vitest'
import { PAGE_1, TPCB, transfersAt, transfersOf } from './bench-cases.ts'
import { reachedIn, type Results } from './goals.ts'
import type { Measurement } from './measurement.ts'
import { latenciesIn } from './pgbench.ts'
import { reportOf } from './report.ts'

const measured = (per_second: number, cpu: number, more: Partial<Measurement> = {}): Measurement => ({
  per_second,
  p50_ms: 5,
  p99_ms: 20,
  cpu: { server: cpu / 2, worker: cpu / 4, database: cpu / 8, load: cpu / 8 },
  ...more,
})
const results: Results = {
  server: {
    cases: [
      { name: TPCB, rounds: [measured(2_000, 800), measured(2_400, 700), measured(2_200, 900)] },
      { name: transfersOf(32), rounds: [measured(800, 2_000)] },
      { name: transfersOf(64), rounds: [measured(1_100, 1_600)] },
      {
        name: transfersAt(1_000),
        rounds: [measured(900, 1_600, { chain: { lagSeconds: 3.25, cpuPerEvent: 400 } })],
      },
    ],
    statements: { buffers: [100, 100, 110, 120], plans: 0.3, warnings: ['planned 0.3 times: SELECT a | b'] },
    chain: { linking: 14.2, counting: 6.1, events: 9_000 },
  },
  included: { cases: [], statements: null, chain: null },
  large: [],
}
const machine = { node: 'v24', cores: 2, processor: 'Test', load: 0.5, commit: 'abc1234' }
const page = (before: Parameters<typeof reportOf>[1]) =>
  reportOf(
    results,
    before,
    machine,
    { server: '15.1', included: '18.4' },
    {
      rounds: 3,
      seconds: 5,
      warmUpSeconds: 5,
      countsStatements: true,
      measuresChain: true,
    },
  )

it('compares medians, by rate and by processor time', () => {
  expect(reachedIn(results)).toMatchObject({
    'transfers to TPC-B, by rate (best of 16 to 128 clients)': 0.5,
    'TPC-B to transfers, by processor time of everything': 0.5,
    'buffers of an order at the end, to those at the beginning': 1.2,
    'page 1 to the bare page, by rate': null,
  })
})

it('prints before, after and goal, every round, and warnings', () => {
  const text = page({ name: 'old5678', reached: { 'plans made for an order': 1.5 } })
  expect(text).toContain('| plans made for an order | 1.50 | 0.30 |')
  expect(text).toContain('| lag of the audit chain, at 1000 transfers a second |  | 3.3 s | under 5 s |')
  expect(text).toContain(
    '| processor time of the audit chain for an event, linked and counted |  | 20 µs | under 30 µs |',
  )
  expect(text.match(new RegExp(`\\| ${TPCB} \\| [123] \\|`, 'g'))).toHaveLength(3)
  expect(text).toContain(`| ${transfersOf(64)} | 0.50 | 0.50 |`)
  expect(text).toContain('planned 0.3 times: SELECT a \\| b')
  expect(text).not.toContain(PAGE_1)
  expect(page(null)).toContain('not measured yet')
})

it('reads the latencies of a log of pgbench', () => {
  expect(latenciesIn('0 199 2241 0 1175850568 995598\n1 200 998 0 1175850569 608\n')).toEqual([2.241, 0.998])
})
