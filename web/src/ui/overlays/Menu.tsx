import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import styles from './Menu.module.css'
import { usePopover } from './use-popover.ts'

type Trigger = {
  id: string
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string
  onClick: () => void
  ref: RefObject<HTMLButtonElement | null>
}

type Props = {
  label: string
  /** Renders the button; the given props must be passed to it. */
  trigger: (props: Trigger) => ReactNode
  align?: 'start' | 'end'
  /** Above its button: at the foot of a panel. */
  isAbove?: boolean
  children: (close: () => void) => ReactNode
}

const itemsOf = (menu: HTMLElement | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled, [aria-disabled="true"])') ?? []),
]

/**
 * A menu of actions below its button; at the bottom of the screen on a phone. Arrow keys move, Escape closes it and
 * returns the focus.
 */
export function Menu({ label, trigger, align = 'start', isAbove = false, children }: Props) {
  const { id, isOpen, setOpen, root, button, close } = usePopover()
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) itemsOf(menu.current)[0]?.focus()
  }, [isOpen])
  const move = (event: KeyboardEvent) => {
    const items = itemsOf(menu.current)
    const at = items.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + (at < 0 ? 1 : 0), Home: 0, End: items.length - 1 }[event.key]
    if (event.key === 'Tab') return setOpen(false)
    if (next !== undefined) items.at(next % items.length)?.focus()
    else return
    event.preventDefault()
  }
  return (
    <div className={styles.root} ref={root}>
      {trigger({
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': `${id}-menu`,
        onClick: () => setOpen(!isOpen),
        ref: button,
      })}
      {isOpen && (
        <>
          <div className={styles.scrim} onClick={close} />
          <div
            className={cx(styles.menu, styles[align], isAbove && styles.above)}
            id={`${id}-menu`}
            ref={menu}
            role="menu"
            aria-label={label}
            onKeyDown={move}
          >
            {children(close)}
          </div>
        </>
      )}
    </div>
  )
}

export const menuItemClass = (isDanger = false) => cx(styles.item, isDanger && styles.danger)
export const MenuSeparator = () => <div className={styles.separator} role="separator" />
export const MenuEnd = ({ children }: { children: ReactNode }) => <span className={styles.end}>{children}</span>
export const MenuHead = ({ children }: { children: ReactNode }) => <div className={styles.head}>{children}</div>
export const MenuCaption = ({ children }: { children: ReactNode }) => <div className={styles.caption}>{children}</div>
