import styles from './UnreadCount.module.css'

const MAX_VISIBLE = 99

/** The number of unread items, in the corner of an icon whose label contains it too. Nothing while it is unknown. */
export function UnreadCount({ unread }: { unread: number | null }) {
  if (unread === null || unread === 0) return null
  // Drawn by the style: as a text of the button, « 99+ » would have to stand in its label, which counts exactly.
  return <span className={styles.count} aria-hidden data-count={unread > MAX_VISIBLE ? `${MAX_VISIBLE}+` : unread} />
}
