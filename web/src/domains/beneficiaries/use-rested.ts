import { useEffect, useState } from 'react'

/** A value that has not changed for a while. */
export function useRested<T>(value: T, forMs: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), forMs)
    return () => clearTimeout(timer)
  }, [value, forMs])
  return rested
}
