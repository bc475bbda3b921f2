import type { RefusalEntry } from './refusal-entry.ts'
import { typesetSentences } from '../values/french-spacing.ts'

export const instantPaymentRefusals = typesetSentences({
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
  request_files_for_companies: {
    status: 403,
    fr: 'Seuls les comptes d’entreprises envoient des listes de factures.',
    en: 'Only accounts of companies send lists of invoices.',
  },
  request_file_repeated: {
    status: 409,
    field: 'file',
    fr: 'Ce fichier a déjà été envoyé. Ses demandes ne partent pas deux fois.',
    en: 'This file has been sent already. Its requests are not sent twice.',
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
  return_waits: {
    status: 409,
    fr: 'Ce retour attend déjà les signatures de votre compte.',
    en: 'This return already waits for the signatures of your account.',
  },
  return_answered: {
    status: 409,
    fr: 'Cette demande de retour a déjà reçu une réponse.',
    en: 'This request for money back has been answered already.',
  },
  alias_phone_missing: {
    status: 422,
    fr: 'Votre profil n’a pas de téléphone d’un pays de l’UEMOA. Ajoutez-le d’abord.',
    en: 'Your profile has no phone number of a UEMOA country. Add it first.',
  },
  alias_email_missing: {
    status: 422,
    fr: 'Votre profil n’a pas d’adresse e-mail, à laquelle la banque envoie le code. Ajoutez-la d’abord.',
    en: 'Your profile has no email address, to which the bank sends the code. Add it first.',
  },
  alias_not_offered: {
    status: 422,
    fr: 'Ce compte ne peut pas avoir cet identifiant de paiement.',
    en: 'This account cannot have this payment identifier.',
  },
  alias_exists: {
    status: 422,
    field: 'value',
    fr: 'Cet identifiant est déjà lié à un compte de la banque.',
    en: 'This identifier is tied to an account of the bank already.',
  },
  too_many_aliases: {
    status: 422,
    fr: 'Le compte a déjà {max} adresses de paiement. Supprimez-en une d’abord.',
    en: 'The account has {max} payment addresses already. Remove one first.',
  },
  alias_busy: {
    status: 409,
    fr: 'Une demande est déjà en cours pour cet identifiant.',
    en: 'A request is in progress for this identifier already.',
  },
  till_needs_address: {
    status: 422,
    fr: 'La caisse a besoin d’une adresse de paiement active. Créez-la dans « Recevoir par PI ».',
    en: 'The till needs an active payment address. Create it under “Receive by PI”.',
  },
  network_not_offered: {
    status: 422,
    field: 'network',
    fr: 'Ce bénéficiaire ne peut pas être payé de cette manière.',
    en: 'This payee cannot be paid in this way.',
  },
} as const satisfies Record<string, RefusalEntry>)
