// Under load, many calls become one statement: what arrives while a batch is under way is the next batch.

type Waiting<In, Out> = { input: In; resolve: (output: Out) => void; reject: (error: unknown) => void }

/**
 * Turns a function over many inputs into one over a single input. `run` answers one outcome per input, in their
 * order; an Error as outcome is thrown to its own caller alone. If `run` itself fails and there were several
 * inputs, each is run alone, so that one bad input never fails its neighbours.
 */
export function createBatcher<In, Out>(
  run: (inputs: readonly In[]) => Promise<readonly (Out | Error)[]>,
  { max, concurrency }: { max: number; concurrency: number },
): (input: In) => Promise<Out> {
  const queue: Waiting<In, Out>[] = []
  let busy = 0
  let isScheduled = false

  function settle(batch: Waiting<In, Out>[], outcomes: readonly (Out | Error)[]) {
    batch.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index]
      if (outcome instanceof Error) reject(outcome)
      // `run` answers an outcome for each input, so an absent one can only be an Out that is undefined.
      else resolve(outcome as Out)
    })
  }

  async function runBatch(batch: Waiting<In, Out>[]) {
    try {
      settle(batch, await run(batch.map(({ input }) => input)))
    } catch (error) {
      if (batch.length === 1) for (const { reject } of batch) reject(error)
      else for (const one of batch) await runBatch([one])
    }
  }

  function start() {
    isScheduled = false
    while (busy < concurrency && queue.length > 0) {
      busy += 1
      void runBatch(queue.splice(0, max)).finally(() => {
        busy -= 1
        start()
      })
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      queue.push({ input, resolve, reject })
      if (!isScheduled && busy < concurrency) {
        isScheduled = true
        // After the reads of this turn of the event loop: all of their calls go together.
        setImmediate(start)
      }
    })
}
