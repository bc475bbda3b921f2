import { useSyncExternalStore } from 'react'

export type Store<T> = { get: () => T; set: (next: T) => void; subscribe: (listener: () => void) => () => void }

/** A minimal shared state: a value with its subscribers. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)
