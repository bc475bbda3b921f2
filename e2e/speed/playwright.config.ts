// The measurement of `npm run page-speed`: one page at a time, in the browser and with the settings of the journeys.
import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: 'page-speed.ts',
  outputDir: '../../test-results',
  timeout: 900_000,
  projects: [{ name: 'phone', use: { isMobile: true, hasTouch: true, viewport: { width: 412, height: 823 } } }],
})
