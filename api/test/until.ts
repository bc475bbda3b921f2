import { vi } from 'vitest'

/** Waits for something that comes by itself. A busy machine may be slow: only what never comes shall fail. */
export const until = <T>(seen: () => T | Promise<T>) => vi.waitUntil(seen, { timeout: 30_000, interval: 10 })
