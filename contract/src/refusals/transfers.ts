import type { RefusalEntry } from './refusal-entry.ts'
import { typesetSentences } from '../values/french-spacing.ts'

export const transferRefusals = typesetSentences({
  insufficient_balance: {
    status: 422,
    field: 'amount',
    fr: 'Solde insuffisant pour ce virement : il manque {missing}.',
    en: 'Insufficient balance for this transfer: {missing} is missing.',
  },
  currency_not_offered: {
    status: 422,
    field: 'amount',
    fr: 'Ce virement ne peut pas être fait dans cette devise.',
    en: 'This transfer cannot be made in this currency.',
  },
  rate_expired: {
    status: 409,
    fr: 'Le cours a changé depuis que vous l’avez lu. Relisez la contre-valeur avant de confirmer.',
    en: 'The rate has changed since you read it. Read the counter-value again before you confirm.',
  },
  amount_below_charges: {
    status: 422,
    field: 'amount',
    fr: 'Ce montant ne couvre pas les frais, qui en seraient déduits.',
    en: 'This amount does not cover the charges, which would be deducted from it.',
  },
  amount_too_small: {
    status: 422,
    field: 'amount',
    fr: 'Ce montant est trop petit : il ne vaut rien dans l’autre monnaie.',
    en: 'This amount is too small: it is worth nothing in the other currency.',
  },
  date_missing: { status: 422, field: 'execution_date', fr: 'Choisissez une date', en: 'Choose a date' },
  date_in_the_past: {
    status: 422,
    field: 'execution_date',
    fr: 'Choisissez une date à partir de demain',
    en: 'Choose a date from tomorrow on',
  },
  start_missing: { status: 422, field: 'start_date', fr: 'Choisissez une date', en: 'Choose a date' },
  start_in_the_past: {
    status: 422,
    field: 'start_date',
    fr: 'Choisissez une date à partir de demain',
    en: 'Choose a date from tomorrow on',
  },
  start_not_after_last: {
    status: 422,
    field: 'start_date',
    fr: 'Choisissez une date après le {last}, dernière échéance passée ou sautée',
    en: 'Choose a date after {last}, the last one that has passed or was skipped',
  },
  start_too_far: {
    status: 422,
    field: 'start_date',
    fr: 'Choisissez une date dans les douze mois',
    en: 'Choose a date within twelve months',
  },
  date_too_far: {
    status: 422,
    field: 'execution_date',
    fr: 'Choisissez une date dans les douze mois',
    en: 'Choose a date within twelve months',
  },
  periodicity_missing: { status: 422, field: 'periodicity', fr: 'Choisissez une périodicité', en: 'Choose how often' },
  end_before_start: {
    status: 422,
    field: 'end_date',
    fr: 'La date de fin doit suivre la date de début',
    en: 'The end date must come after the start date',
  },
  documents_required: {
    status: 422,
    field: 'international_documents',
    fr: 'Au-delà de {tolerance}, un virement hors UEMOA demande un justificatif.',
    en: 'Above {tolerance}, a transfer outside the UEMOA needs a supporting document.',
  },
  purpose_missing: {
    status: 422,
    field: 'purpose',
    fr: 'Indiquez l’objet de ce virement hors UEMOA.',
    en: 'Say what this transfer outside the UEMOA is for.',
  },
  domiciliation_missing: {
    status: 422,
    field: 'domiciliation',
    fr: 'À partir de {threshold}, une importation demande un numéro de domiciliation.',
    en: 'From {threshold} on, an import needs a domiciliation number.',
  },
  not_executed: {
    status: 409,
    fr: 'Ce virement n’est pas encore exécuté.',
    en: 'This transfer has not been executed yet.',
  },
  transfer_returned: {
    status: 409,
    fr: 'Ce virement a été retourné : le montant vous a été rendu, il n’y a pas de preuve de paiement.',
    en: 'This transfer was returned: the amount was given back to you, and there is no proof of payment.',
  },
  not_editable: {
    status: 409,
    fr: 'Ce virement ne peut plus être modifié.',
    en: 'This transfer can no longer be changed.',
  },
  paused_and_to_sign: {
    status: 409,
    fr: 'Cette modification doit être signée : reprenez d’abord le virement permanent.',
    en: 'This change has to be signed: resume the periodic transfer first.',
  },
  stale_version: {
    status: 409,
    fr: 'Ce virement a changé depuis que vous l’avez ouvert. Relisez-le avant de le valider.',
    en: 'This transfer has changed since you opened it. Read it again before validating it.',
  },
  not_cancellable: {
    status: 409,
    fr: 'Ce virement ne peut plus être annulé.',
    en: 'This transfer can no longer be cancelled.',
  },
  not_periodic: {
    status: 409,
    fr: 'Ce virement permanent ne court plus.',
    en: 'This periodic transfer no longer runs.',
  },
} as const satisfies Record<string, RefusalEntry>)
