// The secret of a link from an e-mail. It stands behind the # of the address until the page has read it, then only here, in memory.
import { createStore, useStore } from '../../lib/store.ts'

const held = createStore<string | null>(null)

/** Takes the secret out of an address. True where there was one: the address must then be replaced by one without it. */
export function takeLinkToken(hash: string): boolean {
  if (hash === '') return false
  held.set(/^[\w-]{16,128}$/.test(hash) ? hash : null)
  return true
}

export const hasLinkToken = () => held.get() !== null
export const useLinkToken = () => useStore(held)
export const forgetLinkToken = () => held.set(null)
