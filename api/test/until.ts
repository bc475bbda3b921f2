import { vi } from 'vitest'

/** Waits for a condition. A busy machine may be slow: only a condition that never becomes true fails. */
export const until = <T>(seen: () => T | Promise<T>) => vi.waitUntil(seen, { timeout: 30_000, interval: 10 })
