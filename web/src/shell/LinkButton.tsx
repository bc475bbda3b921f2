import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { type ButtonLook, buttonClass } from '../ui/button-class.ts'
import { Icon, type IconShape } from '../ui/Icon.tsx'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className'> &
  ButtonLook & { icon?: IconShape; children?: ReactNode; ref?: Ref<HTMLAnchorElement> }

function ButtonAnchor({ variant, size, isBlock, isIconOnPhone, icon, children, ...rest }: Props) {
  return (
    <a
      {...rest}
      className={buttonClass({
        ...(variant && { variant }),
        ...(size && { size }),
        ...(isBlock && { isBlock }),
        ...(isIconOnPhone && { isIconOnPhone }),
      })}
    >
      {icon && <Icon shape={icon} size={size === 'sm' ? 'sm' : 'md'} />}
      <span>{children}</span>
    </a>
  )
}

/** A link that looks like a button. */
export const LinkButton = createLink(ButtonAnchor)
