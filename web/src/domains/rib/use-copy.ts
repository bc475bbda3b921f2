import { useLingui } from '@lingui/react/macro'
import { announce, warn } from '../../lib/banners.ts'
import { copy } from '../../lib/clipboard.ts'

/** Copies and shows a message; a refusal of the browser is shown as well. */
export function useCopy() {
  const { t } = useLingui()
  return async (text: string, done: string) => {
    if (await copy(text)) announce(done)
    else warn(t`La copie n’est pas autorisée par votre navigateur.`)
  }
}
