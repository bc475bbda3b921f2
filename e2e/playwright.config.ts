// Journeys of customers in a real browser, on a real bank. `npm run e2e` opens a bank and tells where; without it, the
// bank of `npm start` is taken.
import { defineConfig, devices } from '@playwright/test'

/** The journeys that look or go otherwise on a phone. What does not depend on the width is walked once, on the desk. */
const ON_A_PHONE = [
  'accessibility',
  'bank-at-hand',
  'choose-an-account',
  'find-operations',
  'inbox',
  'manage-beneficiaries',
  'manage-categories',
  'pay-own-account',
  'personal-information',
  'see-operations',
  'send-a-transfer',
  'shell',
  'sign-in',
  'statements',
  'validate-a-transfer',
]

export default defineConfig({
  testDir: '.',
  // Tests of other engines run under vitest.
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  forbidOnly: Boolean(process.env.CI),
  // The customers share one bank: what one journey changes, another may read.
  workers: 1,
  // A busy machine may be several times slower: only what hangs shall fail.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env.CONNECT_ADDRESS ?? 'http://localhost:8080/connect/',
    locale: 'fr-FR',
    timezoneId: 'Africa/Dakar',
    actionTimeout: 30_000,
    // As for who wants no motion: a click need not wait until a panel has slid in.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CONNECT_CHROMIUM ?? '/usr/bin/chromium',
      // Debian's Chromium, as root, in a container with little shared memory, and without calls to its maker.
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
    // One pixel of the screen for one of CSS: the processor draws them here, and the page is the same.
    {
      name: 'phone',
      use: { ...devices['Pixel 7'], deviceScaleFactor: 1 },
      testMatch: ON_A_PHONE.map((journey) => `**/${journey}.spec.ts`),
    },
  ],
})
