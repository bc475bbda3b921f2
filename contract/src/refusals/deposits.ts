import type { RefusalEntry } from './refusal-entry.ts'
import { typesetSentences } from '../values/french-spacing.ts'

export const depositRefusals = typesetSentences({
  deposit_ended: { status: 409, fr: 'Ce placement n’est plus en cours.', en: 'This deposit is no longer in progress.' },
  renewal_agreed: {
    status: 409,
    fr: 'La reconduction de ce placement est déjà convenue.',
    en: 'The renewal of this deposit is agreed already.',
  },
  deposit_pledged: {
    status: 409,
    fr: 'Ce placement est nanti : il ne peut pas être rompu.',
    en: 'This deposit is pledged: it cannot be broken.',
  },
  wish_pending: {
    status: 409,
    fr: 'Une demande est déjà en cours pour ce placement.',
    en: 'A request is already being handled for this deposit.',
  },
} as const satisfies Record<string, RefusalEntry>)
