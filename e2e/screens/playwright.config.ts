// The pictures of `npm run screens` and of `npm test`, in the browser and with the settings of the journeys.
import { defineConfig, devices } from '@playwright/test'
import journeys from '../playwright.config.ts'
import type { Look } from './show-screen.ts'

const { isMobile, hasTouch } = devices['Pixel 7']
const sizes = {
  1440: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
  390: { isMobile, hasTouch, viewport: { width: 390, height: 844 } },
}
const looks: Look[] = (['light', 'dark'] as const).flatMap((theme) =>
  (['fr', 'en'] as const).map((lang) => ({ theme, lang })),
)

export default defineConfig<{ look: Look }>({
  ...journeys,
  testDir: '.',
  outputDir: '../../test-results',
  globalTeardown: './write-index.ts',
  timeout: 60_000,
  // The pictures are of one machine and are compared on others: letters are drawn a little differently.
  expect: { timeout: 20_000, toHaveScreenshot: { maxDiffPixelRatio: 0.01, threshold: 0.25, animations: 'disabled' } },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  projects: [
    ...Object.entries(sizes).flatMap(([width, size]) =>
      looks.map((look) => ({
        name: `${width}-${look.theme}-${look.lang}`,
        testMatch: 'catalogue.ts',
        use: { ...size, look },
      })),
    ),
    ...Object.entries(sizes).map(([width, size]) => ({
      name: `pictures-${width}`,
      testMatch: 'compare.ts',
      use: { ...size, look: { theme: 'light' as const, lang: 'fr' as const } },
    })),
  ],
})
