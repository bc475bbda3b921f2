import type { RefusalEntry } from './refusal-entry.ts'
import { typesetSentences } from '../values/french-spacing.ts'

export const alertRefusals = typesetSentences({
  alert_threshold_missing: {
    status: 422,
    field: 'rules',
    fr: 'Indiquez le montant à partir duquel vous voulez être prévenu.',
    en: 'Give the amount from which you want to be told.',
  },
  push_endpoint_refused: {
    status: 422,
    field: 'endpoint',
    fr: 'Le service de notifications de ce navigateur n’est pas pris en charge.',
    en: 'The notification service of this browser is not supported.',
  },
  push_key_refused: {
    status: 422,
    field: 'p256dh',
    fr: 'Ce navigateur a donné une clé inutilisable. Réessayez.',
    en: 'This browser gave a key that cannot be used. Try again.',
  },
} as const satisfies Record<string, RefusalEntry>)
