// A job of the worker.

export type Job = {
  name: string
  /** The shortest pause between two runs. */
  everyMs: number
  /**
   * The pause while nothing is committed that the job could be waiting for; absent where it waits for something else, and
   * runs at its usual interval.
   */
  idleMs?: number
  /** `signal` stops a job that processes item after item, after the current item. */
  run: (signal: AbortSignal) => Promise<unknown>
}
