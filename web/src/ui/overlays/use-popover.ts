import { useEffect, useId, useRef, useState } from 'react'

/** A box that opens under its button: a press outside closes it; Escape closes it and returns the focus to the button. */
export function usePopover() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  useEffect(() => {
    if (!isOpen) return
    const press = (event: PointerEvent) => {
      if (!(event.target instanceof Node) || !root.current?.contains(event.target)) setOpen(false)
    }
    // Also without a focus inside, as after a press beside a field.
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      setOpen(false)
      button.current?.focus()
    }
    addEventListener('pointerdown', press)
    addEventListener('keydown', leave)
    return () => {
      removeEventListener('pointerdown', press)
      removeEventListener('keydown', leave)
    }
  }, [isOpen])
  return { id, isOpen, setOpen, root, button, close }
}
