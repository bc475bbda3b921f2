import { Trans, useLingui } from '@lingui/react/macro'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { House, RotateCw } from 'lucide-react'
import { PartMissing } from '../lib/lazy-part.ts'
import { paths } from '../lib/paths.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from './LinkButton.tsx'

/** The screen for a rendering error: a part did not load, or there is a bug. */
export function CrashScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui()
  const isMissing = error instanceof PartMissing
  return (
    <EmptyState
      motif="problem"
      title={isMissing ? t`Le chargement de la page a échoué` : t`Une erreur est survenue.`}
      action={
        <>
          <Button variant="primary" icon={RotateCw} onClick={() => location.reload()}>
            <Trans>Recharger la page</Trans>
          </Button>
          <LinkButton {...paths.home()} icon={House} onClick={reset}>
            <Trans>Revenir à Home</Trans>
          </LinkButton>
        </>
      }
    >
      {isMissing
        ? t`Vérifiez votre connexion, puis rechargez la page.`
        : t`Cette page n’a pas pu s’afficher. Rechargez-la ou revenez à la première page.`}
    </EmptyState>
  )
}
