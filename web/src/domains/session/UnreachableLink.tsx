import { Trans } from '@lingui/react/macro'
import { WifiOff } from 'lucide-react'
import { CallError } from '../../lib/api/call-error.ts'
import { Button } from '../../ui/Button.tsx'
import { AuthPage } from './AuthPage.tsx'

/** Whether the link of an e-mail was used already, or its time is over. */
export const isOver = (error: Error | null) => error instanceof CallError && error.status === 410

/** The page of a link that could not be checked: it can be tried again. */
export function Unreachable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <AuthPage
      title={error.message}
      mark={{ icon: WifiOff, tone: 'warning' }}
      intro={<Trans>Votre lien n’a pas servi.</Trans>}
    >
      <Button variant="primary" size="lg" isBlock onClick={onRetry}>
        <Trans>Réessayer</Trans>
      </Button>
    </AuthPage>
  )
}
