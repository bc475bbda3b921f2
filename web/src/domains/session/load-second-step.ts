import { openCatalogue } from '../../lib/language.ts'
import { SecondStep } from './SecondStep.tsx'

/** Loads the second step of a sign-in with its catalogue. */
export async function loadSecondStep() {
  await openCatalogue({ fr: () => import('./locales/fr.po'), en: () => import('./locales/en.po') })
  return SecondStep
}
