import type { Endpoint } from 'contract/endpoint.ts'
import { useState } from 'react'
import { call, type CallInput } from '../../lib/api/call.ts'

/** Sends a call without a session, and without the query library, which these pages do not load. */
export function useSend<E extends Endpoint>(endpoint: E) {
  const [state, setState] = useState<{ isPending: boolean; error: Error | null }>({ isPending: false, error: null })
  /** True on success. */
  const send = async (input: CallInput<E>): Promise<boolean> => {
    if (state.isPending) return false
    setState({ isPending: true, error: null })
    try {
      await call(endpoint, input)
      setState({ isPending: false, error: null })
      return true
    } catch (error) {
      setState({ isPending: false, error: error instanceof Error ? error : new Error(String(error)) })
      return false
    }
  }
  return { ...state, send }
}
