import { Trans, useLingui } from '@lingui/react/macro'
import type { CardLimits } from 'contract/products/prepaid-cards.ts'
import { useFormats } from '../../lib/formats.ts'
import { cx } from '../../ui/cx.ts'
import { Meter } from '../../ui/data/Meter.tsx'
import styles from './CardsScreen.module.css'

const NEAR = 0.8

/** The cash withdrawn with the account's cards in thirty rolling days, and the remaining amount. */
export function WithdrawalLimit({ limits: { amount, used, remaining, currency } }: { limits: CardLimits }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const share = amount > 0 ? Math.min(1, used / amount) : 1
  const [withdrawn, max, left] = [
    moneyText(used, currency),
    moneyText(amount, currency),
    moneyText(remaining, currency),
  ]
  return (
    <section className={styles.limit}>
      <div>
        <h2 className="h3">
          <Trans>Plafond de retrait sur 30 jours glissants</Trans>
        </h2>
        <p className="muted small">
          <Trans>Commun à toutes les cartes du compte.</Trans>
        </p>
      </div>
      <div>
        <p className={cx(styles.number, 'num')}>
          <span>
            <Trans>
              <b>{withdrawn}</b> retirés sur {max}
            </Trans>
          </span>
          <span className="muted">
            <Trans>reste {left}</Trans>
          </span>
        </p>
        <div className={styles.meter}>
          <Meter
            value={share}
            label={t`Retraits effectués`}
            labels={t`${withdrawn} sur ${max}`}
            isNear={share >= NEAR}
          />
        </div>
      </div>
    </section>
  )
}
