import { problems } from '../problems.ts'
import type { RefusalEntry } from './refusal-entry.ts'
import { typesetSentences } from '../values/french-spacing.ts'

export const transferImportRefusals = typesetSentences({
  import_file_invalid: {
    status: 422,
    field: 'file',
    fr: 'Fichier invalide !',
    en: 'Invalid file!',
  },
  import_file_missing: { status: 422, field: 'file', ...problems.file_missing },
  import_account_named: {
    status: 409,
    fr: 'Ce fichier indique le compte à débiter. Pour un autre compte, importez un autre fichier.',
    en: 'This file names the account to debit. For another account, import another file.',
  },
  import_account_taken: {
    status: 409,
    fr: 'Un autre brouillon vous attend sur ce compte. Envoyez-le ou supprimez-le d’abord.',
    en: 'Another draft of yours is waiting on this account. Send it or discard it first.',
  },
  import_account_refused: {
    status: 422,
    field: 'account_id',
    fr: 'Ce compte ne peut pas être débité par ces virements. Choisissez-en un autre.',
    en: 'This account cannot be debited for these transfers. Choose another one.',
  },
  list_empty: {
    status: 422,
    field: 'list_id',
    fr: 'Cette liste ne contient aucun bénéficiaire.',
    en: 'This list holds no beneficiary.',
  },
  list_too_long: {
    status: 422,
    field: 'list_id',
    fr: 'Cette liste a plus de {max} bénéficiaires : partagez-la pour la payer.',
    en: 'This list holds more than {max} beneficiaries: split it to pay it.',
  },
  lines_changed: {
    status: 409,
    fr: 'Des lignes choisies ne peuvent plus être payées. Vérifiez-les à nouveau.',
    en: 'Some of the chosen lines can no longer be paid. Check them again.',
  },
  no_line_chosen: {
    status: 422,
    field: 'items',
    fr: 'Aucun virement n’est sélectionné.',
    en: 'No transfer is selected.',
  },
  names_unacknowledged: {
    status: 422,
    field: 'items',
    fr: 'Le nom ne correspond pas au compte : {lines}. Vérifiez chacun avant l’envoi.',
    en: 'The name does not match the account: {lines}. Check each one before sending.',
  },
  single_entry_one_day: {
    status: 422,
    field: 'single_entry',
    fr: 'Un seul débit n’a qu’une date : donnez la même date à tous les virements.',
    en: 'A single debit has one date: give all transfers the same date.',
  },
  single_entry_rate: {
    status: 422,
    field: 'single_entry',
    fr: 'Un seul débit n’est pas possible avec une devise dont le cours varie : ordonnez ces virements ligne par ligne.',
    en: 'A single debit is not possible with a currency whose rate varies: order these transfers line by line.',
  },
} as const satisfies Record<string, RefusalEntry>)
