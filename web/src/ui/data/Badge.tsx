import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconShape } from '../Icon.tsx'
import styles from './Badge.module.css'

/** `quiet`: the usual status, which must not stand out in a column. */
export type BadgeTone = 'neutral' | 'success' | 'warning' | 'danger' | 'info' | 'quiet'

/** A status: a text, an icon and a colour together. */
export function Badge({ tone, icon, children }: { tone: BadgeTone; icon: IconShape; children: ReactNode }) {
  return (
    <span className={cx(styles.badge, styles[tone])}>
      {tone !== 'quiet' && <Icon shape={icon} size="xs" />}
      {children}
    </span>
  )
}

export const Tag = ({ children }: { children: ReactNode }) => <span className={styles.tag}>{children}</span>

/** A count; screen readers announce the number with the text of `label`. */
export const Count = ({ value, label }: { value: string; label: string }) => (
  <span className={styles.count}>
    <span aria-hidden>{value}</span>
    <span className="sr">{label}</span>
  </span>
)
