// The measurement of `npm run page-speed`: one page at a time, in the browser and with the settings of the journeys, but for what saves
// processor time there: a customer's browser compiles scripts in other threads.
import { defineConfig } from '@playwright/test'
import journeys, { browserArgs } from '../playwright.config.ts'

export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: 'page-speed.ts',
  outputDir: '../../test-results',
  timeout: 900_000,
  use: { ...journeys.use, launchOptions: { ...journeys.use?.launchOptions, args: browserArgs } },
  projects: [{ name: 'phone', use: { isMobile: true, hasTouch: true, viewport: { width: 412, height: 823 } } }],
})
