// Keyboard shortcuts of every screen; they are off while the user types.
import { useEffect } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import { whenLeaving } from '../../lib/session/session.ts'

type Opened = 'search' | 'shortcuts' | null

const opened = createStore<Opened>(null)
export const useOpened = () => useStore(opened)
export const openSearch = () => opened.set('search')
export const closeKeyboardHelp = () => opened.set(null)

whenLeaving(closeKeyboardHelp)

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Ctrl or Cmd K opens the search anywhere; `?` opens the list of shortcuts, unless the user types or a dialog is open. */
export function useShortcuts(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isDialogOpen = document.querySelector('dialog[open]') !== null
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k' && !event.altKey && !event.shiftKey) {
        event.preventDefault()
        if (!isDialogOpen) opened.set('search')
      } else if (event.key === '?' && !isTyping(event.target) && !isDialogOpen) {
        event.preventDefault()
        opened.set('shortcuts')
      }
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
