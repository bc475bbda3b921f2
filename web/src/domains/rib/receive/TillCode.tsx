import { Trans, useLingui } from '@lingui/react/macro'
import { paymentCodeOf, type ReceiverKind, type TillPayment } from 'contract/accounts/payment-aliases.ts'
import { paymentQrText } from 'contract/values/payment-qr.ts'
import { CircleCheck, Clock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useIsOnline } from '../../../lib/api/online.ts'
import { errorLabels } from '../../../lib/report-error.ts'
import { lazyPart } from '../../../shell/lazy-part.tsx'
import { Money } from '../../../shell/Money.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { InlineAlert } from '../../../ui/InlineAlert.tsx'
import { useCancelTillPayment } from './alias-queries.ts'
import styles from './TillScreen.module.css'
import { useWakeLock } from './use-wake-lock.ts'

const QrCode = lazyPart(async () => (await import('../../../ui/QrCode.tsx')).QrCode)

type Props = { payment: TillPayment; receiver: ReceiverKind; holder: string; onNext: () => void }

/** The code of an amount until it is paid, and who has paid it. */
export function TillCode({ payment, receiver, holder, onNext }: Props) {
  const { t } = useLingui()
  const panel = useRef<HTMLDivElement>(null)
  const isWaiting = payment.state === 'waiting'
  useWakeLock(isWaiting)
  // The form that had the focus is gone.
  useEffect(() => panel.current?.focus(), [])
  return (
    <div className={styles.panel} ref={panel} tabIndex={-1} role="group" aria-label={t`Montant à encaisser`}>
      <p className={styles.amount}>
        <Money amount={payment.paid?.amount ?? payment.amount} currency="XOF" signs="plain" />
      </p>
      {isWaiting && <WaitingCode payment={payment} receiver={receiver} holder={holder} onNext={onNext} />}
      <div role="status">{payment.paid && <PaidBy payment={payment} paid={payment.paid} />}</div>
      {!isWaiting && (
        <Button variant="primary" isBlock onClick={onNext}>
          <Trans>Client suivant</Trans>
        </Button>
      )}
    </div>
  )
}

function WaitingCode({ payment, receiver, holder, onNext }: Props) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const cancel = useCancelTillPayment()
  const { id, alias, amount, reference } = payment
  return (
    <>
      <div className={styles.code}>
        <QrCode
          text={paymentQrText(paymentCodeOf(receiver, alias, { amount, reference }))}
          label={t`Code QR à payer`}
        />
      </div>
      {isOnline ? (
        <p className={styles.wait} role="status">
          <Icon shape={Clock} />
          <Trans>En attente du paiement</Trans>
        </p>
      ) : (
        <InlineAlert tone="warning" title={t`Hors connexion : la caisse ne voit pas les paiements`}>
          <Trans>Ce code peut être payé, mais vous ne le saurez qu’au retour de la connexion.</Trans>
        </InlineAlert>
      )}
      <p className="muted small">
        {holder} · {reference}
      </p>
      {cancel.error && <InlineAlert tone="danger" title={errorLabels(cancel.error)} />}
      <Button
        isBlock
        isBusy={cancel.isPending}
        disabled={!isOnline}
        onClick={() => cancel.mutate({ params: { id } }, { onSuccess: onNext })}
      >
        <Trans>Annuler</Trans>
      </Button>
    </>
  )
}

function PaidBy({ payment, paid }: { payment: TillPayment; paid: NonNullable<TillPayment['paid']> }) {
  const { t } = useLingui()
  return (
    <>
      <p className={styles.paid}>
        <Icon shape={CircleCheck} />
        <Trans>Payé</Trans>
      </p>
      <p className={styles.payer}>
        {paid.payer_name}
        {paid.institution !== null && <span className="muted small">{paid.institution}</span>}
      </p>
      {paid.amount !== payment.amount && (
        <InlineAlert tone="warning" title={t`Ce n’est pas le montant demandé`}>
          <Trans>
            Demandé : <Money amount={payment.amount} currency="XOF" signs="plain" />
          </Trans>
        </InlineAlert>
      )}
    </>
  )
}
