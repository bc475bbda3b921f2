// What went wrong, said in one way wherever it is told.
import { warn } from './banners.ts'
import { CallError, NotConfirmed } from './call-error.ts'
import { say } from './language.ts'

/** Where nothing better is known. */
export const generalFault = { fr: 'Une erreur est survenue.', en: 'Something went wrong.' }

/** The sentence of the server where there is one, else the general one. */
export const faultWords = (error: unknown): string => (error instanceof CallError ? error.message : say(generalFault))

/** Tells it in the banner. Whoever closed the confirmation needs no word: nothing went wrong. */
export function tellFault(error: unknown): void {
  if (!(error instanceof NotConfirmed)) warn(faultWords(error))
}
