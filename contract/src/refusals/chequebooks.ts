import type { RefusalEntry } from './refusal-entry.ts'
import { typesetSentences } from '../values/french-spacing.ts'

export const chequebookRefusals = typesetSentences({
  unknown_chequebook_type: {
    status: 422,
    field: 'type',
    fr: 'Choisissez un type de chéquier.',
    en: 'Choose a chequebook type.',
  },
  unknown_agency: {
    status: 422,
    field: 'agency',
    fr: 'Choisissez une agence de la banque.',
    en: 'Choose a branch of the bank.',
  },
  risk_not_accepted: {
    status: 422,
    field: 'accepts_risk',
    fr: 'Confirmez avoir lu l’avertissement sur les chèques non barrés.',
    en: 'Confirm that you have read the notice about uncrossed cheques.',
  },
  chequebook_on_its_way: {
    status: 409,
    fr: 'Une commande de chéquier est déjà en cours. La suivante sera possible quand elle vous aura été remise.',
    en: 'A chequebook order is already under way. The next one will be possible once it has been handed to you.',
  },
  chequebook_not_possible: {
    status: 403,
    fr: 'Votre situation ne permet pas la délivrance d’un chéquier. Contactez votre conseiller.',
    en: 'A chequebook cannot be issued at this time. Contact your account manager.',
  },
  cheques_not_of_chequebook: {
    status: 422,
    field: 'first_number',
    fr: 'Ces numéros ne sont pas tous de ce chéquier : il va de {first} à {last}.',
    en: 'Not all of these numbers are of this chequebook: it goes from {first} to {last}.',
  },
  cheque_already_paid: {
    status: 422,
    field: 'first_number',
    fr: 'Le chèque {number} est déjà payé : il ne peut plus être mis en opposition.',
    en: 'Cheque {number} has been paid: it can no longer be stopped.',
  },
  cheque_already_stopped: {
    status: 422,
    field: 'first_number',
    fr: 'Le chèque {number} est déjà en opposition.',
    en: 'Cheque {number} has already been stopped.',
  },
} as const satisfies Record<string, RefusalEntry>)
