import type { RefusalEntry } from './refusal-entry.ts'
import { typesetSentences } from '../values/french-spacing.ts'

export const accessRefusals = typesetSentences({
  person_known: {
    status: 422,
    field: 'email',
    fr: 'Cette personne a déjà un accès ou une invitation.',
    en: 'This person already has access or an invitation.',
  },
  unknown_accounts: {
    status: 422,
    field: 'accounts',
    fr: 'Vous n’administrez pas tous ces comptes.',
    en: 'You do not administer all of these accounts.',
  },
  too_many_invitations: {
    status: 429,
    fr: '{max} invitations en 24 heures au plus. Réessayez demain.',
    en: '{max} invitations within 24 hours at most. Try again tomorrow.',
  },
  own_rights: {
    status: 403,
    fr: 'Vous ne pouvez pas augmenter vos propres droits.',
    en: 'You cannot raise your own rights.',
  },
  own_change: {
    status: 403,
    fr: 'Vous avez demandé cette modification : un autre administrateur doit l’accepter.',
    en: 'You asked for this change: another administrator must accept it.',
  },
  last_administrator: {
    status: 409,
    fr: 'Chaque compte garde au moins un administrateur actif.',
    en: 'Each account keeps at least one active administrator.',
  },
  not_active_person: {
    status: 409,
    fr: 'Cette personne est suspendue ou n’a pas encore accepté son invitation.',
    en: 'This person is suspended, or has not accepted the invitation yet.',
  },
  not_suspended_person: { status: 409, fr: 'Cette personne n’est pas suspendue.', en: 'This person is not suspended.' },
  not_invited_person: {
    status: 409,
    fr: 'Cette personne n’a pas d’invitation en attente.',
    en: 'This person has no invitation to answer.',
  },
  change_over: {
    status: 409,
    fr: 'Cette demande n’attend plus de réponse.',
    en: 'This request no longer waits for an answer.',
  },
} as const satisfies Record<string, RefusalEntry>)
