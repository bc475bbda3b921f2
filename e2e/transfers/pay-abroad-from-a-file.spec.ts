// A file that pays abroad: its amounts are in the payee's currency, and a wrong one is corrected in the line.
import { expect, test } from '@playwright/test'
import { customers, signIn } from '../customer.ts'

const FRENCH = 'FR1420041010050500013M02606'

test('an accountant imports invoices in euro and corrects a currency that the bank does not deal in', async ({ page }, {
  project,
}) => {
  await signIn(page, customers.accountant, 'transfers/create/multiple')
  const head = 'nom_beneficiaire;iban;montant;libelle;bic;motif_economique;devise'
  const rows = [
    `Maison Delorme;${FRENCH};250,50;Facture ${project.name} 1;SOGEFRPP;services;EUR`,
    `Maison Delorme;${FRENCH};300;Facture ${project.name} 2;SOGEFRPP;services;JPY`,
  ]
  await page.locator('input[type=file]').setInputFiles({
    name: `factures-${project.name}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from([head, ...rows].join('\n')),
  })
  const table = page.getByRole('grid', { name: 'Lignes du fichier' })
  const invalid = table.getByText('Devise inconnue : écrivez son code, EUR ou USD par exemple')
  await expect(invalid).toBeVisible()
  // The counter-value at the parity, and the amount that the payee receives.
  await expect(table).toContainText(/164\s317/)
  await expect(table).toContainText(/250,50\sEUR/)

  await page.getByRole('button', { name: 'Corriger la ligne 3' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ligne 3' })
  await dialog.getByLabel('Devise').fill('EUR')
  await dialog.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(invalid).toBeHidden()
  await expect(table).toContainText(/300,00\sEUR/)

  // The project of a phone begins without this draft.
  await page.getByRole('button', { name: 'Changer de fichier', exact: true }).click()
  await page.getByRole('button', { name: 'Abandonner le brouillon', exact: true }).click()
  await expect(table).toBeHidden()
})
