import { describe, expect, it } from 'vitest'
import {
  countedOn,
  counterValueOf,
  exchangeObjection,
  noneCounted,
  periodOf,
  requirementsOf,
} from './exchange-control-rules.ts'

const rules = { no_document_tolerance: 500_000, goods_domiciliation_threshold: 10_000_000 }
type Input = Parameters<typeof requirementsOf>[0] & { domiciliation?: string }

describe('the requirements of exchange control', () => {
  const open = (input: Input, documentCount: number, counted = noneCounted) =>
    exchangeObjection(requirementsOf(input, 'international', counted, rules), { ...input, documentCount }, rules)
      ?.code ?? null

  it('are empty in the UEMOA', () => {
    expect(requirementsOf({ counter_value: 90_000_000, purpose: 'goods' }, 'local', noneCounted, rules)).toEqual([])
    expect(requirementsOf({ counter_value: 90_000_000, purpose: 'goods' }, 'internal', noneCounted, rules)).toEqual([])
  })

  it('are a purpose, documents above the tolerance, and a domiciliation for goods from the threshold on', () => {
    expect(open({ counter_value: 1 }, 0)).toBe('purpose_missing')
    expect(open({ counter_value: 500_000, purpose: 'family' }, 0)).toBeNull()
    expect(open({ counter_value: 500_001, purpose: 'family' }, 0)).toBe('documents_required')
    expect(open({ counter_value: 500_001, purpose: 'family' }, 1)).toBeNull()
    expect(open({ counter_value: 9_999_999, purpose: 'goods' }, 1)).toBeNull()
    expect(open({ counter_value: 10_000_000, purpose: 'goods' }, 1)).toBe('domiciliation_missing')
    expect(open({ counter_value: 10_000_000, purpose: 'goods', domiciliation: 'D-2026-118' }, 1)).toBeNull()
    expect(open({ counter_value: 10_000_000, purpose: 'services' }, 1)).toBeNull()
  })

  it('count the other orders to the payee', () => {
    const before = { without_documents: 400_000, without_domiciliation: 9_000_000 }
    expect(open({ counter_value: 100_000, purpose: 'family' }, 0, before)).toBeNull()
    expect(open({ counter_value: 100_001, purpose: 'family' }, 0, before)).toBe('documents_required')
    expect(open({ counter_value: 999_999, purpose: 'goods' }, 1, before)).toBeNull()
    expect(open({ counter_value: 1_000_000, purpose: 'goods' }, 1, before)).toBe('domiciliation_missing')
  })
})

describe('the period of exchange control', () => {
  const months = { exchange_control_months: 1 }
  const days = { exchange_control_months: 0 }
  it('is the month or the day of execution', () => {
    expect(periodOf('2026-03-31', months)).toBe('2026-03')
    expect(periodOf('2026-03-31', days)).toBe('2026-03-31')
    const march = { without_documents: 400_000, without_domiciliation: 0 }
    const counted = new Map([['2026-03', march]])
    expect(countedOn(counted, '2026-03-31', months)).toBe(march)
    expect(countedOn(counted, '2026-04-01', months)).toBe(noneCounted)
  })
})

describe('the counter-value', () => {
  it('is in francs, at the rate in force', () => {
    const euro = {
      currency: 'EUR',
      rate: 655.957,
      is_fixed: true,
      effective_at: new Date(),
      replaced_at: null,
    } as const
    expect(counterValueOf(5_000, 'XOF', [])).toBe(5_000)
    expect(counterValueOf(100_000, 'EUR', [euro])).toBe(655_957)
    expect(counterValueOf(1, 'EUR', [euro])).toBe(7)
    expect(counterValueOf(0, 'EUR', [])).toBe(0)
    expect(() => counterValueOf(100_000, 'EUR', [])).toThrow('EUR')
  })
})
