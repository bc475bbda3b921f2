import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { DownloadedFile } from '../../lib/api/call.ts'
import { saveFile } from '../../lib/api/save-file.ts'
import { announce } from '../../lib/banners.ts'

/** Fetches the file; `signal` ends it, `onReceived` is called with the number of bytes received so far. */
export type FetchExport = (how: {
  signal: AbortSignal
  onReceived: (received: number) => void
}) => Promise<DownloadedFile>

type State = { received: number | null; problem: string | null }

/** Runs one export at a time; closing the panel cancels it. */
export function useExport(onDone: () => void) {
  const { t } = useLingui()
  const [state, setState] = useState<State>({ received: null, problem: null })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (fetchExport: FetchExport) => {
    const abort = new AbortController()
    running.current = abort
    setState({ received: 0, problem: null })
    try {
      const onReceived = (received: number) => setState({ received, problem: null })
      const file = await fetchExport({ signal: abort.signal, onReceived })
      saveFile(file)
      announce(t`Le fichier ${file.name} a bien été téléchargé.`)
      onDone()
    } catch (error) {
      if (!abort.signal.aborted) setState({ received: null, problem: (error as Error).message })
    }
  }
  const stop = () => {
    running.current?.abort()
    setState({ received: null, problem: null })
  }
  return { ...state, start, stop }
}
