import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { InlineAlert } from '../../ui/InlineAlert.tsx'

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

export function LostFiles({ names }: { names: string }) {
  const { t } = useLingui()
  return names === '' ? null : <InlineAlert tone="info" title={t`À joindre de nouveau : ${names}`} />
}
