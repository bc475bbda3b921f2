// Journeys of customers in a real browser, on a real bank. `npm run e2e` opens a bank and tells where; without it, the
// bank of `npm start` is taken.
import { defineConfig, devices } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  forbidOnly: Boolean(process.env.CI),
  // The customers share one bank: what one journey changes, another may read.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env.CONNECT_ADDRESS ?? 'http://localhost:8080/connect/',
    locale: 'fr-FR',
    timezoneId: 'Africa/Dakar',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
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
    { name: 'phone', use: { ...devices['Pixel 7'] } },
  ],
})
