import { Trans, useLingui } from '@lingui/react/macro'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { House, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useIsOnline } from '../lib/api/online.ts'
import { isJustReloaded, PartMissing, reloadWhereReachable } from '../lib/lazy-part.ts'
import { paths } from '../lib/paths.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from './LinkButton.tsx'

/** The screen for a rendering error: a part did not load, or there is a bug. */
export function CrashScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui()
  const isMissing = error instanceof PartMissing
  const isOnline = useIsOnline()
  const [wasOffline] = useState(!isOnline)
  useEffect(() => {
    if (wasOffline && isOnline) location.reload()
  }, [wasOffline, isOnline])
  const [isTrying, setTrying] = useState(() => isMissing && isOnline && !isJustReloaded())
  useEffect(() => {
    const stop = () => setTrying(false)
    if (isTrying) reloadWhereReachable().then(stop, stop)
  }, [isTrying])
  // A reload without a network may lead to the browser's own page, out of the portal.
  if (!isOnline)
    return (
      <EmptyState isPage motif="problem" title={t`Vous êtes hors connexion`}>
        <Trans>Cette page s’ouvre dès que le réseau est de retour.</Trans>
      </EmptyState>
    )
  if (isTrying) return null
  return (
    <EmptyState
      isPage
      motif="problem"
      title={isMissing ? t`Le chargement de la page a échoué` : t`Une erreur est survenue.`}
      action={
        <>
          <Button variant="primary" icon={RotateCw} onClick={() => location.reload()}>
            <Trans>Recharger la page</Trans>
          </Button>
          <LinkButton {...paths.home()} icon={House} onClick={reset}>
            <Trans>Revenir à l’accueil</Trans>
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

/** The same where no layout stands around it. */
export const CrashPage = (props: ErrorComponentProps) => (
  <main>
    <CrashScreen {...props} />
  </main>
)
