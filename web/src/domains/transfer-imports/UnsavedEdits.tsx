import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'

/** Edits of the grid that the server did not store. */
export function UnsavedEdits({ count, onRetry }: { count: number; onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <InlineAlert
      tone="danger"
      title={t`${plural(count, { one: '# modification n’est pas enregistrée', other: '# modifications ne sont pas enregistrées' })}`}
      action={
        <Button size="sm" onClick={onRetry}>
          <Trans>Enregistrer de nouveau</Trans>
        </Button>
      }
    >
      <Trans>Votre texte reste dans la liste. Les virements ne peuvent pas être envoyés avant.</Trans>
    </InlineAlert>
  )
}
