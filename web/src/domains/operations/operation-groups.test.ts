import type { Operation } from 'contract/accounts/operations.ts'
import { expect, it } from 'vitest'
import { groupOperations, readFoundTotals, readMonthTotals } from './operation-groups.ts'

const at = (date: string) => Date.parse(date) / 1000
const anOperation = (input: Partial<Operation>) =>
  ({
    currency: 'XOF',
    intraday_id: null,
    execution_date: at('2025-11-18T10:00:00Z'),
    amount: -1,
    value_date: '2025-11-18',
    ...input,
  }) as Operation

it('puts upcoming operations first, then one group per month', () => {
  const groups = groupOperations(
    [
      anOperation({ intraday_id: 'i1', execution_date: null, amount: -275_000 }),
      anOperation({ intraday_id: 'i2', execution_date: null, amount: 2_300_000 }),
      anOperation({}),
      anOperation({ execution_date: at('2025-10-31T23:59:00Z') }),
    ],
    [{ month: '2025-11', currency: 'XOF', credits: 8_430_000, debits: -3_693_160 }],
  )
  expect(
    groups.map(({ month, totals, operations }) => [
      month,
      totals.map(({ credits, debits }) => [credits, debits]),
      operations.length,
    ]),
  ).toEqual([
    [null, [[2_300_000, -275_000]], 2],
    ['2025-11', [[8_430_000, -3_693_160]], 1],
    ['2025-10', [], 1],
  ])
})

it('never adds two currencies', () => {
  const [coming] = groupOperations(
    [
      anOperation({ execution_date: null, amount: -275 }),
      anOperation({ execution_date: null, amount: -1_250, currency: 'EUR' }),
      anOperation({ execution_date: null, amount: -25 }),
    ],
    [],
  )
  expect(coming?.totals).toEqual([
    { currency: 'XOF', credits: 0, debits: -300 },
    { currency: 'EUR', credits: 0, debits: -1_250 },
  ])
})

it('groups without totals if their header cannot be read', () => {
  expect(readMonthTotals(null)).toEqual([])
  expect(readMonthTotals('{')).toEqual([])
  expect(readMonthTotals('[{"month":"2025-11","credits":1,"debits":-2}]')).toHaveLength(1)
  expect(readFoundTotals('{}')).toEqual([])
  expect(readFoundTotals('[{"currency":"XOF","credits":5,"debits":-2}]')).toEqual([
    { currency: 'XOF', credits: 5, debits: -2 },
  ])
})
