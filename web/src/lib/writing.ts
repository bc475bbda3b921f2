// The message to the bank that is being written, from wherever it was begun.
import type { About } from 'contract/messages.ts'
import { hasRight, useSession, whenLeaving } from './session.ts'
import { createStore, useStore } from './store.ts'

export type Writing = { about: About | null; subject: string }

const open = createStore<Writing | null>(null)
export const useWriting = () => useStore(open)

export const writeToBank = (writing: Writing = { about: null, subject: '' }) => open.set(writing)
export const stopWriting = () => open.set(null)

whenLeaving(stopWriting)

/** Whether whoever is signed in may write for the account they work on. */
export function useMayWrite(): boolean {
  const { account } = useSession()
  return account !== null && hasRight(account, 'inbox') && account.capabilities.includes('message.send')
}
