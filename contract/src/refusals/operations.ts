import type { RefusalEntry } from './refusal-entry.ts'
import { typesetSentences } from '../values/french-spacing.ts'

export const operationRefusals = typesetSentences({
  format_unavailable: {
    status: 422,
    field: 'format',
    fr: 'Ce document n’existe pas dans ce format',
    en: 'This document does not exist in this format',
  },
  document_archived: {
    status: 410,
    fr: 'Les opérations de ce document sont aux archives de la banque. Demandez-le à votre agence.',
    en: 'The operations of this document are in the archives of the bank. Ask your branch for it.',
  },
  days_archived: {
    status: 410,
    fr: 'Les opérations de ces jours sont aux archives de la banque. Demandez-les à votre agence.',
    en: 'The operations of these days are in the archives of the bank. Ask your branch for them.',
  },
  category_taken: {
    status: 422,
    field: 'label',
    fr: 'Une catégorie porte déjà ce nom',
    en: 'A category has this name already',
  },
  too_many_categories: { status: 422, field: 'label', fr: '100 catégories au plus', en: '100 categories at most' },
  too_many_rules: {
    status: 422,
    field: 'text',
    fr: '100 règles au plus par compte',
    en: '100 rules at most for an account',
  },
  rule_too_wide: {
    status: 422,
    field: 'text',
    fr: 'Cette règle prendrait plus de {max} opérations passées. Précisez-la.',
    en: 'This rule would take more than {max} past operations. Make it more precise.',
  },
  export_too_long: {
    status: 422,
    field: 'format',
    fr: 'Un PDF compte {max} opérations au plus. Choisissez Excel ou CSV, ou une période plus courte.',
    en: 'A PDF holds {max} operations at most. Choose Excel or CSV, or a shorter period.',
  },
  counterparty_fixed: {
    status: 422,
    field: 'name',
    fr: 'La banque, vos comptes, les espèces et les cartes gardent leur nom.',
    en: 'The bank, your accounts, cash and cards keep their names.',
  },
  too_many_names: { status: 422, field: 'name', fr: '500 noms au plus', en: '500 names at most' },
  view_name_taken: { status: 422, field: 'name', fr: 'Une vue porte déjà ce nom', en: 'A view has this name already' },
  too_many_views: { status: 422, field: 'name', fr: '20 vues au plus', en: '20 views at most' },
  export_needs_days: {
    status: 422,
    field: 'format',
    fr: 'Ce format rend compte de jours entiers, jusqu’à aujourd’hui : retirez les autres filtres.',
    en: 'This format tells of whole days, until today: remove the other filters.',
  },
  export_needs_one_account: {
    status: 422,
    field: 'format',
    fr: 'Ce format est celui d’un seul compte : choisissez Excel, CSV ou PDF, ou exportez compte par compte.',
    en: 'This format is for one account: choose Excel, CSV or PDF, or export account by account.',
  },
  too_many_attachments: {
    status: 422,
    field: 'attachments',
    fr: 'Un export joint {max} pièces au plus. Choisissez une période plus courte.',
    en: 'An export joins {max} attachments at most. Choose a shorter period.',
  },
  unknown_category: {
    status: 422,
    field: 'category_ids',
    fr: 'Cette catégorie n’existe plus',
    en: 'This category no longer exists',
  },
} as const satisfies Record<string, RefusalEntry>)
