// Runs a function at once and again after a pause.

/** What is reported of each run: how long it took, or why it failed. */
export type RunObserver = { done: (seconds: number) => void; failed: (error: unknown) => void }
export type RepeatedRun = {
  /** Ends the pause: the next run begins at once, or after the one that is under way. */
  runNow: () => void
  /** Waits for the run that is under way; no other begins. */
  stop: () => Promise<void>
}

/** An error is reported and the runs go on. `pauseMs` answers the pause before the next run. */
export function runEvery(run: () => Promise<void>, pauseMs: () => number, observer: RunObserver): RepeatedRun {
  const stopping = new AbortController()
  let isWanted = false
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
      isWanted = false
      const startedAt = performance.now()
      await run().then(() => observer.done((performance.now() - startedAt) / 1000), observer.failed)
      if (!stopping.signal.aborted && !isWanted) await pause()
      endPause = null
    }
  }
  const repeating = repeat()
  return {
    runNow: () => {
      isWanted = true
      endPause?.()
    },
    stop: () => {
      stopping.abort()
      endPause?.()
      return repeating
    },
  }
}
