import { loadConfirmation } from '../../shell/forms/load-confirmation.ts'
import { fetchLater } from '../../lib/fetch-later.ts'

/** Dialogs that must open without network, above all the end of the session. */
export const fetchDialogs = () => fetchLater(3000, [() => import('../InactivityModal.tsx'), loadConfirmation])
