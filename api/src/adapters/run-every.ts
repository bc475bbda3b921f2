// Runs a function immediately and again after a pause.

/** The report of each run: its duration, or its error. */
export type RunObserver = { done: (seconds: number) => void; failed: (error: unknown) => void }
export type RepeatedRun = {
  /** Ends the pause: the next run begins immediately, or after the current one. */
  runNow: () => void
  /** Shortens the pause after the last or the current run to this many milliseconds. */
  runSoon: (pauseMs: number) => void
  /** Waits for the current run; no other begins. */
  stop: () => Promise<void>
}

/** An error is reported and the runs continue. `pauseMs` answers the pause before the next run. */
export function runEvery(run: () => Promise<void>, pauseMs: () => number, observer: RunObserver): RepeatedRun {
  const stopping = new AbortController()
  /** The shortest pause that was requested since the current run began. */
  let requestedMs = Infinity
  let pausing: { endsAt: number; since: number; timer: NodeJS.Timeout; end: () => void } | null = null

  function endAfter(milliseconds: number): void {
    if (!pausing) return
    const endsAt = Math.min(pausing.endsAt, pausing.since + milliseconds)
    clearTimeout(pausing.timer)
    pausing = { ...pausing, endsAt, timer: setTimeout(pausing.end, Math.max(0, endsAt - performance.now())) }
  }
  const pause = () =>
    new Promise<void>((resolve) => {
      const since = performance.now()
      pausing = { since, endsAt: Infinity, timer: setTimeout(() => undefined, 0), end: resolve }
      endAfter(Math.min(pauseMs(), requestedMs))
    })
  async function repeat(): Promise<void> {
    while (!stopping.signal.aborted) {
      requestedMs = Infinity
      const startedAt = performance.now()
      await run().then(() => observer.done((performance.now() - startedAt) / 1000), observer.failed)
      if (!stopping.signal.aborted) await pause()
      if (pausing) clearTimeout(pausing.timer)
      pausing = null
    }
  }
  const repeating = repeat()
  const runSoon = (milliseconds: number) => {
    requestedMs = Math.min(requestedMs, milliseconds)
    endAfter(milliseconds)
  }
  return {
    runNow: () => runSoon(0),
    runSoon,
    stop: () => {
      stopping.abort()
      runSoon(0)
      return repeating
    },
  }
}
