import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Landmark, List, Send, Store } from 'lucide-react'
import { useIsOnline } from '../../lib/api/online.ts'
import { paths } from '../../lib/paths.ts'
import { hasRight, mayMoveMoney, useAccount, useInstantPayments } from '../../lib/session/session.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './QuickActions.module.css'

/** The most used actions that the account allows. */
export function QuickActions() {
  const account = useAccount()
  const isOnline = useIsOnline()
  const isInstant = useInstantPayments()
  return (
    <div className={cx(styles.quick, 'no-print')}>
      {hasRight(account, 'transfers') && mayMoveMoney(account, 'transfer.create') && (
        <Link className={cx(styles.item, styles.main)} {...paths.newTransfer()} disabled={!isOnline}>
          <span className={styles.icon}>
            <Icon shape={Send} />
          </span>
          <Trans>Nouveau virement</Trans>
        </Link>
      )}
      {isInstant && account.has_payment_address && (
        <Link className={styles.item} {...paths.till()}>
          <span className={styles.icon}>
            <Icon shape={Store} />
          </span>
          <Trans>Caisse</Trans>
        </Link>
      )}
      {hasRight(account, 'operations') && (
        <Link className={styles.item} {...paths.operations()}>
          <span className={styles.icon}>
            <Icon shape={List} />
          </span>
          <Trans>Voir les opérations</Trans>
        </Link>
      )}
      {hasRight(account, 'rib') && (
        <Link className={styles.item} {...paths.rib()}>
          <span className={styles.icon}>
            <Icon shape={Landmark} />
          </span>
          <Trans>Voir le RIB</Trans>
        </Link>
      )}
    </div>
  )
}
