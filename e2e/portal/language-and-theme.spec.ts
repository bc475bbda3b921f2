import { expect, test } from '@playwright/test'
import { customers, plain, signIn } from '../customer.ts'

test('the first visit is in French, and English is remembered', async ({ page }) => {
  await page.goto('login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  // No line begins with a question mark.
  expect(await page.getByRole('link', { name: 'Mot de passe oublié ?' }).textContent()).toContain('oublié\u00A0?')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello')
  await expect(page).toHaveTitle('Log in · Banque Téranga')
  await page.getByLabel('User ID').fill(customers.awa)
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Wrong creditentials' })).toBeVisible()
})

test('the language changes without a reload, including amounts and times', async ({ page }) => {
  await signIn(page, customers.awa)
  const balance = page.locator('section[aria-labelledby="balance-title"]')
  await expect(balance).toContainText(/Solde au .* à \d\d:\d\d/)
  await page.getByRole('button', { name: 'Menu d’Awa Ndiaye', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The language has been changed.' })).toBeVisible()
  await expect
    .poll(async () => plain(await balance.textContent()))
    .toMatch(/Balance as of .* at \d{1,2}:\d\d [ap]m.*[\d,]+ F\sCFA/s)
  await expect(page.getByRole('link', { name: 'Operations' }).locator('visible=true').first()).toBeVisible()
  await page.getByRole('button', { name: 'Awa Ndiaye’s menu', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Français' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'La langue a bien été modifiée.' })).toBeVisible()
})

test('what the bank has written in both languages changes with the language', async ({ page }) => {
  await signIn(page, customers.awa)
  await page.goto('payment-methods/checks/order')
  await expect(page.getByText(/^Lundi-vendredi/)).toBeVisible()
  await page.getByRole('button', { name: 'Menu d’Awa Ndiaye', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.getByText(/^Monday-Friday/)).toBeVisible()
})

test('the theme follows the device until the user chooses one, and is applied before the first paint', async ({
  browser,
}) => {
  const context = await browser.newContext({ colorScheme: 'dark' })
  const page = await context.newPage()
  await signIn(page, customers.awa)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#0d1518')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#ffffff')
  await page.getByRole('button', { name: /^Menu d/ }).click()
  await page.getByRole('menuitemradio', { name: 'Sombre' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await context.close()
})
