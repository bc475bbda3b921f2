import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { LeaveGuard } from '../../shell/forms/LeaveGuard.tsx'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'

/** Edits of the grid that the server did not store. Leaving the page asks for confirmation. */
export function UnsavedEdits({ count, onRetry }: { count: number; onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <>
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
      <LeaveGuard
        isDirty
        loss={{
          title: t`Quitter sans enregistrer ?`,
          verb: t`Quitter sans enregistrer`,
          text: t`${plural(count, { one: '# modification de la liste n’est pas enregistrée. Si vous quittez, elle sera perdue.', other: '# modifications de la liste ne sont pas enregistrées. Si vous quittez, elles seront perdues.' })}`,
        }}
      />
    </>
  )
}
