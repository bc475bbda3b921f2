import type { LucideIcon } from 'lucide-react'
import { cx } from './cx.ts'
import styles from './Icon.module.css'

export type IconShape = LucideIcon

/** A decorative icon beside text, hidden from screen readers. */
export function Icon({
  shape: Shape,
  size = 'md',
  className,
}: {
  shape: IconShape
  size?: 'xs' | 'sm' | 'md' | 'lg'
  className?: string | undefined
}) {
  return (
    <Shape aria-hidden className={cx(styles.icon, styles[size], className)} strokeWidth={size === 'xs' ? 2.25 : 1.75} />
  )
}
