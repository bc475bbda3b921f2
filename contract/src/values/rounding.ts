// Rounds amounts calculated from rates to whole minor units: exact, halves away from zero (domain.md 5 and 6). Products exceed safe integers.

/** numerator / denominator to the nearest whole number, halves up; both at or above zero. */
export const halfUp = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator))

/** Rates are numbers of at most three decimals (8.5 %, 0.125 %): in thousandths of a percent they are whole. */
export const thousandths = (percent: number): bigint => BigInt(Math.round(percent * 1000))

/** A percentage of a non-negative amount, rounded half up. */
export const percentOf = (amount: number, percent: number): number =>
  halfUp(BigInt(amount) * thousandths(percent), 100_000n)
