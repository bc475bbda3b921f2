import styles from './UnreadCount.module.css'

const MAX_VISIBLE = 99

/** How much is unread, in the corner of an icon whose label says the same in words. Nothing while that is not known. */
export function UnreadCount({ unread }: { unread: number | null }) {
  if (unread === null || unread === 0) return null
  return (
    <span className={styles.count} aria-hidden>
      {unread > MAX_VISIBLE ? `${MAX_VISIBLE}+` : unread}
    </span>
  )
}
