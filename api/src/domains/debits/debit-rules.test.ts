import { expect, it } from 'vitest'
import {
  claimedUntil,
  disputeOf,
  type DueContext,
  isHigherLimit,
  mayBecome,
  obstacleTo,
  refundedUntil,
  refusedUntil,
  statusOn,
  collectionTimeOf,
} from './debit-rules.ts'

const none = new Set<string>()

it.each([
  // Friday, collected that day: refusal until Thursday noon.
  ['2026-03-13', none, '2026-03-13T08:00', '2026-03-12T12:00'],
  // Monday: refusal until Friday noon.
  ['2026-03-16', none, '2026-03-16T08:00', '2026-03-13T12:00'],
  // Sunday: collected on Monday.
  ['2026-03-15', none, '2026-03-16T08:00', '2026-03-13T12:00'],
  // A holiday before, and one on the day.
  ['2026-03-16', new Set(['2026-03-13']), '2026-03-16T08:00', '2026-03-12T12:00'],
  ['2026-03-16', new Set(['2026-03-16']), '2026-03-17T08:00', '2026-03-13T12:00'],
])(
  'a collection due on %s can be refused until its deadline and is debited on its day',
  (due, holidays, taken, until) => {
    expect(collectionTimeOf(due, holidays).toISOString().slice(0, 16)).toBe(taken)
    expect(refusedUntil(due, holidays).toISOString().slice(0, 16)).toBe(until)
  },
)

it('counts the days of the refund and 13 months, both inclusive', () => {
  expect(refundedUntil('core', '2026-03-10', 56)).toBe('2026-05-05')
  expect(refundedUntil('core', '2026-03-10', 30)).toBe('2026-04-09')
  expect(refundedUntil('b2b', '2026-03-10', 56)).toBeNull()
  expect(claimedUntil('2026-03-10')).toBe('2027-04-10')
  expect(claimedUntil('2027-01-31')).toBe('2028-02-29')
})

it.each([
  ['refund', 'core', '2026-05-05', 'refund'],
  ['refund', 'local', '2026-05-06', 'too_late'],
  ['unauthorised', 'core', '2026-05-05', 'refund'],
  ['unauthorised', 'core', '2026-05-06', 'claim'],
  ['unauthorised', 'core', '2027-04-10', 'claim'],
  ['unauthorised', 'core', '2027-04-11', 'too_late'],
  ['refund', 'b2b', '2026-03-10', 'between_companies'],
  ['unauthorised', 'b2b', '2026-03-10', 'claim'],
  ['unauthorised', 'b2b', '2027-04-11', 'too_late'],
] as const)('a dispute (%s) of a %s collection of 10 March on %s results in: %s', (reason, scheme, today, outcome) => {
  expect(disputeOf(reason, { scheme, taken_on: '2026-03-10' }, today, 56)).toBe(outcome)
})

const mandate = {
  status: 'active',
  scheme: 'core',
  signed_on: '2024-01-31',
  last_used_on: null,
  recurrence: 'recurrent',
  max_amount: 50_000,
} as const

it('expires a mandate that was not used for 36 months, and a one-off mandate after its collection', () => {
  expect(statusOn(mandate, '2027-01-31')).toBe('active')
  expect(statusOn(mandate, '2027-02-01')).toBe('expired')
  expect(statusOn({ ...mandate, last_used_on: '2026-12-01' }, '2027-02-01')).toBe('active')
  expect(statusOn({ ...mandate, last_used_on: '2024-02-01', recurrence: 'one_off' }, '2024-02-02')).toBe('expired')
  expect(statusOn({ ...mandate, status: 'revoked' }, '2030-01-01')).toBe('revoked')
  expect(statusOn({ ...mandate, status: 'suspended' }, '2027-02-01')).toBe('expired')
  expect(statusOn({ ...mandate, recurrence: 'one_off' }, '2024-02-02')).toBe('active')
})

it('allows only the state changes of a mandate that the domain model defines', () => {
  expect(mayBecome('pending_confirmation', 'active')).toBe(true)
  expect(mayBecome('pending_confirmation', 'suspended')).toBe(false)
  expect(mayBecome('suspended', 'active')).toBe(true)
  expect(mayBecome('revoked', 'active')).toBe(false)
  expect(mayBecome('expired', 'active')).toBe(false)
  expect(mayBecome('active', 'refused')).toBe(false)
})

it('recognises a maximum amount that allows more than the previous one', () => {
  expect([
    isHigherLimit(null, 5),
    isHigherLimit(5, 5),
    isHigherLimit(6, 5),
    isHigherLimit(5, 6),
    isHigherLimit(5, null),
    isHigherLimit(null, null),
  ]).toEqual([false, false, false, true, true, false])
})

const due: DueContext = {
  scheme: 'core',
  amount: 50_000,
  currency: 'XOF',
  account: { status: 'active', kind: 'checking', currency: 'XOF', is_company: true },
  is_creditor_blocked: false,
  mandate,
}
it.each([
  [{}, null],
  [{ account: { ...due.account, status: 'closed' } }, 'AC04'],
  [{ account: { ...due.account, status: 'blocked' } }, 'AC06'],
  [{ account: { ...due.account, kind: 'savings' } }, 'AG01'],
  [{ currency: 'EUR' }, 'AG01'],
  [{ scheme: 'b2b', account: { ...due.account, is_company: false } }, 'AG01'],
  [{ scheme: 'b2b', mandate: { ...mandate, scheme: 'b2b' } }, null],
  [{ account: { ...due.account, is_company: false } }, null],
  [{ is_creditor_blocked: true }, 'SL01'],
  [{ mandate: null }, 'MD01'],
  [{ mandate: { ...mandate, status: 'revoked' } }, 'MD01'],
  [{ mandate: { ...mandate, status: 'pending_confirmation' } }, 'MD01'],
  // A mandate of another scheme authorises nothing.
  [{ scheme: 'b2b' }, 'MD01'],
  [{ mandate: { ...mandate, status: 'suspended' } }, 'MS02'],
  [{ amount: 50_001 }, 'AM02'],
  [{ amount: 50_001, mandate: { ...mandate, max_amount: null } }, null],
] as [Partial<DueContext>, string | null][])('a collection with %j is rejected with the code %s', (change, reason) => {
  expect(obstacleTo({ ...due, ...change }, '2026-03-10')).toBe(reason)
})
