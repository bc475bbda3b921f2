import { setTimeout as pause } from 'node:timers/promises'

/** Who hears of a work: that it was done, and how long it took; that it failed, and why. */
export type RunObserver = { done: (seconds: number) => void; failed: (error: unknown) => void }

/**
 * Does a work at once and again after each pause. A fault is told and the work goes on. Answers how to stop: it waits
 * for what is under way.
 */
export function repeat(work: () => Promise<void>, everyMs: number, watch: RunObserver): () => Promise<void> {
  const stopping = new AbortController()
  async function run() {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      await work().then(() => watch.done((performance.now() - startedAt) / 1000), watch.failed)
      // A stop cuts the pause short, and nothing else can end it.
      await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return () => {
    stopping.abort()
    return running
  }
}
