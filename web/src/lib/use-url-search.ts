import { useEffect, useState } from 'react'

const SEARCH_DELAY_MS = 300

/** What is typed, told once the typing rests; the address holds what is asked for. */
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
