import { useLingui } from '@lingui/react/macro'
import { InlineAlert } from '../../ui/InlineAlert.tsx'

export const namesOf = (files: readonly File[]) => files.map(({ name }) => name).join(', ')

/** After a reload the text of a message is there again, but its files are not: the browser gives them only once. */
export function LostFiles({ names }: { names: string }) {
  const { t } = useLingui()
  return names === '' ? null : <InlineAlert tone="info" title={t`À joindre de nouveau : ${names}`} />
}
