// Shows an error of a call as a banner.
import { warn } from './banners.ts'
import { CallError, NotConfirmed } from './api/call-error.ts'
import { translate } from './language.ts'

/** The general sentence. */
export const generalError = { fr: 'Une erreur est survenue.', en: 'Something went wrong.' }

/** The sentence of the server if there is one, else the general one. */
export const errorLabels = (error: unknown): string =>
  error instanceof CallError ? error.message : translate(generalError)

/** Shows the error in the banner; a closed confirmation is no error. */
export function reportError(error: unknown): void {
  if (!(error instanceof NotConfirmed)) warn(errorLabels(error))
}
