// Who may take money from the account, and how much.
import { expect, test } from '@playwright/test'
import { customers, PASSWORD, signIn } from './customer.ts'

test('a debit is read with its window, and a mandate is capped, suspended and resumed', async ({ page }) => {
  await signIn(page, customers.awa, 'debits')
  const table = page.getByRole('table')
  await table.getByRole('link').first().click()
  const panel = page.getByRole('dialog', { name: 'Prélèvement' })
  await expect(panel.getByText('Référence unique du mandat (RUM)')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Historique' }).click()
  await expect(table.getByText('Exécuté').first()).toBeVisible()

  await page.getByRole('link', { name: 'Mandats' }).click()
  await table.getByRole('link', { name: 'Senelec' }).click()
  const mandate = page.getByRole('dialog', { name: 'Mandat de prélèvement' })
  await mandate.getByRole('button', { name: 'Fixer un plafond' }).click()
  const ceiling = page.getByRole('dialog', { name: 'Plafond du mandat' })
  await ceiling.getByLabel('Montant maximum d’un prélèvement').fill('60000')
  await ceiling.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Le plafond du mandat est enregistré.')).toBeVisible()

  await mandate.getByRole('button', { name: 'Suspendre le mandat' }).click()
  await mandate.getByRole('button', { name: 'Réactiver le mandat' }).click()
  // Money may leave again: the password is asked for.
  await page.getByLabel('Votre mot de passe').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(mandate.getByRole('button', { name: 'Suspendre le mandat' })).toBeVisible()
})
