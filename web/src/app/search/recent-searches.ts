// The last searched texts of which a result was opened, until the session ends: a shared telephone keeps none of them.
import { whenLeaving } from '../../lib/session/session.ts'
import { createStore, useStore } from '../../lib/store.ts'

const MAX = 3

const recent = createStore<readonly string[]>([])
export const useRecentSearches = () => useStore(recent)

export const keepSearch = (text: string) =>
  recent.set([text, ...recent.get().filter((one) => one !== text)].slice(0, MAX))

whenLeaving(() => recent.set([]))
