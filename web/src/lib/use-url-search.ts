import { useEffect, useState } from 'react'

const SEARCH_DELAY_MS = 300

/** A search field whose text goes into the address once typing pauses. */
export function useUrlSearch(requested: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(requested)
  useEffect(() => {
    const search = typed.trim()
    if (search === requested) return
    const timer = setTimeout(() => onSearch(search), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed, requested, onSearch])
  return { typed, setTyped }
}
