import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'
import styles from './Button.module.css'
import { Icon, type IconShape } from './Icon.tsx'

type Props = ButtonLook &
  Pick<
    ButtonHTMLAttributes<HTMLButtonElement>,
    'type' | 'onClick' | 'disabled' | 'form' | 'aria-describedby' | 'aria-expanded' | 'lang'
  > & {
    icon?: IconShape
    iconAfter?: IconShape
    /** Shows that the action is pending and ignores further presses. */
    isBusy?: boolean
    children: ReactNode
  }

export function Button({
  variant,
  size,
  isBlock,
  isIconOnPhone,
  icon,
  iconAfter,
  isBusy = false,
  onClick,
  type = 'button',
  children,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({
        ...(variant && { variant }),
        ...(size && { size }),
        ...(isBlock && { isBlock }),
        ...(isIconOnPhone && { isIconOnPhone }),
      })}
      // Without this, pressing first blurs a field, whose error then moves the button from under the pointer: the click
      // would be lost.
      onMouseDown={type === 'submit' ? (event) => event.preventDefault() : undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy ? (
        <span className={styles.spin} aria-hidden />
      ) : (
        icon && <Icon shape={icon} size={size === 'sm' ? 'sm' : 'md'} />
      )}
      <span>{children}</span>
      {iconAfter && <Icon shape={iconAfter} size={size === 'sm' ? 'sm' : 'md'} />}
    </button>
  )
}
