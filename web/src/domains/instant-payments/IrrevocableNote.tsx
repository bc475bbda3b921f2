import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { confirmationNotes } from '../../shell/forms/confirmation-notes.ts'
import { InlineAlert } from '../../ui/InlineAlert.tsx'

/** The dialog that confirms an instant payment says that it cannot be taken back. */
export function useIrrevocableNote(isInstant: boolean, name: string, institution: string | null): void {
  useEffect(() => {
    if (!isInstant) return
    confirmationNotes.set(<IrrevocableNote name={name} institution={institution} />)
    return () => confirmationNotes.set(null)
  }, [isInstant, name, institution])
}

function IrrevocableNote({ name, institution }: { name: string; institution: string | null }): ReactNode {
  const { t } = useLingui()
  const who = [name, institution].filter((text) => text !== null).join(', ')
  return (
    <InlineAlert tone="warning" title={t`Un paiement instantané est irrévocable`}>
      <Trans>Une fois parti, l’argent ne peut pas être repris : assurez-vous de bien payer {who}.</Trans>
    </InlineAlert>
  )
}
