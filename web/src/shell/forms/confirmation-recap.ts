// What the dialog of the password shows instead of the facts of the operation, where a screen knows more: the balances
// after a selection, and what was not read.
import type { ReactNode } from 'react'
import { createStore } from '../../lib/store.ts'

export const confirmationRecap = createStore<ReactNode>(null)

/** What the dialog shows below the facts of the operation. */
export const confirmationNotes = createStore<ReactNode>(null)
