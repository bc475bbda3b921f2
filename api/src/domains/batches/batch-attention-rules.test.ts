import { expect, it } from 'vitest'
import { attentionOf, type LineContext, monthBefore } from './batch-attention-rules.ts'

const line: LineContext = {
  id: '1',
  name: 'Ousmane Tall',
  amount: 115_000,
  is_own: false,
  holder: 'Tall Ousmane',
  is_paid_before: true,
  last_amount: 115_000,
}

it('marks an account in another name, a payee who was never paid, and an amount that changed by more than 30 %', () => {
  expect(attentionOf(line)).toBeNull()
  expect(attentionOf({ ...line, holder: 'Oumou Diop' })).toBe('other_holder')
  expect(attentionOf({ ...line, is_paid_before: false, last_amount: null })).toBe('never_paid')
  expect(attentionOf({ ...line, amount: 149_500 })).toBeNull()
  expect(attentionOf({ ...line, amount: 149_501 })).toBe('unusual')
  expect(attentionOf({ ...line, amount: 80_000 })).toBe('unusual')
})

it('has nothing to compare with for other banks, a pause of a month, and own accounts', () => {
  expect(attentionOf({ ...line, holder: null })).toBeNull()
  expect(attentionOf({ ...line, last_amount: null })).toBeNull()
  expect(attentionOf({ ...line, is_own: true, is_paid_before: false, last_amount: null })).toBeNull()
})

it('compares with the calendar month before', () => {
  expect(monthBefore('2026-11-30')).toEqual({ from: '2026-10-01', to: '2026-11-01' })
  expect(monthBefore('2027-01-01')).toEqual({ from: '2026-12-01', to: '2027-01-01' })
})
