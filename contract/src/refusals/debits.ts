import type { RefusalEntry } from './refusal-entry.ts'
import { typesetSentences } from '../values/french-spacing.ts'

export const debitRefusals = typesetSentences({
  debit_not_announced: {
    status: 409,
    fr: 'Ce prélèvement n’est plus à venir : il ne peut plus être refusé.',
    en: 'This debit is no longer to come: it cannot be refused any more.',
  },
  refusal_too_late: {
    status: 409,
    fr: 'Un prélèvement se refuse jusqu’à midi, le jour ouvré qui précède son échéance. Vous pourrez le contester une fois exécuté.',
    en: 'A debit can be refused until noon of the business day before it is due. You can dispute it once it is executed.',
  },
  debit_not_executed: {
    status: 409,
    fr: 'Ce prélèvement n’a pas été exécuté : il n’y a rien à contester.',
    en: 'This debit was not executed: there is nothing to dispute.',
  },
  dispute_too_late: {
    status: 409,
    fr: 'Le délai pour contester ce prélèvement est passé.',
    en: 'The time to dispute this debit is over.',
  },
  no_refund_between_companies: {
    status: 409,
    fr: 'Un prélèvement interentreprises autorisé n’est pas remboursé. S’il n’a pas été autorisé, dites-le.',
    en: 'An authorised business-to-business debit is not refunded. If it was not authorised, say so.',
  },
  debit_disputed: { status: 409, fr: 'Ce prélèvement est déjà contesté.', en: 'This debit is disputed already.' },
  stale_mandate: {
    status: 409,
    fr: 'Ce mandat a changé entre-temps. Relisez-le avant de continuer.',
    en: 'This mandate has changed in the meantime. Read it again before going on.',
  },
  mandate_state: {
    status: 409,
    fr: 'L’état de ce mandat ne permet pas cette opération.',
    en: 'The state of this mandate does not allow this.',
  },
  mandate_companies_only: {
    status: 403,
    fr: 'Seuls les comptes d’entreprises enregistrent des mandats interentreprises.',
    en: 'Only accounts of companies register business-to-business mandates.',
  },
  mandate_known: {
    status: 422,
    field: 'umr',
    fr: 'Ce créancier a déjà un mandat sous cette référence sur ce compte',
    en: 'This creditor has a mandate under this reference on this account already',
  },
  mandate_signed_later: {
    status: 422,
    field: 'signed_on',
    fr: 'Cette date est à venir',
    en: 'This date is still to come',
  },
  mandate_signed_long_ago: {
    status: 422,
    field: 'signed_on',
    fr: 'Un mandat signé il y a plus de 36 mois et jamais utilisé a expiré',
    en: 'A mandate signed more than 36 months ago and never used has expired',
  },
  mandate_copy_missing: {
    status: 422,
    field: 'copy',
    fr: 'Joignez la copie signée du mandat',
    en: 'Attach the signed copy of the mandate',
  },
  own_mandate: {
    status: 403,
    fr: 'Vous avez enregistré ce mandat : une autre personne doit le confirmer.',
    en: 'You registered this mandate: another person must confirm it.',
  },
} as const satisfies Record<string, RefusalEntry>)
