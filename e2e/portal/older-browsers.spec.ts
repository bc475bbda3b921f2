// Browsers of 2021 and 2022, by what they lack. docs/development.md says how the journeys run in such a browser itself.
import { expect, test } from '@playwright/test'
import { customers, signIn } from '../customer.ts'

test('a browser that is too old gets a readable page, and the portal once it is updated', async ({ page, browser }) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  // What Internet Explorer, Safari before 15.4 and Chrome before 92 have in common.
  await page.addInitScript(() => void Reflect.deleteProperty(Array.prototype, 'at'))
  await page.goto('login')
  await expect(page).toHaveURL(/\/not-supported\.html$/)
  await expect(page.getByRole('heading', { name: 'Votre navigateur est trop ancien' })).toBeVisible()
  await expect(page.getByText('Your browser is too old.')).toBeVisible()
  await expect(page.getByRole('link', { name: '+221' }).first()).toHaveAttribute('href', /^tel:\+\d{12}$/)
  await expect(page.locator('.brand')).toHaveCSS('border-left-width', '6px')
  expect(logged).toEqual([])
  const updated = await browser.newPage()
  await updated.goto('not-supported.html')
  await updated.getByRole('link', { name: 'ouvrez votre espace' }).click()
  await expect(updated.getByLabel('Identifiant', { exact: true })).toBeVisible()
  await updated.close()
})

test('a browser without the functions of 2022 shows lists and documents', async ({ page }) => {
  const failed: string[] = []
  page.on('pageerror', ({ message }) => failed.push(message))
  await page.addInitScript(() => {
    for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'findLastIndex'])
      Reflect.deleteProperty(Array.prototype, name)
    for (const name of ['groupBy', 'hasOwn']) {
      Reflect.deleteProperty(Map, name)
      Reflect.deleteProperty(Object, name)
    }
    Reflect.deleteProperty(URLSearchParams.prototype, 'size')
    for (const name of ['any', 'timeout']) Reflect.deleteProperty(AbortSignal, name)
    for (const name of ['try', 'withResolvers']) Reflect.deleteProperty(Promise, name)
  })
  await signIn(page, customers.director, 'dashboard')
  await expect(page.getByText('Disponible :')).toBeVisible()
  await page.goto('transfers')
  await expect(page.getByRole('row').filter({ hasText: 'F CFA' }).first()).toBeVisible()
  await page.goto('operations?search=senelec')
  const found = page.getByRole('table').getByRole('link')
  await expect(found.first()).toHaveText('Senelec')
  await expect(found.filter({ hasNotText: 'Senelec' })).toHaveCount(0)
  await page.goto('transfers/to-sign')
  await expect(page.getByRole('row', { name: /Facture 4417/ })).toBeVisible()
  await page.goto('transfers/signed')
  await expect(page.getByRole('heading', { level: 1, name: 'Ce que j’ai signé' })).toBeVisible()
  await page.goto('statements')
  await page
    .getByRole('table')
    .getByRole('button', { name: /^(?!Afficher|Télécharger|Formats|Frais)/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Relevé' })).toContainText('Solde')
  expect(failed).toEqual([])
})
