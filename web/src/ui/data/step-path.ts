/** Draws a line that is horizontal until the next point, then steps to it. */
export function stepPath(points: readonly { x: number; y: number }[]): string {
  const round = (value: number) => Math.round(value * 10) / 10
  return points
    .map(({ x, y }, index) => (index === 0 ? `M${round(x)} ${round(y)}` : `H${round(x)}V${round(y)}`))
    .join('')
}

/**
 * Three round steps above the baseline that include every value: 0, 5, 10, 15 for a maximum of 12. Also below zero if
 * needed. An account that has always been empty has only the baseline.
 */
export function roundTicks(values: readonly number[]): number[] {
  const high = Math.max(0, ...values)
  const low = Math.min(0, ...values)
  if (high === 0 && low === 0) return [0]
  const rough = Math.max((high - low) / 3, 1)
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((size) => size >= rough) ?? rough
  const first = Math.floor(low / step)
  const count = Math.max(Math.ceil(high / step) - first, 1)
  return Array.from({ length: count + 1 }, (_, index) => (first + index) * step)
}
