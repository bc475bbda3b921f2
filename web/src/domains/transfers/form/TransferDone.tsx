import { Trans, useLingui } from '@lingui/react/macro'
import type { Transfer } from 'contract/transfers/transfers.ts'
import { Check, Clock } from 'lucide-react'
import { fromPlainDate, useFormats } from '../../../lib/formats.ts'
import { paths } from '../../../lib/paths.ts'
import { LinkButton } from '../../../shell/LinkButton.tsx'
import { useScreenTitle } from '../../../shell/use-screen-title.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './TransferDone.module.css'

function Outcome({ transfer: { validation_status, execution_status, execution_date, type } }: { transfer: Transfer }) {
  const { longDateWithDay } = useFormats()
  const day = longDateWithDay(fromPlainDate(execution_date))
  if (execution_status === 'executed') return <Trans>Le virement est exécuté.</Trans>
  if (validation_status === 'pending') return <Trans>Un valideur doit maintenant accepter ce virement.</Trans>
  if (type === 'periodic') return <Trans>La première échéance sera exécutée le {day}.</Trans>
  return <Trans>Il sera exécuté le {day}.</Trans>
}

/** The last page of the flow: the result, and the next steps. */
export function TransferDone({
  transfer,
  isEdited,
  onAgain,
}: {
  transfer: Transfer
  isEdited: boolean
  onAgain: () => void
}) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const outcome = isEdited ? t`Le virement a bien été modifié.` : t`Votre demande de virement a bien été transmise.`
  const title = useScreenTitle(outcome)
  const amount = moneyText(transfer.amount, transfer.currency)
  const isExecuted = transfer.execution_status === 'executed'
  const { name } = transfer.beneficiary
  return (
    <div className={styles.done}>
      <span className={isExecuted ? styles.mark : `${styles.mark} ${styles.waiting}`}>
        <Icon shape={isExecuted ? Check : Clock} size="lg" />
      </span>
      <h1 className="h1" ref={title} tabIndex={-1}>
        {outcome}
      </h1>
      <p className="muted num">
        <Trans>
          <span className="nowrap">{amount}</span> à {name}.
        </Trans>{' '}
        <Outcome transfer={transfer} />
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
