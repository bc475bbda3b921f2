import { useEffect, useState } from 'react'

const SEARCH_DELAY_MS = 300

/** A search field whose text goes into the address once typing pauses, and follows the address when it changes elsewhere. */
export function useUrlSearch(requested: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(requested)
  const [known, setKnown] = useState({ requested, sent: requested })
  if (known.requested !== requested) {
    setKnown({ requested, sent: requested })
    if (requested !== known.sent) setTyped(requested)
  }
  useEffect(() => {
    const search = typed.trim()
    if (search === requested) return
    const timer = setTimeout(() => {
      setKnown({ requested, sent: search })
      onSearch(search)
    }, SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed, requested, onSearch])
  return { typed, setTyped }
}
