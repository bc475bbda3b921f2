import { expect, it } from 'vitest'
import { countsPerOrder, reportStatements } from './statement-check.ts'

const one = (query: string, buffers: number, plans = 0, isTopLevel = true) => ({ query, isTopLevel, buffers, plans })
const snapshot = (orders: number, ...statements: ReturnType<typeof one>[]) => ({
  orders,
  statements: new Map(statements.map((statement) => [statement.query, statement])),
})

it('counts for each order what was added between two snapshots', () => {
  const counts = countsPerOrder(snapshot(100, one('a', 500, 4)), snapshot(200, one('a', 1500, 5), one('b', 50)))
  expect(counts).toEqual([one('a', 10, 0.01), one('b', 0.5)])
})

it('warns of a statement that reads more and more, and of one that is planned at each call', () => {
  const { buffers, plans, warnings } = reportStatements([
    [one('steady', 50), one('grows', 10), one('inside', 9, 0, false)],
    [one('steady', 50), one('grows', 90), one('inside', 80, 0.5, false)],
  ])
  expect(buffers).toEqual([60, 140])
  expect(plans).toBe(0.5)
  expect(warnings).toEqual(['80.0 more buffers for each order: grows', 'planned 0.50 times for each order: inside'])
})

it('does not warn where nothing grows', () => {
  expect(reportStatements([[one('steady', 50)], [one('steady', 55)]]).warnings).toEqual([])
})
