import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

let opened: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()
function setOpened(next: readonly HTMLDialogElement[]): void {
  opened = next
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The open dialog above all others, or null: what stands outside it is inert and covered. */
export const useTopDialog = () => useSyncExternalStore(subscribe, () => opened.at(-1) ?? null)

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
    setOpened([...opened, element])
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
      setOpened(opened.filter((one) => one !== element))
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return dialog
}
