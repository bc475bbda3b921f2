import { expect, test } from '@playwright/test'
import { customers, isPhone, plain, signIn } from '../customer.ts'

test.beforeEach(async ({ page }) => {
  await signIn(page, customers.awa, 'operations')
  await expect(page.getByRole('table')).toBeVisible()
})

test('a search is kept in the address, and the totals cover everything found', async ({ page }) => {
  await page.getByRole('searchbox', { name: 'Rechercher une opération' }).fill('senelec')
  await expect(page).toHaveURL(/\?search=senelec/)
  const found = page.getByRole('status').filter({ hasText: /opérations?/ })
  await expect.poll(async () => plain(await found.textContent())).toMatch(/^\d+ opérations?− [\d ]+ F CFA/)
  for (const row of await page.getByRole('table').getByRole('link').all())
    await expect(row).toHaveText(/Senelec|Woyofal/)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('senelec')
  await page.getByRole('searchbox').fill('aucune chance')
  await expect(page.getByText('Aucune opération ne correspond')).toBeVisible()
  await page.getByRole('button', { name: 'Tout effacer' }).click()
  await expect(page).toHaveURL(/\/operations$/)
  await expect(page.getByText(/^1–20 sur/)).toBeVisible()
})

test('filters are combined, kept over pages and a detail view, and removed one by one', async ({ page }) => {
  await page.getByRole('button', { name: /^Filtres/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Filtres' })
  await sheet.getByRole('button', { name: 'Sorties' }).click()
  await sheet.getByLabel('Montant min.').fill('9000')
  await sheet.getByLabel('Montant max.').fill('800')
  await sheet.getByRole('button', { name: /^Afficher / }).click()
  await expect(sheet).toContainText('Le montant maximum est inférieur au minimum')
  await sheet.getByLabel('Montant max.').fill('')
  await sheet.getByLabel('Montant min.').fill('1000')
  await sheet.getByRole('button', { name: /^Afficher / }).click()
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
  await page.getByRole('button', { name: /^Filtres/ }).click()
  await sheet.getByRole('button', { name: 'Tous les comptes' }).click()
  await sheet.getByRole('button', { name: 'Entrées' }).click()
  await sheet.getByRole('button', { name: /^Afficher / }).click()
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
  ).toBeAttached()
})

test('the clean name and the wording of the bank find the same payment, and a new name is found everywhere', async ({
  page,
}, { project }) => {
  const search = page.getByRole('searchbox', { name: 'Rechercher une opération' })
  const names = page.getByRole('table').getByRole('link')
  // Each device renames a wallet of its own: both share one bank.
  const number = project.name === 'phone' ? '84' : '30'
  await search.fill(`Portefeuille mobile, 78 000 00 ${number}`)
  await expect(names.first()).toHaveText(`Portefeuille mobile, 78 000 00 ${number}`)
  const found = page.getByRole('status').filter({ hasText: /opérations?/ })
  const total = plain(await found.textContent())
  await search.fill(`TRANSFERT VERS PORTEFEUILLE MOBILE 7800000${number}`)
  await expect(page).toHaveURL(/TRANSFERT/)
  await expect.poll(async () => plain(await found.textContent())).toBe(total)
  await names.first().click()
  const panel = page.getByRole('dialog', { name: 'Opération' })
  await panel.getByRole('button', { name: 'Renommer' }).click()
  const rename = page.getByRole('dialog', { name: /^Renommer/ })
  await rename.getByLabel('Nom', { exact: true }).fill(`Maman ${project.name}`)
  await rename.getByRole('button', { name: 'Enregistrer le nom' }).click()
  await expect(panel.getByText(`Maman ${project.name}`, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await search.fill(`maman ${project.name}`)
  await expect(page).toHaveURL(/maman/)
  await expect(names.first()).toHaveText(`Maman ${project.name}`)
  await expect.poll(async () => plain(await found.textContent())).toBe(total)
})

test('a filter is a button that becomes its value, and its window counts before it is applied', async ({ page }) => {
  test.skip(isPhone(page), 'a phone has its filters in a sheet')
  await page.getByRole('button', { name: 'Catégorie', exact: true }).click()
  const box = page.getByRole('dialog', { name: 'Catégorie' })
  await box.getByRole('checkbox', { name: /^Alimentation/ }).check()
  const show = box.getByRole('button', { name: /^Afficher [\d\s]+ opérations$/ })
  await expect(show).not.toHaveText(/1\s500/)
  const count = /\d+/.exec(plain(await show.textContent()))?.[0] ?? 'none'
  await show.click()
  await expect(page).toHaveURL(/categories=/)
  await expect(page.getByRole('status').filter({ hasText: /opérations/ })).toContainText(count)
  await expect(page.getByRole('button', { name: /^Catégorie : Alimentation/ })).toBeFocused()
  await page.getByRole('button', { name: 'Retirer le filtre Alimentation' }).click()
  await expect(page).not.toHaveURL(/categories=/)
  await page.getByRole('button', { name: 'Période', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Ce mois-ci' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Période' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Période', exact: true })).toBeFocused()
})
