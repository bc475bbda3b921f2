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
  'instant-payments',
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

/** The files with sentences that the sign-in page loads: a test keeps this list complete. */
const first = [
  'app/layouts/LoginLayout.tsx',
  'domains/session/LoginScreen.tsx',
  'shell/BannerHost.tsx',
  'shell/CrashScreen.tsx',
  'ui/InlineAlert.tsx',
  'ui/fields/Field.tsx',
  'ui/fields/PasswordField.tsx',
].map((file) => `<rootDir>/src/${file}`)

/** The files with the sentences of the confirmation dialog, which is loaded with them. */
const confirmation = ['ConfirmationModal.tsx', 'CodeField.tsx', 'operation-labels.ts', 'use-passkey-signature.ts'].map(
  (file) => `<rootDir>/src/shell/forms/${file}`,
)

/** Windows of filters, exports and the viewer of files: they load these sentences when they open. */
const onRequest = [
  'exports/ExportPanel.tsx',
  'exports/ListExport.tsx',
  'files/FileViewer.tsx',
  'filters/AmountsField.tsx',
  'filters/FilterSheet.tsx',
  'filters/FilterWindow.tsx',
  'filters/OptionsField.tsx',
  'filters/PeriodField.tsx',
].map((file) => `<rootDir>/src/shell/${file}`)

/** Dialogs of the frame that few visits see: the search, the list of shortcuts, the question before the session ends. */
const frameDialogs = ['search', 'header/ShortcutsModal.tsx', 'InactivityModal.tsx'].map(
  (file) => `<rootDir>/src/app/${file}`,
)

/** The files of domains that the menu and the header need on every page. */
const ofFrame = ['accounts/account-labels.ts', 'exchange-rates/RatesPill.tsx'].map(
  (file) => `<rootDir>/src/domains/${file}`,
)

export default defineConfig({
  sourceLocale: 'fr',
  locales: ['fr', 'en'],
  format: formatter({ lineNumbers: false }),
  catalogs: [
    { path: '<rootDir>/src/shell/locales/{locale}', include: first },
    { path: '<rootDir>/src/shell/forms/locales/{locale}', include: confirmation },
    { path: '<rootDir>/src/shell/on-request/locales/{locale}', include: onRequest },
    // The catalogue of the frame: layouts, shell and ui.
    {
      path: '<rootDir>/src/app/locales/{locale}',
      include: ['<rootDir>/src/app', '<rootDir>/src/shell', '<rootDir>/src/lib', '<rootDir>/src/ui', ...ofFrame],
      exclude: [...first, ...confirmation, ...onRequest, ...frameDialogs],
    },
    { path: '<rootDir>/src/app/search/locales/{locale}', include: frameDialogs },
    ...domains.map((domain) => ({
      path: `<rootDir>/src/domains/${domain}/locales/{locale}`,
      include: [`<rootDir>/src/domains/${domain}`],
      exclude: [...first, ...ofFrame],
    })),
  ],
})
