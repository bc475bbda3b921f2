// Stores one message at a time: the newest replaces the previous one.
import { whenLeaving } from './session/session.ts'
import { createStore, useStore } from './store.ts'

export const BANNER_DURATION_MS = 3500

export type Banner = {
  id: number
  tone: 'success' | 'danger'
  text: string
  /** Undoes the action. */
  undo?: () => void
}

const visible = createStore<Banner | null>(null)
let last = 0

export const useBanner = () => useStore(visible)

/** A success message: it disappears after some seconds. */
export function announce(text: string): void {
  visible.set({ id: ++last, tone: 'success', text })
}

/** A success with an undo button: stays until it is dismissed. */
export function announceUndoable(text: string, undo: () => void): void {
  visible.set({ id: ++last, tone: 'success', text, undo })
}

/** An error without a better place: stays until it is dismissed. */
export function warn(text: string): void {
  visible.set({ id: ++last, tone: 'danger', text })
}

export const dismissBanner = () => visible.set(null)

// Only the user who acted can undo.
whenLeaving(() => {
  if (visible.get()?.undo) dismissBanner()
})
