import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Operation } from 'contract/accounts/operations.ts'
import { ChevronDown } from 'lucide-react'
import { useFormats } from '../../lib/formats.ts'
import { grouped } from '../../lib/grouped.ts'
import { IdentityPicture } from '../../shell/Identity.tsx'
import { Money } from '../../shell/Money.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { dayOf } from './operation-groups.ts'
import styles from './OperationListScreen.module.css'

const MAX_PICTURES = 4

/** The upcoming operations in one line with their sum, which opens on its rows. */
export function ComingFold({
  coming,
  isOpen,
  onToggle,
}: {
  coming: readonly Operation[]
  isOpen: boolean
  onToggle: () => void
}) {
  const { t } = useLingui()
  const { dayAndMonth } = useFormats()
  const last = coming.at(-1)
  const pictures = coming.slice(0, MAX_PICTURES)
  const sums = grouped(coming, ({ currency }) => currency)
  const until = last ? dayAndMonth(dayOf(last)) : ''
  return (
    <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={onToggle}>
      <span className={styles.faces}>
        {pictures.map(({ id, identity }) => (
          <IdentityPicture key={id} identity={identity} size="sm" />
        ))}
      </span>
      <span className={styles.foldText}>
        <b>
          <Trans>À venir</Trans>
        </b>{' '}
        <span className="muted">
          {t`${plural(coming.length, { one: '# mouvement', other: '# mouvements' })}`}
          <span className="from-tablet"> {t`d’ici au ${until}, pas encore dans le solde`}</span>
        </span>
      </span>
      <span className={styles.foldSums}>
        {[...sums].map(([currency, some]) => (
          <Money
            key={currency}
            amount={some.reduce((sum, { amount }) => sum + amount, 0)}
            currency={currency}
            signs="movement"
            tone="coming"
          />
        ))}
      </span>
      <Icon shape={ChevronDown} size="sm" className={cx(styles.chevron, isOpen && styles.turned)} />
    </button>
  )
}
