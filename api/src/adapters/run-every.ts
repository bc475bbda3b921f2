// Runs a function immediately and again after a pause.

/** The report of each run: its duration, or its error. */
export type RunObserver = { done: (seconds: number) => void; failed: (error: unknown) => void }
export type RepeatedRun = {
  /** Ends the pause: the next run begins immediately, or after the current one. */
  runNow: () => void
  /** Waits for the current run; no other begins. */
  stop: () => Promise<void>
}

/** An error is reported and the runs go on. `pauseMs` answers the pause before the next run. */
export function runEvery(run: () => Promise<void>, pauseMs: () => number, observer: RunObserver): RepeatedRun {
  const stopping = new AbortController()
  let isRequested = false
  let endPause: (() => void) | null = null

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs())
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  async function repeat(): Promise<void> {
    while (!stopping.signal.aborted) {
      isRequested = false
      const startedAt = performance.now()
      await run().then(() => observer.done((performance.now() - startedAt) / 1000), observer.failed)
      if (!stopping.signal.aborted && !isRequested) await pause()
      endPause = null
    }
  }
  const repeating = repeat()
  return {
    runNow: () => {
      isRequested = true
      endPause?.()
    },
    stop: () => {
      stopping.abort()
      endPause?.()
      return repeating
    },
  }
}
