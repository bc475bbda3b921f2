// Remembers until sign-out which lines of batches the signer has reviewed.
import type { BatchLine } from 'contract/transfers/batches.ts'
import { whenLeaving } from '../../lib/session/session.ts'
import { createStore, useStore } from '../../lib/store.ts'

const reviewed = createStore<ReadonlySet<string>>(new Set())

export const useReviewedLines = () => useStore(reviewed)

type Line = Pick<BatchLine, 'id' | 'attention'>
const prefixOf = (batchId: string, needsReview: boolean) => `${batchId} ${needsReview ? 'review' : 'usual'} `
export const reviewedKey = (batchId: string, { id, attention }: Line) => prefixOf(batchId, attention !== null) + id

export function toggleReviewed(key: string): void {
  const next = new Set(reviewed.get())
  if (!next.delete(key)) next.add(key)
  reviewed.set(next)
}

/** The number of lines of a batch that need a review and were ticked, on all pages. */
export const countReviewed = (keys: ReadonlySet<string>, batchId: string) =>
  [...keys].filter((key) => key.startsWith(prefixOf(batchId, true))).length

whenLeaving(() => reviewed.set(new Set()))
