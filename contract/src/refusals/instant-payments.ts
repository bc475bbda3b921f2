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
  request_answered: {
    status: 409,
    fr: 'Cette demande a déjà reçu une réponse.',
    en: 'This request has been answered already.',
  },
  request_expired: {
    status: 422,
    fr: 'Le délai pour répondre à cette demande est passé.',
    en: 'The time to answer this request has passed.',
  },
  request_amount_fixed: {
    status: 422,
    field: 'amount',
    fr: 'Le demandeur attend {amount}, ni plus ni moins.',
    en: 'The requester expects {amount}, neither more nor less.',
  },
  request_day_wrong: {
    status: 422,
    field: 'act_until',
    fr: 'Choisissez un jour à partir d’aujourd’hui, dans les douze mois',
    en: 'Choose a day from today on, within twelve months',
  },
  discount_too_high: {
    status: 422,
    field: 'discount',
    fr: 'La remise doit être inférieure au montant',
    en: 'The discount must be less than the amount',
  },
  return_not_possible: {
    status: 422,
    fr: 'Seul un paiement instantané qui est arrivé peut être redemandé.',
    en: 'Only an instant payment that has arrived can be asked back.',
  },
  return_requested_before: {
    status: 409,
    fr: 'Vous avez déjà demandé le retour de ce paiement.',
    en: 'You have asked for this payment back already.',
  },
  return_answered: {
    status: 409,
    fr: 'Cette demande de retour a déjà reçu une réponse.',
    en: 'This request for money back has been answered already.',
  },
  network_not_offered: {
    status: 422,
    field: 'network',
    fr: 'Ce bénéficiaire ne peut pas être payé de cette manière.',
    en: 'This payee cannot be paid in this way.',
  },
} as const satisfies Record<string, RefusalEntry>
