import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { unreadAlertsQuery } from '../../domains/alerts/alert-queries.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { openHeaderDialog } from './header-dialogs.ts'
import styles from './InboxLink.module.css'
import { UnreadCount } from './UnreadCount.tsx'

/** The alerts button, with the count of unread alerts. On a phone it is part of the menu. */
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
      <UnreadCount unread={unread} />
    </button>
  )
}
