import { fetchLater } from './fetch-later.ts'

/** The dialogs that must not wait for a network: the end of the session least of all. */
export const fetchDialogs = () =>
  fetchLater(3000, [() => import('../InactivityModal.tsx'), () => import('../../shell/forms/ConfirmationModal.tsx')])
