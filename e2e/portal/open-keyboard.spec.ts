// A phone with its keyboard open: what is left of the window is for the field and what it finds.
import { expect, test } from '@playwright/test'
import { customers, signIn } from '../customer.ts'

test.use({ viewport: { width: 360, height: 330 } })

test('a payee is found and the amount filled in beside the keyboard', async ({ page }) => {
  await signIn(page, customers.awa, 'transfers/create')
  await page.getByRole('combobox', { name: 'Chercher un bénéficiaire' }).pressSequentially('mous')
  const found = page.getByRole('option', { name: /Moustapha Thiam/ })
  await expect(found).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Vérifier et envoyer' })).not.toBeInViewport()
  await found.click()
  const amount = page.getByRole('textbox', { name: 'Montant' })
  await expect(amount).toBeFocused()
  await expect(amount).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('Solde disponible')).toBeInViewport({ ratio: 1 })
})

test('a search shows what it finds beside the keyboard', async ({ page }) => {
  await signIn(page, customers.awa, 'operations')
  await page.getByRole('searchbox').pressSequentially('sene')
  await expect(page).toHaveURL(/search=sene/)
  await expect(page.getByRole('table').getByRole('link', { name: 'Senelec' }).first()).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Cartes' })).not.toBeInViewport()
})

test('a message is written beside the keyboard', async ({ page }) => {
  await signIn(page, customers.awa, 'inbox')
  await page.getByText('Écrire à mon conseiller').click()
  const text = page.getByRole('dialog').getByRole('textbox', { name: 'Message' })
  await text.fill('Bonjour')
  // As the browser does when the keyboard opens.
  await text.evaluate((field) => field.scrollIntoView({ block: 'center' }))
  await expect(text).toBeInViewport({ ratio: 0.9 })
})
