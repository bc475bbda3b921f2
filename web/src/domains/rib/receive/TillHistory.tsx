import { Trans, useLingui } from '@lingui/react/macro'
import type { TillPayment } from 'contract/accounts/payment-aliases.ts'
import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { useFormats } from '../../../lib/formats.ts'
import { Money } from '../../../shell/Money.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Badge } from '../../../ui/data/Badge.tsx'
import styles from './TillScreen.module.css'

type Props = { payments: readonly TillPayment[]; current: string | null; onOpen: (payment: TillPayment) => void }

/** The last amounts of today; one that still waits can be opened again. */
export function TillHistory({ payments, current, onOpen }: Props) {
  if (payments.length === 0) return null
  return (
    <section aria-labelledby="till-title" className={styles.history}>
      <h2 id="till-title" className="h3">
        <Trans>Aujourd’hui</Trans>
      </h2>
      <ul className={styles.payments}>
        {payments.map((payment) => (
          <li key={payment.id}>
            <span className={styles.what}>
              <Money amount={payment.paid?.amount ?? payment.amount} currency="XOF" signs="plain" />
              <TillLine payment={payment} />
            </span>
            {payment.state === 'waiting' && payment.id !== current ? (
              <Button size="sm" onClick={() => onOpen(payment)}>
                <Trans>Afficher</Trans>
              </Button>
            ) : (
              <TillState state={payment.state} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function TillLine({ payment: { created_at, paid } }: { payment: TillPayment }) {
  const { time } = useFormats()
  const at = time(new Date((paid?.at ?? created_at) * 1000))
  return <span className="muted small">{paid ? `${at} · ${paid.payer_name}` : at}</span>
}

function TillState({ state }: Pick<TillPayment, 'state'>) {
  const { t } = useLingui()
  if (state === 'paid')
    return (
      <Badge tone="success" icon={CircleCheck}>
        {t`Payé`}
      </Badge>
    )
  if (state === 'waiting')
    return (
      <Badge tone="info" icon={Clock}>
        {t`En attente`}
      </Badge>
    )
  return (
    <Badge tone="neutral" icon={CircleX}>
      {t`Annulé`}
    </Badge>
  )
}
