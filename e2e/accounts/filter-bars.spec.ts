// Every list has the same bar: a search, filters that become their value, and one export.
import { expect, type Page, test } from '@playwright/test'
import { customers, isPhone, plain, signIn } from '../customer.ts'

const lists = [
  { path: 'operations', chips: ['Période', 'Sens', 'Catégorie', 'Montant'], hasExport: true },
  { path: 'transfers', chips: ['Période', 'Statut', 'Type', 'Montant'], hasExport: true },
  { path: 'statements', chips: ['Période'], hasExport: true },
  { path: 'statements?type=avis', chips: ['Période', 'Type'], hasExport: true },
  { path: 'payment-methods/cards?view=history', chips: ['Carte', 'Période', 'Statut'], hasExport: true },
  { path: 'transfers/beneficiaries', chips: ['Pays', 'Statut'], hasExport: true },
  { path: 'debits?tab=history', chips: ['Période', 'Statut', 'Montant'], hasExport: true },
  { path: 'inbox', chips: ['Période'], hasExport: false },
]

async function openPeriod(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: /^Filtres/ }).click()
  else
    await page
      .getByRole('search')
      .getByRole('button', { name: /^Période/ })
      .click()
}

test('every list has the same filters and the same export', async ({ page }) => {
  await signIn(page, customers.awa)
  for (const { path, chips, hasExport } of lists) {
    await page.goto(path)
    const bar = page.getByRole('main').getByRole('search')
    await expect(bar.getByRole('button', { name: 'Exporter', exact: true })).toHaveCount(hasExport ? 1 : 0)
    if (isPhone(page)) {
      await bar.getByRole('button', { name: /^Filtres/ }).click()
      const sheet = page.getByRole('dialog', { name: 'Filtres' })
      for (const name of chips) await expect(sheet.getByRole('group', { name, exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(sheet).toHaveCount(0)
    } else for (const name of chips) await expect(bar.getByRole('button', { name, exact: true })).toBeVisible()
  }
})

test('a period is counted before it is shown, becomes the name of its filter, and is removed by its cross', async ({
  page,
}) => {
  await signIn(page, customers.awa, 'transfers')
  await openPeriod(page)
  await page.getByRole('button', { name: 'Ce mois-ci' }).click()
  const show = page.getByRole('button', { name: /^Afficher \d+ virements?$/ })
  const counted = /\d+/.exec(plain(await show.textContent()))?.[0] ?? 'none'
  await show.click()
  await expect(page).toHaveURL(/from=\d{4}-\d{2}-01&to=/)
  await expect(page.getByRole('status').filter({ hasText: /virements?/ })).toContainText(counted)
  await expect(page.getByRole('button', { name: 'Période : Ce mois-ci' })).toBeVisible()
  await page.getByRole('button', { name: 'Retirer le filtre Ce mois-ci' }).click()
  await expect(page).not.toHaveURL(/from=/)
})

test('the panel of a transfer goes to the next and the previous one of the list', async ({ page }) => {
  await signIn(page, customers.awa, 'transfers?status=executed')
  const [first, second] = [0, 1].map((at) => page.getByRole('table').getByRole('link').nth(at))
  const next = await second?.getAttribute('href')
  await first?.click()
  const panel = page.getByRole('dialog', { name: 'Virement' })
  await expect(panel.getByText(/^1 sur \d+$/)).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Virement précédent' })).toBeDisabled()
  await panel.getByRole('button', { name: 'Virement suivant' }).click()
  await expect(panel.getByText(/^2 sur \d+$/)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(new URL(next ?? '', page.url()).pathname)
  await panel.getByRole('button', { name: 'Virement précédent' }).click()
  await expect(panel.getByText(/^1 sur \d+$/)).toBeVisible()
})

test('an amount finds the transfers that have it, and one search clears with all filters', async ({ page }) => {
  await signIn(page, customers.awa, 'transfers?min=100000&search=a')
  await expect(page.getByRole('button', { name: /^Montant\s: / })).toBeVisible()
  const amounts = page.getByRole('table').getByText(/F\sCFA/)
  for (const text of await amounts.allTextContents()) {
    const digits = plain(text).replaceAll(/\D/g, '')
    if (text.includes('−')) expect(Number(digits)).toBeGreaterThanOrEqual(100_000)
  }
  await page.getByRole('button', { name: 'Tout effacer' }).click()
  await expect(page).toHaveURL(/\/transfers$/)
  await expect(page.getByRole('searchbox', { name: 'Rechercher un virement' })).toHaveValue('')
})
