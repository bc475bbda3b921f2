import { expect, test } from '@playwright/test'
import { customers, plain, signIn } from '../customer.ts'

test('a customer sees the balance of a chosen day, booked and by value date', async ({ page }) => {
  await signIn(page, customers.awa, 'operations')
  await page.getByRole('button', { name: 'Solde à une date' }).click()
  const dialog = page.getByRole('dialog', { name: 'Solde à une date' })
  await expect(dialog.getByText('Solde comptable en fin de journée')).toBeVisible()
  const day = dialog.getByRole('textbox', { name: 'Date' })
  await day.fill('01/02/2020')
  for (const at of [0, 1])
    await expect
      .poll(async () => plain(await dialog.getByRole('definition').nth(at).textContent()))
      .toMatch(/^0\sF\sCFA/)
})
