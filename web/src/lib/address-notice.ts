// Stores a notice that the address was corrected, until it is dismissed or the screen is left.
import { createStore, useStore } from './store.ts'

/** A filter that cannot be read was removed; or the user has no access to the requested page. */
export type AddressNotice = 'filter-ignored' | 'no-access'

type Address = { pathname: string; search: Record<string, unknown> }

const keyOf = ({ pathname, search }: Address) => `${pathname} ${JSON.stringify(search)}`
const current = createStore<{ notice: AddressNotice; at: string } | null>(null)

/** `at`: the redirected address. */
export const notice = (what: AddressNotice, at: Address) => current.set({ notice: what, at: keyOf(at) })

export const dismissAddressNotice = () => current.set(null)

export function useAddressNotice(address: Address): AddressNotice | null {
  const now = useStore(current)
  return now?.at === keyOf(address) ? now.notice : null
}
