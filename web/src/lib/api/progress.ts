// Counts the pending requests: the progress bar is displayed while there is one.
import { createStore, useStore } from '../store.ts'

const underWay = createStore(0)

export async function counted<T>(work: Promise<T>): Promise<T> {
  underWay.set(underWay.get() + 1)
  try {
    return await work
  } finally {
    underWay.set(underWay.get() - 1)
  }
}

export const useIsWaiting = () => useStore(underWay) > 0
