// Reads the parts of a page one by one: a part that fails or takes too long is null, and leaves the others.
import { millisecondsLeft, withDeadline } from '../../adapters/deadline.ts'

/** A part that waits longer than this is given up: the page is shown without it. */
const BLOCK_MS = 4_000

export type Log = { error: (context: { err: unknown }, message: string) => void }

export function readBlocks<Name extends string>(log: Log) {
  const failed: Name[] = []
  return {
    /** The names of the parts that could not be read. */
    failed,
    read: async <T>(name: Name, block: () => Promise<T>): Promise<T | null> => {
      try {
        return await withDeadline(millisecondsLeft(BLOCK_MS), block)
      } catch (error) {
        log.error({ err: error }, `the block ${name} of the home page was not read`)
        failed.push(name)
        return null
      }
    },
  }
}
