import { setTimeout as pause } from 'node:timers/promises'

/**
 * Does a work at once and again after each pause. A fault is told and the work goes on. Answers how to stop: it waits
 * for what is under way.
 */
export function repeat(work: () => Promise<void>, everyMs: number, onFault: (fault: unknown) => void): () => Promise<void> {
  const stopping = new AbortController()
  async function run() {
    while (!stopping.signal.aborted) {
      await work().catch(onFault)
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
