import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconShape } from '../Icon.tsx'
import { usePopover } from '../overlays/use-popover.ts'
import styles from './FilterChip.module.css'

/** Between a window and the edge of the screen, in pixels. */
const MARGIN = 16

type Props = {
  /** The name of the filter, replaced by its value while it is set. */
  label: string
  icon?: IconShape | undefined
  value: string | null
  /** Of the cross that removes the filter. */
  clearLabel: string
  onClear: () => void
  /** Opens something else than the window under the chip. */
  onPress?: () => void
  isWide?: boolean
  /** The content of the window under the chip. */
  children?: (close: () => void) => ReactNode
}

/** A filter of a list as a button that becomes its value. One window is open at a time; Escape closes it and changes nothing. */
export function FilterChip({ label, icon, value, clearLabel, onClear, onPress, isWide = false, children }: Props) {
  const { id, isOpen, setOpen, root, button, close } = usePopover()
  const box = useRef<HTMLDivElement>(null)
  // The window of a chip near the right edge moves to the left until all of it is seen.
  useLayoutEffect(() => {
    if (!isOpen || !box.current) return
    const { right } = box.current.getBoundingClientRect()
    box.current.style.left = `${Math.min(0, document.documentElement.clientWidth - MARGIN - right)}px`
  }, [isOpen])
  return (
    <div className={styles.root} ref={root}>
      <button
        type="button"
        ref={button}
        className={cx(styles.chip, value !== null && styles.set)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-box` : undefined}
        onClick={onPress ?? (() => setOpen(!isOpen))}
      >
        {icon && <Icon shape={icon} size="sm" />}
        {value === null ? (
          label
        ) : (
          <>
            <span className="sr">{label} : </span>
            <span className={styles.value}>{value}</span>
          </>
        )}
        {value === null && <Icon shape={ChevronDown} size="xs" />}
      </button>
      {value !== null && (
        <button type="button" className={styles.clear} aria-label={clearLabel} onClick={onClear}>
          <Icon shape={X} size="sm" />
        </button>
      )}
      {isOpen && (
        <div
          ref={box}
          className={cx(styles.box, isWide && styles.wide)}
          id={`${id}-box`}
          role="dialog"
          aria-label={label}
        >
          {children?.(close)}
        </div>
      )}
    </div>
  )
}
