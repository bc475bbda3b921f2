// The token of a link from an e-mail. It is in the fragment of the address until the page has read it, then only here,
// in memory.
import { createStore, useStore } from '../../lib/store.ts'

const held = createStore<string | null>(null)

/** Takes the token out of an address. True if there was one: the address must then be replaced by one without it. */
export function takeLinkToken(hash: string): boolean {
  if (hash === '') return false
  held.set(/^[\w-]{16,128}$/.test(hash) ? hash : null)
  return true
}

export const hasLinkToken = () => held.get() !== null
export const useLinkToken = () => useStore(held)
export const forgetLinkToken = () => held.set(null)
