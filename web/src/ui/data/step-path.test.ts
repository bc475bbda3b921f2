import { expect, it } from 'vitest'
import { roundTicks, stepPath } from './step-path.ts'

it('draws horizontal lines until the next point', () => {
  expect(
    stepPath([
      { x: 0, y: 10 },
      { x: 24, y: 5.04 },
    ]),
  ).toBe('M0 10H24V5')
})

it('chooses round tick values that include every value', () => {
  expect(roundTicks([6_739_360, 12_573_160])).toEqual([0, 5_000_000, 10_000_000, 15_000_000])
  expect(roundTicks([18_425])).toEqual([0, 10_000, 20_000])
  expect(roundTicks([0, 0])).toEqual([0])
})

it('includes negative values for an overdraft', () => {
  const ticks = roundTicks([-325_400, 100_000])
  expect(ticks[0]).toBeLessThanOrEqual(-325_400)
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(100_000)
})
