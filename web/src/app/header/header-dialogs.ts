// State of the header's dialogs: the top bar of a computer and the sheet of a phone open the same ones.
import { createStore, useStore } from '../../lib/store.ts'
import { whenLeaving } from '../../lib/session/session.ts'

export type HeaderDialog = 'rates' | 'alerts' | 'advisor' | 'profile' | 'security' | 'rib-email'

const opened = createStore<HeaderDialog | null>(null)
export const useHeaderDialog = () => useStore(opened)

export const openHeaderDialog = (dialog: HeaderDialog) => opened.set(dialog)
export const closeHeaderDialog = () => opened.set(null)

whenLeaving(closeHeaderDialog)
