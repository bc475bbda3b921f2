import { useState } from 'react'

const NONE: readonly File[] = []

/**
 * The files of a message that is not sent. Its draft keeps their `names`: after a reload the browser does not give the files again.
 * `kept`: the names in the restored draft.
 */
export function useMessageFiles(kept: string) {
  const [files, setFiles] = useState(NONE)
  const isTouched = files !== NONE
  const lost = isTouched ? '' : kept
  return { files, setFiles, isTouched, lost, names: lost || files.map(({ name }) => name).join(', ') }
}
