import { useState } from 'react'

/** The error of a call, unless it came before this dialog was opened: the call may belong to the screen below, which stays. */
export function useNewError(error: Error | null): Error | null {
  const [former] = useState(error)
  return error === former ? null : error
}
