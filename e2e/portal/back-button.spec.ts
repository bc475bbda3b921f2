// The Back button closes what stands above a page before it leaves the page.
import { expect, type Page, test } from '@playwright/test'
import { customers, isPhone, signIn } from '../customer.ts'

const scrollOf = (page: Page) => page.evaluate(() => scrollY)
const entries = (page: Page) => page.evaluate(() => history.length)

test('Back closes a dialog that has no address, and leaves the page as it was', async ({ page }) => {
  await signIn(page, customers.awa, 'debits')
  await page.getByRole('link', { name: 'Historique' }).click()
  const exportButton = page.getByRole('button', { name: 'Exporter', exact: true })
  await exportButton.waitFor()
  const before = await entries(page)
  const ways = [
    { open: () => exportButton.click(), dialog: page.getByRole('dialog', { name: /^Exporter \d+ prélèvements?$/ }) },
    { open: () => page.keyboard.press('ControlOrMeta+K'), dialog: page.getByRole('dialog', { name: 'Rechercher' }) },
    {
      open: async () => {
        if (isPhone(page)) await page.getByRole('button', { name: 'Plus' }).click()
        await page
          .getByRole('button', { name: /^Alertes/ })
          .locator('visible=true')
          .click()
      },
      dialog: page.getByRole('dialog', { name: 'Alertes' }),
    },
    {
      open: () => page.getByRole('button', { name: /^Filtres/ }).click(),
      dialog: page.getByRole('dialog', { name: 'Filtres' }),
      isOnPhone: true,
    },
  ]
  for (const { open, dialog } of ways.filter(({ isOnPhone }) => !isOnPhone || isPhone(page))) {
    await open()
    await expect(dialog).toBeVisible()
    await page.evaluate(() => scrollTo({ top: 40 }))
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/tab=history$/)
    expect(await scrollOf(page)).toBe(40)
    // What was closed in another way leaves nothing behind that Back would have to pass.
    await open()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  expect(await entries(page)).toBe(before)
  // Forward from a page with a dialog closes it too; then it goes on.
  await page.goBack()
  await expect(page).toHaveURL(/\/debits$/)
  await page.keyboard.press('ControlOrMeta+K')
  const search = page.getByRole('dialog', { name: 'Rechercher' })
  await expect(search).toBeVisible()
  await page.goForward()
  await expect(search).toHaveCount(0)
  await expect(page).toHaveURL(/\/debits$/)
  await page.goForward()
  await expect(page).toHaveURL(/tab=history$/)
})
