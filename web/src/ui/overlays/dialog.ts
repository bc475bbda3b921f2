import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Opens a native dialog while the component is mounted: the page behind is inert, the focus stays inside and then
 * returns to its previous element. `onClose` null: the dialog cannot be dismissed.
 */
export function useDialog(onClose: (() => void) | null): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  const latest = useRef(onClose)
  latest.current = onClose
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const opener = document.activeElement
    element.showModal()
    const first = element.querySelector<HTMLElement>('[data-first-focus]') ?? element.querySelector<HTMLElement>('h2')
    first?.focus()
    const cancel = (event: Event) => {
      event.preventDefault()
      latest.current?.()
    }
    // The dialog's content covers it entirely: a click on the dialog itself is a click on the backdrop.
    const press = (event: PointerEvent) => event.target === element && latest.current?.()
    element.addEventListener('cancel', cancel)
    element.addEventListener('pointerdown', press)
    return () => {
      element.removeEventListener('cancel', cancel)
      element.removeEventListener('pointerdown', press)
      element.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return dialog
}
