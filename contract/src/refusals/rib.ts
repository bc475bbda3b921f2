import type { RefusalEntry } from './refusal-entry.ts'
import { typesetSentences } from '../values/french-spacing.ts'

export const ribRefusals = typesetSentences({
  too_many_emails: {
    status: 429,
    fr: 'Vos coordonnées ont été envoyées {max} fois en 24 heures. Réessayez demain.',
    en: 'Your bank details were sent {max} times in 24 hours. Try again tomorrow.',
  },
} as const satisfies Record<string, RefusalEntry>)
