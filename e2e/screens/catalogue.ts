// Takes the pictures of `npm run screens`: each screen at both widths, in both themes and languages.
import { join } from 'node:path'
import { test } from './look-test.ts'
import { pictureName, picturesFolder } from './picture-files.ts'
import { screens } from './screens.ts'
import { showScreen } from './show-screen.ts'

for (const screen of screens)
  test(screen.name, async ({ page, look }, { project }) => {
    await showScreen(page, screen, look)
    await page.screenshot({
      path: join(picturesFolder, pictureName(screen.name, project.name)),
      fullPage: !screen.open,
      animations: 'disabled',
    })
  })
