import { Trans, useLingui } from '@lingui/react/macro'
import type { Transfer } from 'contract/transfers.ts'
import { Check, Clock } from 'lucide-react'
import { useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { useScreenTitle } from '../../shell/use-screen-title.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './TransferDone.module.css'

/** The end of the flow: what happened, and what happens next. */
export function TransferDone({ transfer, onAgain }: { transfer: Transfer; onAgain: () => void }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const title = useScreenTitle(t`Votre demande de virement a bien été transmise.`)
  const amount = moneyText(transfer.amount, transfer.currency)
  const isExecuted = transfer.execution_status === 'executed'
  const { name } = transfer.beneficiary
  return (
    <div className={styles.done}>
      <span className={isExecuted ? styles.mark : `${styles.mark} ${styles.waiting}`}>
        <Icon shape={isExecuted ? Check : Clock} size="lg" />
      </span>
      <h1 className="h1" ref={title} tabIndex={-1}>
        <Trans>Votre demande de virement a bien été transmise.</Trans>
      </h1>
      <p className="muted num">
        <Trans>
          <span className="nowrap">{amount}</span> à {name}.
        </Trans>{' '}
        {isExecuted ? <Trans>Le virement est exécuté.</Trans> : <Trans>Un valideur doit maintenant accepter ce virement.</Trans>}
      </p>
      <div className={styles.acts}>
        <LinkButton {...paths.transfer(transfer.id)} variant="primary">
          <Trans>Voir le virement</Trans>
        </LinkButton>
        <Button onClick={onAgain}>
          <Trans>Nouveau virement</Trans>
        </Button>
      </div>
    </div>
  )
}
