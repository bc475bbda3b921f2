// Journeys of customers in a real browser, on a real bank. Run by `npm run e2e`, which opens the bank first.
import { defineConfig, devices } from '@playwright/test'

const address = process.env.CONNECT_ADDRESS
const executablePath = process.env.CONNECT_CHROMIUM
if (!address || !executablePath) throw new Error('The browser tests need an open bank and a browser: start them with npm run e2e.')

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
    baseURL: address,
    locale: 'fr-FR',
    timezoneId: 'Africa/Dakar',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath,
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
