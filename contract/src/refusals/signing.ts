import type { RefusalEntry } from './refusal-entry.ts'
import { typesetSentences } from '../values/french-spacing.ts'

export const signingRefusals = typesetSentences({
  payment_not_pending: {
    status: 409,
    fr: 'Cette opération n’attend plus de validation.',
    en: 'This operation no longer waits for validation.',
  },
  own_payment: {
    status: 403,
    fr: 'Vous ne pouvez pas valider une opération que vous avez saisie ou modifiée.',
    en: 'You cannot validate an operation that you entered or changed.',
  },
  payment_signed: {
    status: 409,
    fr: 'Vous avez déjà validé cette opération.',
    en: 'You have already validated this operation.',
  },
  already_reminded: {
    status: 409,
    fr: 'Vous avez déjà relancé les signataires aujourd’hui.',
    en: 'You have already reminded the signers today.',
  },
  nobody_to_remind: {
    status: 409,
    fr: 'Personne à relancer : aucun signataire n’a d’adresse électronique.',
    en: 'Nobody to remind: no signer has an email address.',
  },
  limit_exceeded: {
    status: 403,
    fr: 'Le plafond {limit} serait dépassé : il reste {remaining}.',
    en: 'This would exceed the limit {limit}: {remaining} remains.',
  },
  not_validator: {
    status: 403,
    fr: 'Les règles de ce compte demandent une signature d’un autre groupe.',
    en: 'The rules of this account ask for a signature of another group.',
  },
  stale_rules: {
    status: 409,
    fr: 'Les règles de ce compte ont changé depuis que vous les avez ouvertes. Relisez-les avant de les modifier.',
    en: 'The rules of this account have changed since you opened them. Read them again before changing them.',
  },
  too_few_validators: {
    status: 422,
    field: 'tiers',
    fr: 'Personne, ou trop peu de personnes, ne pourrait signer selon ces règles.',
    en: 'Nobody, or too few people, could sign under these rules.',
  },
  unknown_person: {
    status: 422,
    field: 'groups',
    fr: 'Une des personnes n’a pas accès à ce compte.',
    en: 'One of the people has no access to this account.',
  },
  tiers_for_companies: {
    status: 422,
    field: 'tiers',
    fr: 'Les règles de signature concernent les comptes d’entreprise.',
    en: 'Signing rules are for company accounts.',
  },
  self_approval_forbidden: {
    status: 403,
    fr: 'Vous ne pouvez pas valider un virement que vous avez saisi ou modifié.',
    en: 'You cannot validate a transfer that you entered or changed.',
  },
  already_signed: {
    status: 409,
    fr: 'Vous avez déjà validé ce virement.',
    en: 'You have already validated this transfer.',
  },
  not_pending: {
    status: 409,
    fr: 'Ce virement n’attend plus de validation.',
    en: 'This transfer no longer waits for validation.',
  },
} as const satisfies Record<string, RefusalEntry>)
