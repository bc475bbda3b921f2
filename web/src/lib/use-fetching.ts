import { useState } from 'react'
import { reportError } from './report-error.ts'

/** Downloads one file at a time, and reports an error. */
export function useFetching() {
  const [isFetching, setFetching] = useState(false)
  const fetchFile = async (work: () => Promise<unknown>) => {
    if (isFetching) return
    setFetching(true)
    await work().catch(reportError)
    setFetching(false)
  }
  return { isFetching, fetchFile }
}
