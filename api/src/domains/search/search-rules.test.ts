import { paymentSearchOf } from 'contract/search.ts'
import { expect, it } from 'vitest'
import { statementDaysOf } from './search-rules.ts'

const TODAY = '2026-11-22'

it.each([
  ['relevé', {}],
  ['Statements', {}],
  ['octobre', { from: '2026-10-01', to: '2026-10-31' }],
  ['relevé de décembre', { from: '2025-12-01', to: '2025-12-31' }],
  ['Relevé d’août 2024', { from: '2024-08-01', to: '2024-08-31' }],
  ['statement of February 2024', { from: '2024-02-01', to: '2024-02-29' }],
  ['2025', { from: '2025-01-01', to: '2025-12-31' }],
  ['novembre', { from: '2026-11-01', to: '2026-11-30' }],
])('%s names the statements of %j', (text, days) => expect(statementDaysOf(text, TODAY)).toEqual(days))

it.each(['senelec', 'octobre rose', 'octobre novembre', '20877410', '', 'de', 'loyer octobre'])(
  '%s names no statement',
  (text) => expect(statementDaysOf(text, TODAY)).toBeNull(),
)

it.each([
  ['>50 000', 0, { min: 50_000 }],
  ['> 50.000', 0, { min: 50_000 }],
  ['<1000', 2, { max: 100_000 }],
  ['50 000', 0, { search: '50 000' }],
  ['>', 0, { search: '>' }],
  ['>9007199254740993', 0, { search: '>9007199254740993' }],
  [' Senelec ', 0, { search: 'Senelec' }],
])('%s searches payments with %d decimals for %j', (typed, decimals, found) =>
  expect(paymentSearchOf(typed, decimals)).toEqual(found),
)
