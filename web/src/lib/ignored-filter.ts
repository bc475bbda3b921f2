// An address had a filter that cannot be read: it was taken out, and the screen says so until it is dismissed or left.
import { createStore, useStore } from './store.ts'

type Address = { pathname: string; search: Record<string, unknown> }

const keyOf = ({ pathname, search }: Address) => `${pathname} ${JSON.stringify(search)}`
const ignoredAt = createStore<string | null>(null)

/** What is left of the address, where it is told. */
export const ignoreFilter = (pathname: string, search: Record<string, unknown>) => ignoredAt.set(keyOf({ pathname, search }))

export const dismissIgnoredFilter = () => ignoredAt.set(null)

export const useIgnoredFilter = (address: Address): boolean => useStore(ignoredAt) === keyOf(address)
