import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import type { Account } from 'contract/accounts/accounts.ts'
import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { plural } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { unreadAlertsQuery } from '../../domains/alerts/alert-queries.ts'
import { paths } from '../../lib/paths.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './BottomBar.module.css'
import { useSectionLabels } from '../section-labels.ts'
import { phoneSectionsOf } from '../sections.ts'

const MoreSheet = lazyPart(async () => (await import('./MoreSheet.tsx')).MoreSheet)

/** The navigation on a phone: the first sections, and everything else behind Plus. */
export function BottomBar({ account }: { account: Account }) {
  const { t } = useLingui()
  const labels = useSectionLabels()
  const { pathname } = useLocation()
  const unread = useQuery(unreadAlertsQuery()).data?.page?.total ?? 0
  const [openAt, setOpenAt] = useState<string | null>(null)
  // The sheet belongs to the page on which it was opened: navigation closes it.
  const isOpen = openAt === pathname
  // Of the payment methods the cards are used every day; the others are behind Plus.
  const visible = phoneSectionsOf(account).bar.map(({ right, link }) =>
    right === 'payment-methods'
      ? { right, name: t`Cartes`, icon: labels[right].icon, link: paths.cards() }
      : { right, ...labels[right], link },
  )
  const isElsewhere = !visible.some(({ link }) => pathname.startsWith(link.to))
  return (
    <>
      <nav
        className={styles.bar}
        aria-label={t`Menu principal`}
        style={{ gridTemplateColumns: `repeat(${visible.length + 1}, 1fr)` }}
      >
        {visible.map(({ right, name, icon, link }) => (
          <Link key={right} className={styles.item} {...link} activeOptions={{ exact: false, includeSearch: false }}>
            <span className={styles.icon}>
              <Icon shape={icon} />
            </span>
            {name}
          </Link>
        ))}
        <button
          type="button"
          className={cx(styles.item, isElsewhere && styles.elsewhere)}
          aria-haspopup="dialog"
          onClick={() => setOpenAt(pathname)}
        >
          <span className={styles.icon}>
            <Icon shape={MenuIcon} />
            {unread > 0 && <span className={styles.dot} aria-hidden />}
          </span>
          <Trans>Plus</Trans>
          {unread > 0 && (
            <span className="sr">{plural(unread, { one: '# alerte non lue', other: '# alertes non lues' })}</span>
          )}
        </button>
      </nav>
      {isOpen && <MoreSheet account={account} onClose={() => setOpenAt(null)} />}
    </>
  )
}
