import { expect, test } from '@playwright/test'
import { customers, plain, signIn } from '../customer.ts'

test.beforeEach(async ({ page }) => {
  await signIn(page, customers.awa, 'operations')
  await expect(page.getByRole('table')).toBeVisible()
})

test('a search is kept in the address, and the totals cover everything found', async ({ page }) => {
  await page.getByRole('searchbox', { name: 'Rechercher une opération' }).fill('senelec')
  await expect(page).toHaveURL(/\?search=senelec/)
  const found = page.getByRole('status').filter({ hasText: /opérations?/ })
  await expect.poll(async () => plain(await found.textContent())).toMatch(/^\d+ opérations?− [\d ]+ F CFA/)
  for (const row of await page.getByRole('table').getByRole('link').all()) await expect(row).toContainText(/senelec/i)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('senelec')
  await page.getByRole('searchbox').fill('aucune chance')
  await expect(page.getByText('Aucune opération ne correspond')).toBeVisible()
  await page.getByRole('button', { name: 'Tout effacer' }).click()
  await expect(page).toHaveURL(/\/operations$/)
  await expect(page.getByText(/^1–20 sur/)).toBeVisible()
})

test('filters are combined, kept over pages and a detail view, and removed one by one', async ({ page }) => {
  await page.getByRole('button', { name: 'Filtres' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filtrer les opérations' })
  await sheet.getByRole('button', { name: 'Sorties' }).click()
  await sheet.getByLabel('Montant min.').fill('9000')
  await sheet.getByLabel('Montant max.').fill('800')
  await sheet.getByRole('button', { name: 'Afficher les opérations' }).click()
  await expect(sheet).toContainText('Le montant maximum est inférieur au minimum')
  await sheet.getByLabel('Montant max.').fill('')
  await sheet.getByLabel('Montant min.').fill('1000')
  await sheet.getByRole('button', { name: 'Afficher les opérations' }).click()
  await expect(page).toHaveURL(/sign=debit/)
  await expect(page).toHaveURL(/min=1000/)
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await expect(page).toHaveURL(/\/operations\/page\/2\?.*sign=debit/)
  await page.getByRole('table').getByRole('link').first().click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/operations\/page\/2\?.*sign=debit/)
  await page.getByRole('button', { name: 'Retirer le filtre Sorties' }).click()
  await expect(page).not.toHaveURL(/sign=/)
  await expect(page).toHaveURL(/min=1000/)

  await page.goto('operations')
  await page.getByRole('button', { name: 'Filtres' }).click()
  await sheet.getByRole('button', { name: 'Tous les comptes' }).click()
  await sheet.getByRole('button', { name: 'Entrées' }).click()
  await sheet.getByRole('button', { name: 'Afficher les opérations' }).click()
  await expect(page).toHaveURL(/account=all/)
  // The categories and documents of a line are on its own account, one step away.
  await page
    .getByRole('row', { name: /Compte d.épargne/ })
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('button', { name: 'Ouvrir sur ce compte' }).click()
  await expect(page).toHaveURL(/\/operations\?operation=[\w-]+$/)
  await expect(
    page.getByRole('dialog', { name: 'Opération' }).getByRole('heading', { name: 'Catégories' }),
  ).toBeVisible()
})
