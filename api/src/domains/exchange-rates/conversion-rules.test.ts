import { describe, expect, it } from 'vitest'
import { convert, fromFrancs, guaranteedUntil, rateFor, toFrancs, type TransferRate } from './conversion-rules.ts'

const PARITY = 655.957

describe('conversion at the parity of the euro', () => {
  it.each([
    [12_345, 80_978],
    [109_000, 714_993],
    [76_000, 498_527],
    [100_000, 655_957],
    [1, 7],
  ])('counts %i cents as %i francs', (cents, francs) => expect(toFrancs(cents, 'EUR', PARITY)).toBe(francs))

  it.each([
    [750_000, 114_337],
    [655_957, 100_000],
    [1, 0],
    [4, 1],
  ])('counts %i francs as %i cents', (francs, cents) => expect(fromFrancs(francs, 'EUR', PARITY)).toBe(cents))

  it('is exact for the largest amounts, where binary fractions are not', () => {
    expect(toFrancs(900_719_925_474, 'EUR', PARITY)).toBe(5_908_335_401_541)
    expect(fromFrancs(5_908_335_401_541, 'EUR', PARITY)).toBe(900_719_925_474)
  })

  it('leaves an amount in its own currency as it is', () => expect(convert(5, 'XOF', 'XOF', PARITY)).toBe(5))
})

describe('the rate of an order', () => {
  const at = (text: string) => new Date(`2026-11-23T${text}Z`)
  const dollar = (effective: string, rate: number, replaced: string | null): TransferRate => ({
    currency: 'USD',
    rate,
    is_fixed: false,
    effective_at: at(effective),
    replaced_at: replaced === null ? null : at(replaced),
  })
  const first = dollar('08:00:00', 572, '10:00:00')
  const second = dollar('10:00:00', 580, null)
  const rates = [first, second]
  const unix = ({ effective_at }: TransferRate) => effective_at.getTime() / 1000

  it('is the one in force without a quote', () =>
    expect(rateFor(rates, 'USD', null, { now: at('10:05:00'), minutes: 15 })).toBe(second))

  it('stays the quoted one for the stated time after the next one was published', () => {
    expect(rateFor(rates, 'USD', unix(first), { now: at('10:14:59'), minutes: 15 })).toBe(first)
    expect(rateFor(rates, 'USD', unix(first), { now: at('10:15:00'), minutes: 15 })).toBe('expired')
  })

  it('is never one that was not published', () =>
    expect(rateFor(rates, 'USD', unix(first) + 1, { now: at('10:05:00'), minutes: 15 })).toBe('expired'))

  it('is of its currency, and the parity whatever was quoted', () => {
    const pound: TransferRate = { ...second, currency: 'GBP', rate: 740 }
    const parity: TransferRate = { ...second, currency: 'EUR', rate: PARITY, is_fixed: true }
    const when = { now: at('10:05:00'), minutes: 15 }
    expect(rateFor([second, pound], 'GBP', unix(pound), when)).toBe(pound)
    expect(rateFor([parity], 'EUR', unix(first), when)).toBe(parity)
  })

  it('is null for a currency without rates', () =>
    expect(rateFor(rates, 'GBP', null, { now: at('10:05:00'), minutes: 15 })).toBeNull())

  it('is guaranteed from now while it is in force', () => {
    expect(guaranteedUntil(second, at('11:00:00'), 15)).toEqual(at('11:15:00'))
    expect(guaranteedUntil(first, at('10:05:00'), 15)).toEqual(at('10:15:00'))
  })
})
