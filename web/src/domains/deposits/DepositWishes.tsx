import { Trans, useLingui } from '@lingui/react/macro'
import type { DepositDetail } from 'contract/deposits.ts'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { tellFault } from '../../lib/faults.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { useIsOnline } from '../../lib/online.ts'
import { Money } from '../../shell/Money.tsx'
import { Button } from '../../ui/Button.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { useAskOfDeposit } from './deposit-queries.ts'
import styles from './DepositScreen.module.css'

/** What a customer may ask of the bank for a deposit that runs. */
export function DepositWishes({ deposit: { id, wish, early_break, currency } }: { deposit: DepositDetail }) {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const isOnline = useIsOnline()
  const ask = useAskOfDeposit()
  const [isBreaking, setBreaking] = useState(false)
  if (wish) {
    const at = dateTime(fromUnix(wish.asked_at))
    return (
      <InlineAlert tone="info" title={wish.kind === 'renew' ? t`Reconduction demandée` : t`Rupture demandée`}>
        <Trans>Votre demande du {at} est transmise à votre conseiller.</Trans>
      </InlineAlert>
    )
  }
  const send = (kind: 'renew' | 'break') =>
    ask.mutate(
      { params: { id }, body: { kind } },
      {
        onSuccess: () => {
          setBreaking(false)
          announce(t`Votre demande a bien été transmise à la banque.`)
        },
        onError: tellFault,
      },
    )
  return (
    <section className="no-print">
      <h2 className="h3">
        <Trans>Demander à la banque</Trans>
      </h2>
      <div className={styles.acts}>
        <Button disabled={!isOnline} isBusy={ask.isPending && !isBreaking} onClick={() => send('renew')}>
          <Trans>Reconduire à l’échéance</Trans>
        </Button>
        {early_break && (
          <Button variant="danger-quiet" disabled={!isOnline} onClick={() => setBreaking(true)}>
            <Trans>Rompre avant l’échéance</Trans>
          </Button>
        )}
      </div>
      {isBreaking && early_break && (
        <Modal
          title={t`Rompre ce placement ?`}
          onClose={() => setBreaking(false)}
          foot={
            <>
              <Button onClick={() => setBreaking(false)}>
                <Trans>Garder le placement</Trans>
              </Button>
              <Button variant="danger" disabled={!isOnline} isBusy={ask.isPending} onClick={() => send('break')}>
                <Trans>Demander la rupture</Trans>
              </Button>
            </>
          }
        >
          <p>
            <Trans>
              Avant l’échéance, les intérêts sont recalculés depuis le début à un taux réduit. Voici ce que donnerait la rupture
              aujourd’hui.
            </Trans>
          </p>
          <BreakFacts early_break={early_break} currency={currency} />
        </Modal>
      )}
    </section>
  )
}

function BreakFacts({
  early_break,
  currency,
}: {
  early_break: NonNullable<DepositDetail['early_break']>
  currency: DepositDetail['currency']
}) {
  const { t } = useLingui()
  const { percent } = useFormats()
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  return (
    <Facts
      facts={[
        { name: t`Taux appliqué`, value: percent(early_break.rate) },
        { name: t`Intérêts nets dus`, value: money(early_break.net) },
        { name: t`Intérêts nets déjà versés`, value: money(early_break.paid_net) },
        { name: t`Vous recevriez`, value: money(early_break.returned) },
      ]}
    />
  )
}
