// Calculates medians and percentiles of measured values.

/** The value below which a share of the sorted values lies (nearest rank); 0 where there is none. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const rank = Math.max(1, Math.ceil(share * sorted.length))
  return sorted[Math.min(rank, sorted.length) - 1] ?? 0
}

const sortedOf = (values: Iterable<number>) => Float64Array.from(values).sort()

/** The middle value; the mean of the two in the middle where their number is even. */
export function median(values: readonly number[]): number {
  const sorted = sortedOf(values)
  const middle = Math.floor(sorted.length / 2)
  const above = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? above : ((sorted[middle - 1] ?? 0) + above) / 2
}

export type Latencies = { p50_ms: number; p99_ms: number }

const toTenth = (ms: number) => Math.round(ms * 10) / 10

/** The percentiles of latencies in milliseconds. */
export function latenciesOf(milliseconds: Iterable<number>): Latencies {
  const sorted = sortedOf(milliseconds)
  return { p50_ms: toTenth(percentile(sorted, 0.5)), p99_ms: toTenth(percentile(sorted, 0.99)) }
}
