import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { warn } from '../../lib/banners.ts'
import { CallError } from '../../lib/call-error.ts'

/** Fetches one file at a time, and says so when it does not come. */
export function useFetching() {
  const { t } = useLingui()
  const [isFetching, setFetching] = useState(false)
  const fetchFile = async (work: () => Promise<void>) => {
    if (isFetching) return
    setFetching(true)
    await work().catch((error: unknown) => warn(error instanceof CallError ? error.message : t`Une erreur est survenue.`))
    setFetching(false)
  }
  return { isFetching, fetchFile }
}
