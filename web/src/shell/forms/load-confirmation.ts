import { openCatalogue } from '../../lib/language.ts'

const catalogue = { fr: () => import('./locales/fr.po'), en: () => import('./locales/en.po') }

/** Loads the confirmation dialog with its catalogue. */
export async function loadConfirmation() {
  const [{ ConfirmationModal }] = await Promise.all([import('./ConfirmationModal.tsx'), openCatalogue(catalogue)])
  return ConfirmationModal
}
