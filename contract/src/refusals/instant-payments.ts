import type { RefusalEntry } from './refusal-entry.ts'

export const instantPaymentRefusals = {
  instant_payments_off: {
    status: 422,
    fr: 'La banque ne propose pas les paiements instantanés pour le moment.',
    en: 'The bank does not offer instant payments at the moment.',
  },
  alias_unknown: {
    status: 422,
    field: 'value',
    fr: 'Aucun compte ne reçoit de paiements instantanés sous ce numéro ou cette adresse.',
    en: 'No account receives instant payments under this number or address.',
  },
  identity_missing: {
    status: 422,
    fr: 'Les paiements instantanés demandent votre pièce d’identité, que la banque n’a pas encore enregistrée. Passez dans votre agence.',
    en: 'Instant payments need your identity document, which the bank has not registered yet. Please visit your branch.',
  },
  alias_own: {
    status: 422,
    field: 'value',
    fr: 'C’est le compte à débiter lui-même.',
    en: 'This is the account to debit itself.',
  },
  account_not_reachable: {
    status: 422,
    field: 'value',
    fr: 'Ce compte ne reçoit pas de paiements instantanés.',
    en: 'This account does not receive instant payments.',
  },
  lookup_unanswered: {
    status: 503,
    fr: 'La plateforme des paiements instantanés ne répond pas. Réessayez dans un instant.',
    en: 'The platform of instant payments does not answer. Try again in a moment.',
  },
  lookup_expired: {
    status: 422,
    field: 'lookup_id',
    fr: 'Le bénéficiaire a été vérifié il y a trop longtemps. Vérifiez-le de nouveau.',
    en: 'The payee was checked too long ago. Check it again.',
  },
  guarantee_used: {
    status: 422,
    fr: 'Les paiements instantanés sont suspendus un moment par la banque. Votre argent n’a pas bougé.',
    en: 'The bank has suspended instant payments for a moment. Your money has not moved.',
  },
  network_not_offered: {
    status: 422,
    field: 'network',
    fr: 'Ce bénéficiaire ne peut pas être payé de cette manière.',
    en: 'This payee cannot be paid in this way.',
  },
} as const satisfies Record<string, RefusalEntry>
