import { expect, it } from 'vitest'
import { highest, lowest } from './amount-bounds.ts'

it('describes a limit with the rounder number', () => {
  expect([lowest(100_001), lowest(100_000), lowest(1), highest(4_999), highest(5_000)]).toEqual([
    { is: 'above', amount: 100_000 },
    { is: 'from', amount: 100_000 },
    { is: 'from', amount: 1 },
    { is: 'below', amount: 5_000 },
    { is: 'up-to', amount: 5_000 },
  ])
})
