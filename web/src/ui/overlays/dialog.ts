import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

type OpenDialog = {
  element: HTMLDialogElement
  /** The element that gets the focus back. */
  opener: Element | null
  takesBack: boolean
  dismiss: () => void
}

let opened: readonly OpenDialog[] = []
const listeners = new Set<() => void>()
function setOpened(next: readonly OpenDialog[]): void {
  opened = next
  for (const listener of listeners) listener()
}
/** Calls the listener when a dialog has opened or closed. */
export function onDialogChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The open dialog above all others, or null: what stands outside it is inert and covered. */
export const useTopDialog = () => useSyncExternalStore(onDialogChange, () => opened.at(-1)?.element ?? null)

/** The open dialog above all others, if the Back button dismisses it. */
export function dialogForBack(): OpenDialog | null {
  const top = opened.at(-1)
  return top?.takesBack ? top : null
}

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
 * returns to its previous element. `onDismiss`: called by Escape, a press beside the dialog, and Back; null: the dialog cannot be
 * dismissed. `takesBack`: false where going back itself closes the dialog, because it has an address.
 */
export function useDialog(onDismiss: (() => void) | null, takesBack = true): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  const latest = useRef(onDismiss)
  latest.current = onDismiss
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const dismiss = () => latest.current?.()
    const own: OpenDialog = { element, opener: document.activeElement, takesBack, dismiss }
    const show = () => {
      element.showModal()
      const first = element.querySelector<HTMLElement>('[data-first-focus]') ?? element.querySelector<HTMLElement>('h2')
      first?.focus()
    }
    show()
    setOpened([...opened, own])
    const stopKeeping = keepFocusIn(element)
    const cancel = (event: Event) => {
      event.preventDefault()
      dismiss()
    }
    // Chromium lets a page refuse Escape only once after each press or key: then it closes the dialog itself. One that stays opens
    // again, below those above it.
    const stay = () => {
      if (element.open) return
      const [, ...above] = opened.slice(opened.indexOf(own))
      show()
      for (const { element: other } of above) {
        other.close()
        other.showModal()
      }
    }
    // The dialog's content covers it entirely: a click on the dialog itself is a click on the backdrop.
    const press = (event: PointerEvent) => event.target === element && dismiss()
    element.addEventListener('cancel', cancel)
    element.addEventListener('close', stay)
    element.addEventListener('pointerdown', press)
    return () => {
      stopKeeping()
      element.removeEventListener('cancel', cancel)
      element.removeEventListener('close', stay)
      element.removeEventListener('pointerdown', press)
      element.close()
      const above = opened[opened.indexOf(own) + 1]
      setOpened(opened.filter((one) => one !== own))
      // A panel that closes together with its dialogs does so before them: the last one returns the focus for it.
      if (above) above.opener = own.opener
      else if (own.opener instanceof HTMLElement && own.opener.isConnected) own.opener.focus({ preventScroll: true })
    }
  }, [takesBack])
  return dialog
}
