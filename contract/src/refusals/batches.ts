import type { RefusalEntry } from './refusal-entry.ts'
import { typesetSentences } from '../values/french-spacing.ts'

export const batchRefusals = typesetSentences({
  batch_not_executed: {
    status: 409,
    fr: 'Aucun virement de ce lot n’est encore exécuté.',
    en: 'No transfer of this batch has been executed yet.',
  },
  lines_confidential: {
    status: 403,
    fr: 'Ces virements sont confidentiels : vous en voyez le total.',
    en: 'These transfers are confidential: you see their total.',
  },
  confidential_not_yours: {
    status: 422,
    field: 'is_confidential',
    fr: 'Vous n’êtes pas habilité aux virements confidentiels.',
    en: 'You are not entitled to confidential transfers.',
  },
  nothing_to_retry: {
    status: 409,
    fr: 'Aucun de ces virements ne peut être renvoyé.',
    en: 'None of these transfers can be sent again.',
  },
  last_line: {
    status: 422,
    field: 'lines',
    fr: 'Il ne resterait aucun virement : refusez le lot entier.',
    en: 'No transfer would be left: refuse the whole batch.',
  },
} as const satisfies Record<string, RefusalEntry>)
