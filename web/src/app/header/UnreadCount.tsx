import styles from './UnreadCount.module.css'

const MAX_VISIBLE = 99

/** The number of unread items, in the corner of an icon whose label contains it too. Nothing while it is unknown. */
export function UnreadCount({ unread }: { unread: number | null }) {
  if (unread === null || unread === 0) return null
  return (
    <span className={styles.count} aria-hidden>
      {unread > MAX_VISIBLE ? `${MAX_VISIBLE}+` : unread}
    </span>
  )
}
