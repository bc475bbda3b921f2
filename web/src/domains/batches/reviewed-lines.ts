// Remembers until sign-out which lines of batches the signer has looked at.
import type { BatchLine } from 'contract/transfers/batches.ts'
import { whenLeaving } from '../../lib/session/session.ts'
import { createStore, useStore } from '../../lib/store.ts'

const looked = createStore<ReadonlySet<string>>(new Set())

export const useLookedLines = () => useStore(looked)

type Line = Pick<BatchLine, 'id' | 'attention'>
const startOf = (batchId: string, isWorthALook: boolean) => `${batchId} ${isWorthALook ? 'look' : 'usual'} `
export const lookedKey = (batchId: string, { id, attention }: Line) => startOf(batchId, attention !== null) + id

export function toggleLooked(key: string): void {
  const next = new Set(looked.get())
  if (!next.delete(key)) next.add(key)
  looked.set(next)
}

/** How many lines of a batch that are worth a look were ticked, on all pages. */
export const countLooked = (keys: ReadonlySet<string>, batchId: string) =>
  [...keys].filter((key) => key.startsWith(startOf(batchId, true))).length

whenLeaving(() => looked.set(new Set()))
