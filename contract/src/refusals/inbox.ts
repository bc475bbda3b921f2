import type { RefusalEntry } from './refusal-entry.ts'
import { typesetSentences } from '../values/french-spacing.ts'

export const inboxRefusals = typesetSentences({
  about_unknown: {
    status: 422,
    field: 'about',
    fr: 'Ce dont parle le message est introuvable.',
    en: 'What the message is about was not found.',
  },
  too_many_letters: {
    status: 429,
    fr: 'Vous avez écrit {max} messages en une heure. Réessayez plus tard.',
    en: 'You have written {max} messages in an hour. Try again later.',
  },
  conversation_full: {
    status: 409,
    fr: 'Cet échange est arrivé à {max} messages. Écrivez un nouveau message.',
    en: 'This conversation has reached {max} messages. Write a new message.',
  },
} as const satisfies Record<string, RefusalEntry>)
