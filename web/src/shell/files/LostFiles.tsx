import { useLingui } from '@lingui/react/macro'
import { InlineAlert } from '../../ui/InlineAlert.tsx'

/** The files of a restored draft: the browser does not give them again. */
export function LostFiles({ names }: { names: string }) {
  const { t } = useLingui()
  return names === '' ? null : <InlineAlert tone="info" title={t`À joindre de nouveau : ${names}`} />
}
