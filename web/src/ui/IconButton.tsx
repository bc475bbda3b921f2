import type { ButtonHTMLAttributes } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconShape } from './Icon.tsx'
import styles from './IconButton.module.css'

type Props = Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'onClick' | 'disabled' | 'aria-pressed' | 'aria-expanded' | 'aria-haspopup' | 'aria-controls'
> & {
  /** Read by screen readers and shown as a tooltip. */
  label: string
  icon: IconShape
  size?: 'sm' | 'md'
  look?: 'plain' | 'soft' | 'line'
  /** Its tooltip does not extend beyond its right edge, where the screen may end. */
  isAtEdge?: boolean
  className?: string | undefined
}

export function IconButton({ label, icon, size = 'md', look = 'plain', isAtEdge = false, className, ...rest }: Props) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={cx(
        styles.button,
        'no-print',
        size === 'sm' && styles.sm,
        look === 'soft' && styles.soft,
        look === 'line' && styles.line,
        isAtEdge && styles.atEdge,
        className,
      )}
    >
      <Icon shape={icon} size={size === 'sm' ? 'sm' : 'md'} />
      <span className={styles.tip} aria-hidden>
        {label}
      </span>
    </button>
  )
}
