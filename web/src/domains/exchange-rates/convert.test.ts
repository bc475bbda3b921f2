import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromFrancs, toFrancs } from './convert.ts'

const euro = { rate: '655.957', unit: 1, minorUnits: 2 }

it('converts euros at the fixed parity to the exact franc', () => {
  expect(toFrancs(100, euro)).toBe(656)
  expect(toFrancs(100_000, euro)).toBe(655_957)
  expect(fromFrancs(655_957, euro)).toBe(100_000)
  expect(fromFrancs(328, euro)).toBe(50)
})

it('rounds half away from zero', () => {
  expect(toFrancs(50, { rate: '1', unit: 1, minorUnits: 2 })).toBe(1)
  expect(toFrancs(49, { rate: '1', unit: 1, minorUnits: 2 })).toBe(0)
  expect(toFrancs(5, { rate: '79.05', unit: 100, minorUnits: 0 })).toBe(4)
})

it('returns to the original amount within half a franc after both conversions', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000_000 }), (cents) => {
      const back = fromFrancs(toFrancs(cents, euro), euro)
      expect(Math.abs(back - cents)).toBeLessThanOrEqual(1)
    }),
  )
})
