import { useLingui } from '@lingui/react/macro'
import type { PrepaidCard } from 'contract/products/prepaid-cards.ts'
import { brand } from '../../lib/brand.ts'
import { cx } from '../../ui/cx.ts'
import { BrandPattern } from '../../ui/BrandPattern.tsx'
import { lastDigits, printedExpiry } from './card-labels.tsx'
import styles from './CardVisual.module.css'

/** A picture of the card without its number. A card that cannot be used is grey. */
export function CardVisual({ card: { number_masked, holder, expiry, status } }: { card: PrepaidCard }) {
  const { t } = useLingui()
  const [last, until] = [lastDigits(number_masked), printedExpiry(expiry)]
  return (
    <div
      className={cx(styles.card, status !== 'active' && styles.off)}
      role="img"
      aria-label={t`Carte se terminant par ${last}, expire en ${until}`}
    >
      <span className={styles.brandPattern}>
        <BrandPattern className={styles.cloth} />
      </span>
      <div className={styles.top}>
        <span className={styles.bank}>{brand.name}</span>
        <span>{t`Prépayée`}</span>
      </div>
      <p className={cx(styles.number, 'num')}>
        {number_masked.split(' ').map((group, index) => (
          <span key={index}>{group}</span>
        ))}
      </p>
      <div className={cx(styles.bottom, 'num')}>
        <span className={styles.holder}>{holder}</span>
        <span>{until}</span>
      </div>
    </div>
  )
}
