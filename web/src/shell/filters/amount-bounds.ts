/** Of the absolute amount, in the minor unit. */
export type Amounts = { min?: number | undefined; max?: number | undefined }

export const areReversed = ({ min, max }: Amounts) => min !== undefined && max !== undefined && max < min

export type Bound = { is: 'from' | 'above' | 'up-to' | 'below'; amount: number }
const isRound = (amount: number) => amount % 10 === 0

/** The rounder of two descriptions of the same bound: from 100 001 is more than 100 000. */
export const lowest = (min: number): Bound =>
  isRound(min - 1) && min > 1 ? { is: 'above', amount: min - 1 } : { is: 'from', amount: min }
export const highest = (max: number): Bound =>
  isRound(max + 1) ? { is: 'below', amount: max + 1 } : { is: 'up-to', amount: max }
