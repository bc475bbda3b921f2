import { ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconShape } from '../Icon.tsx'
import styles from './FilterChip.module.css'

type Props = {
  /** The name of the filter, replaced by its value while it is set. */
  label: string
  icon?: IconShape
  value: string | null
  /** Of the cross that removes the filter. */
  clearLabel: string
  onClear: () => void
  isWide?: boolean
  /** The content of the window under the chip. */
  children: (close: () => void) => ReactNode
}

/** A filter of a list as a button that becomes its value. One window is open at a time; Escape closes it and changes nothing. */
export function FilterChip({ label, icon, value, clearLabel, onClear, isWide = false, children }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    box.current?.querySelector<HTMLElement>('button, input, select')?.focus()
    const press = (event: PointerEvent) => {
      if (!(event.target instanceof Node) || !root.current?.contains(event.target)) setOpen(false)
    }
    addEventListener('pointerdown', press)
    return () => removeEventListener('pointerdown', press)
  }, [isOpen])
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    <span className={styles.root} ref={root} role="presentation" onKeyDown={leave}>
      <button
        type="button"
        ref={button}
        className={cx(styles.chip, value !== null && styles.set)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-box` : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {icon && <Icon shape={icon} size="sm" />}
        {value === null ? (
          label
        ) : (
          <>
            <span className="sr">{label} : </span>
            {value}
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
          className={cx(styles.box, isWide && styles.wide)}
          id={`${id}-box`}
          ref={box}
          role="dialog"
          aria-label={label}
        >
          {children(close)}
        </div>
      )}
    </span>
  )
}
