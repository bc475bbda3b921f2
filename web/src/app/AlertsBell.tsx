import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { unreadAlertsQuery } from '../domains/alerts/alert-queries.ts'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/Icon.tsx'
import { openHeaderDialog } from './header-dialogs.ts'
import styles from './InboxLink.module.css'

/** Alerts, with a dot and the count in words while one is unread. On a phone they stand in the menu. */
export function AlertsBell() {
  const { t } = useLingui()
  const unread = useQuery(unreadAlertsQuery()).data?.page?.total ?? null
  const label =
    unread === null
      ? t`Alertes`
      : t`Alertes, ${plural(unread, { 0: 'aucune alerte non lue', one: '# alerte non lue', other: '# alertes non lues' })}`
  return (
    <button
      type="button"
      className={cx(styles.link, 'from-tablet')}
      aria-label={label}
      title={label}
      onClick={() => openHeaderDialog('alerts')}
    >
      <Icon shape={Bell} />
      {unread !== null && unread > 0 && <span className={styles.dot} aria-hidden />}
    </button>
  )
}
