// Compares the most important screens with the pictures that were accepted: npm run pictures -- --update-snapshots accepts new ones.
import { expect } from '@playwright/test'
import { test } from './look-test.ts'
import { screens } from './screens.ts'
import { showScreen } from './show-screen.ts'

for (const screen of screens.filter(({ isCompared }) => isCompared))
  test(screen.name, async ({ page, look }) => {
    await showScreen(page, screen, look)
    await expect(page).toHaveScreenshot(`${screen.name}-${page.viewportSize()?.width}.png`)
  })
