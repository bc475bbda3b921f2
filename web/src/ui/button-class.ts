import { cx } from './cx.ts'
import styles from './Button.module.css'

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'soft' | 'quiet' | 'danger' | 'danger-quiet'
  size?: 'sm' | 'md' | 'lg'
  isBlock?: boolean
  /** On a phone only the icon is visible; the text is for screen readers. */
  isIconOnPhone?: boolean
}

/** The classes of a button, for buttons and for links that look like one. */
export const buttonClass = ({
  variant = 'secondary',
  size = 'md',
  isBlock = false,
  isIconOnPhone = false,
}: ButtonLook) =>
  cx(
    styles.button,
    'no-print',
    styles[variant],
    size !== 'md' && styles[size],
    isBlock && styles.block,
    isIconOnPhone && styles.iconOnPhone,
  )
