// Journeys of customers in a real browser, on a real bank. `npm run e2e` starts a bank and passes its address; without it, the
// bank of `npm start` is used.
import { defineConfig, devices } from '@playwright/test'
import { ONCE } from './once.ts'

/** The journeys that look or behave differently on a phone, except those marked ONCE. The others run once, on the desktop. */
const ON_A_PHONE = [
  'accessibility',
  'back-button',
  'bank-at-hand',
  'choose-an-account',
  'filter-bars',
  'find-operations',
  'inbox',
  'manage-beneficiaries',
  'manage-categories',
  'new-payee-limits',
  'pay-instantly',
  'pay-own-account',
  'personal-information',
  'receive-by-pi',
  'search',
  'see-operations',
  'send-a-transfer',
  'shell',
  'sign-in',
  'statements',
  'validate-a-transfer',
]

/** Debian's Chromium, as root, in a container with little shared memory, and without calls to Google. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  // Without a graphics card, its process would only copy pictures: a tenth of a page's work.
  '--in-process-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: '.',
  // Tests of other engines run under vitest.
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  forbidOnly: Boolean(process.env.CI),
  // The customers share one bank: one journey may read the changes of another.
  workers: 1,
  // A busy machine may be several times slower: only a page that hangs fails.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env.CONNECT_ADDRESS ?? 'http://localhost:8080/connect/',
    locale: 'fr-FR',
    timezoneId: 'Africa/Dakar',
    actionTimeout: 30_000,
    // With reduced motion: a click need not wait for a sliding panel.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Requests that a service worker makes cannot be held back by a test: where it is tested, it is allowed.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CONNECT_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        ...browserArgs,
        // Several browsers share two cores: threads that compile and collect garbage beside the page cost more than they win.
        '--js-flags=--single-threaded',
        // No spare process for a page that may come next: starting one is a fifth of what the sign-in page takes.
        '--renderer-process-limit=1',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
    // One device pixel per CSS pixel: the processor renders them here, and the page is the same.
    {
      name: 'phone',
      use: { ...devices['Pixel 7'], deviceScaleFactor: 1 },
      testMatch: ON_A_PHONE.map((journey) => `**/${journey}.spec.ts`),
      grepInvert: new RegExp(ONCE.tag),
    },
  ],
})
