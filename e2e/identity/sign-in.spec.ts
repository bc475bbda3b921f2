import { expect, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'

test('a customer signs in and finds the accounts, in French', async ({ page }) => {
  await page.goto('login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bonjour')
  await expectNoBarrier(page)
  await page.getByLabel('Identifiant', { exact: true }).fill('10000001')
  await page.getByLabel('Mot de passe', { exact: true }).fill('Teranga-2026!')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/connect\/dashboard/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Bonjour')
})
