const SHORTEST_MS = 1_000

/**
 * How long the rate of an answer is guaranteed, in milliseconds; false where it has no end. By the bank's clock: the device's clock may be
 * wrong.
 */
export function rateLifetime(until: number | null, headers: Headers): number | false {
  if (until === null) return false
  const now = Date.parse(headers.get('Date') ?? '') || Date.now()
  return Math.max(SHORTEST_MS, until * 1_000 - now)
}
