import { Trans, useLingui } from '@lingui/react/macro'
import type { Account } from 'contract/accounts/accounts.ts'
import { paths } from '../../../lib/paths.ts'
import { LinkButton } from '../../../shell/LinkButton.tsx'
import { Logo } from '../../../shell/Logo.tsx'
import { useScreenTitle } from '../../../shell/use-screen-title.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import styles from './TransferNotAllowed.module.css'

/** Why no transfer can be made from this account. */
export function TransferNotAllowed({ account }: { account: Account }) {
  const { t } = useLingui()
  const title = useScreenTitle(t`Nouveau virement`)
  const isActive = account.status_group === 'active'
  return (
    <main className={styles.page}>
      <Logo />
      <h1 className="sr" ref={title} tabIndex={-1}>
        <Trans>Nouveau virement</Trans>
      </h1>
      <EmptyState
        motif="problem"
        title={
          isActive
            ? t`Vous n’êtes pas habilité à faire un virement sur ce compte`
            : t`Ce compte est bloqué ou clos : aucun débit n’est possible.`
        }
        action={
          <LinkButton {...paths.transfers()} variant="primary">
            <Trans>Voir les virements</Trans>
          </LinkButton>
        }
      >
        <Trans>Contactez votre agence pour en savoir plus.</Trans>
      </EmptyState>
    </main>
  )
}
