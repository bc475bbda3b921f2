import { operationKinds, type Operation } from 'contract/access/session.ts'
import { describe, expect, it } from 'vitest'
import type { ConfirmationPolicy } from '../../caller.ts'
import { confirmationObjection, francsOf, methodsFor } from './confirmation-rules.ts'

type Summary = Operation['summary']

const now = new Date('2026-03-10T09:30:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const policy = (values: Partial<ConfirmationPolicy> = {}): ConfirmationPolicy => ({
  factors: [],
  factor_amount: 1_000_000,
  factor_due_at: null,
  factors_reset_at: null,
  ...values,
})
const transfer = (amount: number, more: Summary['facts'] = []): Summary => ({
  kind: 'transfer.create',
  facts: [{ name: 'payee', text: 'Awa' }, { name: 'amount', amount, currency: 'XOF' }, ...more],
})

describe('the francs of an operation', () => {
  it.each<[string, Summary['facts'], number]>([
    ['no amount', [{ name: 'payee', text: 'Awa' }], 0],
    ['its amount', [{ name: 'amount', amount: 5_000, currency: 'XOF' }], 5_000],
    [
      'its total, not amount and total',
      [
        { name: 'amount', amount: 5_000, currency: 'XOF' },
        { name: 'total', amount: 5_500, currency: 'XOF' },
      ],
      5_500,
    ],
    [
      'the totals of a selection, in francs',
      [
        { name: 'total', amount: 1_000, currency: 'XOF' },
        { name: 'total', amount: 100_00, currency: 'EUR' },
      ],
      66_596,
    ],
    ['the ceiling of a mandate', [{ name: 'ceiling', amount: 200_000, currency: 'XOF' }], 200_000],
    [
      'what the account pays, not what the payee receives',
      [
        { name: 'amount', amount: 655_957, currency: 'XOF' },
        { name: 'received', amount: 1_000_00, currency: 'EUR' },
      ],
      655_957,
    ],
  ])('%s', (_, facts, francs) => {
    expect(francsOf({ kind: 'transfer.create', facts })).toBe(francs)
  })
})

describe('the methods that confirm an operation', () => {
  it.each([
    ['below the amount, without a factor', transfer(1_000_000), policy(), ['password']],
    [
      'below the amount, with factors',
      transfer(1),
      policy({ factors: ['passkey', 'code'] }),
      ['passkey', 'code', 'password'],
    ],
    ['above the amount, with a factor', transfer(1_000_001), policy({ factors: ['code'] }), ['code']],
    // A recovery code is entered as a code, where the passkey is lost.
    ['above the amount, with a passkey', transfer(1_000_001), policy({ factors: ['passkey'] }), ['passkey', 'code']],
    ['above the amount, in the time to add a factor', transfer(1_000_001), policy(), ['password']],
    [
      'any amount where none is required',
      transfer(9e12),
      policy({ factors: ['code'], factor_amount: null }),
      ['code', 'password'],
    ],
    ['every amount', transfer(1), policy({ factors: ['code'], factor_amount: 0 }), ['code']],
  ] as const)('%s', (_, summary, given, methods) => {
    expect(methodsFor(summary, given)).toEqual(methods)
  })

  it('require a factor for changes of security, whatever the amount', () => {
    const isGuarded = (kind: Summary['kind']) =>
      !methodsFor({ kind, facts: [] }, policy({ factors: ['passkey'], factor_amount: null })).includes('password')
    expect(operationKinds.filter(isGuarded)).toEqual([
      'contact.change',
      'passkey.add',
      'passkey.remove',
      'code.add',
      'code.remove',
      'recovery.renew',
      'access.change',
      'access.invite',
      'access.suspend',
      'access.reinstate',
      'access.remove',
      'access.accept',
      'rules.change',
      'rules.accept',
    ])
  })
})

describe('the objection to a confirmation', () => {
  it.each([
    ['nothing below the amount', transfer(1_000_000), policy({ factor_due_at: now, factors_reset_at: now }), null],
    ['nothing while a factor can be added', transfer(2_000_000), policy({ factor_due_at: hours(1) }), null],
    ['no factor when the time is over', transfer(2_000_000), policy({ factor_due_at: now }), 'factor_required'],
    ['nothing with a factor', transfer(2_000_000), policy({ factor_due_at: now, factors: ['code'] }), null],
    ['factors that were just removed', transfer(2_000_000), policy({ factors_reset_at: hours(-47) }), 'factors_reset'],
    [
      'even where new ones were added',
      transfer(2_000_000),
      policy({ factors_reset_at: hours(-47), factors: ['passkey'] }),
      'factors_reset',
    ],
    ['nothing after 48 hours', transfer(2_000_000), policy({ factors_reset_at: hours(-48) }), null],
  ] as const)('%s', (_, summary, given, code) => {
    expect(confirmationObjection(summary, given, now)?.code ?? null).toBe(code)
  })
})
