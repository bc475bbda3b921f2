import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { unreadQuery } from '../../domains/inbox/message-queries.ts'
import { paths } from '../../lib/paths.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './InboxLink.module.css'
import { UnreadCount } from './UnreadCount.tsx'

/** The inbox link, with the count of unread messages. */
export function InboxLink() {
  const { t } = useLingui()
  const unread = useQuery(unreadQuery()).data?.page?.total ?? null
  const label =
    unread === null
      ? t`Messagerie`
      : t`Messagerie, ${plural(unread, { 0: 'aucun message non lu', one: '# message non lu', other: '# messages non lus' })}`
  return (
    <Link className={styles.link} {...paths.inbox()} aria-label={label} title={label}>
      <Icon shape={Mail} />
      <UnreadCount unread={unread} />
    </Link>
  )
}
