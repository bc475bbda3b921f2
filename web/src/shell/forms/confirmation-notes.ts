// Keeps what the dialog that confirms a call says below the facts, while a screen is open.
import type { ReactNode } from 'react'
import { createStore } from '../../lib/store.ts'

export const confirmationNotes = createStore<ReactNode>(null)
