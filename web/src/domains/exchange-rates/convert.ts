const MICRO = 1_000_000n

/** `655.957` in millionths: 655957000. */
function micros(rate: string): bigint {
  const [whole = '0', decimals = ''] = rate.split('.')
  return BigInt(whole) * MICRO + BigInt(decimals.padEnd(6, '0'))
}

/** Half away from zero (domain.md 1), as the bank rounds. Both are positive here. */
const divided = (amount: bigint, by: bigint) => (amount * 2n + by) / (by * 2n)

export type Conversion = { rate: string; unit: number; minorUnits: number }

/** Converts an amount in the minor unit of a currency to whole francs, at `rate` francs for `unit` of it. */
export const toFrancs = (amount: number, { rate, unit, minorUnits }: Conversion): number =>
  Number(divided(BigInt(amount) * micros(rate), MICRO * BigInt(unit) * 10n ** BigInt(minorUnits)))

/** Converts whole francs to the minor unit of a currency. */
export const fromFrancs = (francs: number, { rate, unit, minorUnits }: Conversion): number =>
  Number(divided(BigInt(francs) * MICRO * BigInt(unit) * 10n ** BigInt(minorUnits), micros(rate)))
