import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { openHeaderDialog } from '../header/header-dialogs.ts'

/** Until when a user without a second factor may go on without; it can be closed while there is time. */
export function FactorNotice({ due }: { due: number }) {
  const { t } = useLingui()
  const { longDate } = useFormats()
  const [isClosed, setClosed] = useState(false)
  const day = longDate(fromUnix(due))
  const [isOver] = useState(() => Date.now() >= due * 1000)
  if (isClosed) return null
  return (
    <InlineAlert
      tone={isOver ? 'warning' : 'info'}
      title={t`Protégez vos virements`}
      action={
        <Button size="sm" onClick={() => openHeaderDialog('security')}>
          <Trans>Ajouter maintenant</Trans>
        </Button>
      }
      {...(!isOver && { onClose: () => setClosed(true) })}
    >
      {isOver
        ? t`Les gros montants demandent désormais une clé d’accès ou une application de codes.`
        : t`Avant le ${day}, ajoutez une clé d’accès ou une application de codes : les gros montants la demanderont.`}
    </InlineAlert>
  )
}
