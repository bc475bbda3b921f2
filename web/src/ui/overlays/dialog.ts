import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** `opener`: the element that gets the focus back. */
type Opened = { dialog: HTMLDialogElement; opener: Element | null }
let opened: readonly Opened[] = []
const listeners = new Set<() => void>()
function setOpened(next: readonly Opened[]): void {
  opened = next
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The open dialog above all others, or null: what stands outside it is inert and covered. */
export const useTopDialog = () => useSyncExternalStore(subscribe, () => opened.at(-1)?.dialog ?? null)

/** The focus goes to the title when its element is removed, such as a button that another one replaces after its action. */
function keepFocusIn(dialog: HTMLDialogElement): () => void {
  let focused: Element | null = null
  const follow = () => (focused = document.activeElement)
  const keep = new MutationObserver(() => {
    if (focused?.isConnected === false && document.activeElement === document.body)
      dialog.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  })
  dialog.addEventListener('focusin', follow)
  keep.observe(dialog, { childList: true, subtree: true })
  return () => {
    dialog.removeEventListener('focusin', follow)
    keep.disconnect()
  }
}

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
    const own: Opened = { dialog: element, opener: document.activeElement }
    element.showModal()
    setOpened([...opened, own])
    const first = element.querySelector<HTMLElement>('[data-first-focus]') ?? element.querySelector<HTMLElement>('h2')
    first?.focus()
    const stopKeeping = keepFocusIn(element)
    const cancel = (event: Event) => {
      event.preventDefault()
      latest.current?.()
    }
    // The dialog's content covers it entirely: a click on the dialog itself is a click on the backdrop.
    const press = (event: PointerEvent) => event.target === element && latest.current?.()
    element.addEventListener('cancel', cancel)
    element.addEventListener('pointerdown', press)
    return () => {
      stopKeeping()
      element.removeEventListener('cancel', cancel)
      element.removeEventListener('pointerdown', press)
      element.close()
      const above = opened[opened.indexOf(own) + 1]
      setOpened(opened.filter((one) => one !== own))
      // A panel that closes together with its dialogs does so before them: the last one returns the focus for it.
      if (above) above.opener = own.opener
      else if (own.opener instanceof HTMLElement && own.opener.isConnected) own.opener.focus({ preventScroll: true })
    }
  }, [])
  return dialog
}
