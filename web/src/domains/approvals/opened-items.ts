// Remembers until sign-out which items and documents the signer has opened.
import { whenLeaving } from '../../lib/session/session.ts'
import { createStore, useStore } from '../../lib/store.ts'

const opened = createStore<ReadonlySet<string>>(new Set())

/** Ids of items in this version, and of documents. */
export const useOpened = () => useStore(opened)
export function markOpened(key: string): void {
  if (!opened.get().has(key)) opened.set(new Set([...opened.get(), key]))
}

export const openedKey = ({ id, version }: { id: string; version: number }) => `${id}:${version}`

whenLeaving(() => opened.set(new Set()))
