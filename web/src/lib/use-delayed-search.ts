import { useEffect, useState } from 'react'

const SEARCH_DELAY_MS = 300

/**
 * The typed text, and the search after typing pauses: a new search starts at its first page. `isWaiting`: the typed
 * text was not searched yet.
 */
export function useDelayedSearch() {
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState({ search: '', page: 1 })
  useEffect(() => {
    const search = typed.trim()
    const timer = setTimeout(
      () => setWanted((before) => (before.search === search ? before : { search, page: 1 })),
      SEARCH_DELAY_MS,
    )
    return () => clearTimeout(timer)
  }, [typed])
  const isWaiting = typed.trim() !== wanted.search
  return {
    typed,
    setTyped,
    ...wanted,
    isWaiting,
    setPage: (page: number) => setWanted((before) => ({ ...before, page })),
  }
}
