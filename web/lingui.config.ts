import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const domains = [
  'access',
  'audit-log',
  'session',
  'accounts',
  'alerts',
  'dashboard',
  'operations',
  'profile',
  'rib',
  'exchange-rates',
  'inbox',
  'signing',
  'statements',
  'debits',
  'deposits',
  'credits',
  'transfers',
  'transfer-imports',
  'transfer-proofs',
  'batches',
  'approvals',
  'beneficiaries',
  'cards',
  'chequebooks',
  'payment-methods',
]

export default defineConfig({
  sourceLocale: 'fr',
  locales: ['fr', 'en'],
  format: formatter({ lineNumbers: false }),
  catalogs: [
    // The catalogue of the frame: layouts, shell and ui.
    {
      path: '<rootDir>/src/app/locales/{locale}',
      include: ['<rootDir>/src/app', '<rootDir>/src/shell', '<rootDir>/src/lib', '<rootDir>/src/ui'],
    },
    ...domains.map((domain) => ({
      path: `<rootDir>/src/domains/${domain}/locales/{locale}`,
      include: [`<rootDir>/src/domains/${domain}`],
    })),
  ],
})
