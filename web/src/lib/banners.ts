// One message at a time: the newest replaces the one before.
import { whenLeaving } from './session/session.ts'
import { createStore, useStore } from './store.ts'

export const BANNER_DURATION_MS = 3500

export type Banner = {
  id: number
  tone: 'success' | 'danger'
  text: string
  /** What takes the act back. */
  undo?: () => void
}

const visible = createStore<Banner | null>(null)
let last = 0

export const useBanner = () => useStore(visible)

/** What went well: hides by itself. */
export function announce(text: string): void {
  visible.set({ id: ++last, tone: 'success', text })
}

/** A success with an undo button: stays until it is dismissed. */
export function announceUndoable(text: string, undo: () => void): void {
  visible.set({ id: ++last, tone: 'success', text, undo })
}

/** What went wrong and has no better place: stays until it is dismissed. */
export function warn(text: string): void {
  visible.set({ id: ++last, tone: 'danger', text })
}

export const dismissBanner = () => visible.set(null)

// Only the user who acted can undo.
whenLeaving(() => {
  if (visible.get()?.undo) dismissBanner()
})
