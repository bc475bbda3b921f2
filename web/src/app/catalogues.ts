import type { Catalogue } from '../lib/language.ts'

/** The catalogues of each domain, one file per language, loaded on demand. */
export const catalogues = {
  first: { fr: () => import('../shell/locales/fr.po'), en: () => import('../shell/locales/en.po') },
  frame: { fr: () => import('./locales/fr.po'), en: () => import('./locales/en.po') },
  /** The search, the list of shortcuts and the question before the session ends. */
  frameDialogs: { fr: () => import('./search/locales/fr.po'), en: () => import('./search/locales/en.po') },
  session: {
    fr: () => import('../domains/session/locales/fr.po'),
    en: () => import('../domains/session/locales/en.po'),
  },
  access: { fr: () => import('../domains/access/locales/fr.po'), en: () => import('../domains/access/locales/en.po') },
  auditLog: {
    fr: () => import('../domains/audit-log/locales/fr.po'),
    en: () => import('../domains/audit-log/locales/en.po'),
  },
  accounts: {
    fr: () => import('../domains/accounts/locales/fr.po'),
    en: () => import('../domains/accounts/locales/en.po'),
  },
  alerts: { fr: () => import('../domains/alerts/locales/fr.po'), en: () => import('../domains/alerts/locales/en.po') },
  dashboard: {
    fr: () => import('../domains/dashboard/locales/fr.po'),
    en: () => import('../domains/dashboard/locales/en.po'),
  },
  operations: {
    fr: () => import('../domains/operations/locales/fr.po'),
    en: () => import('../domains/operations/locales/en.po'),
  },
  profile: {
    fr: () => import('../domains/profile/locales/fr.po'),
    en: () => import('../domains/profile/locales/en.po'),
  },
  rib: { fr: () => import('../domains/rib/locales/fr.po'), en: () => import('../domains/rib/locales/en.po') },
  cards: { fr: () => import('../domains/cards/locales/fr.po'), en: () => import('../domains/cards/locales/en.po') },
  chequebooks: {
    fr: () => import('../domains/chequebooks/locales/fr.po'),
    en: () => import('../domains/chequebooks/locales/en.po'),
  },
  paymentMethods: {
    fr: () => import('../domains/payment-methods/locales/fr.po'),
    en: () => import('../domains/payment-methods/locales/en.po'),
  },
  exchangeRates: {
    fr: () => import('../domains/exchange-rates/locales/fr.po'),
    en: () => import('../domains/exchange-rates/locales/en.po'),
  },
  inbox: { fr: () => import('../domains/inbox/locales/fr.po'), en: () => import('../domains/inbox/locales/en.po') },
  signing: {
    fr: () => import('../domains/signing/locales/fr.po'),
    en: () => import('../domains/signing/locales/en.po'),
  },
  instantPayments: {
    fr: () => import('../domains/instant-payments/locales/fr.po'),
    en: () => import('../domains/instant-payments/locales/en.po'),
  },
  debits: { fr: () => import('../domains/debits/locales/fr.po'), en: () => import('../domains/debits/locales/en.po') },
  deposits: {
    fr: () => import('../domains/deposits/locales/fr.po'),
    en: () => import('../domains/deposits/locales/en.po'),
  },
  credits: {
    fr: () => import('../domains/credits/locales/fr.po'),
    en: () => import('../domains/credits/locales/en.po'),
  },
  statements: {
    fr: () => import('../domains/statements/locales/fr.po'),
    en: () => import('../domains/statements/locales/en.po'),
  },
  transfers: {
    fr: () => import('../domains/transfers/locales/fr.po'),
    en: () => import('../domains/transfers/locales/en.po'),
  },
  transferImports: {
    fr: () => import('../domains/transfer-imports/locales/fr.po'),
    en: () => import('../domains/transfer-imports/locales/en.po'),
  },
  transferProofs: {
    fr: () => import('../domains/transfer-proofs/locales/fr.po'),
    en: () => import('../domains/transfer-proofs/locales/en.po'),
  },
  batches: {
    fr: () => import('../domains/batches/locales/fr.po'),
    en: () => import('../domains/batches/locales/en.po'),
  },
  approvals: {
    fr: () => import('../domains/approvals/locales/fr.po'),
    en: () => import('../domains/approvals/locales/en.po'),
  },
  beneficiaries: {
    fr: () => import('../domains/beneficiaries/locales/fr.po'),
    en: () => import('../domains/beneficiaries/locales/en.po'),
  },
} satisfies Record<string, Catalogue>
