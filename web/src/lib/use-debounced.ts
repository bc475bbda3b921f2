import { useEffect, useState } from 'react'

/** A value that has not changed for a while. */
export function useDebounced<T>(value: T, forMs: number): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), forMs)
    return () => clearTimeout(timer)
  }, [value, forMs])
  return debounced
}
