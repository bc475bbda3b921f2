// Helpers of journeys that send a transfer.
import { expect, type Locator, type Page } from '@playwright/test'
import { PASSWORD } from './customer.ts'

/** The search for a payee: the first list of choices in the form, in both languages. */
export const payeeField = (page: Page): Locator => page.getByRole('combobox').first()

/** The found payees with this name; the last row of a search adds somebody else. */
export const foundPayee = (page: Page, name: string): Locator =>
  page.getByRole('option', { name }).filter({ hasNotText: '«' }).filter({ hasNotText: '“' }).first()

/** Selects a payee of the open form: the amount is typed next. */
export async function choosePayee(page: Page, name: string): Promise<void> {
  await payeeField(page).fill(name)
  await foundPayee(page, name).click()
  await expect(page.getByLabel(/^(Montant|Amount)$/)).toBeFocused()
}

export async function writeTransfer(
  page: Page,
  { payee, amount, label }: { payee: string; amount: string; label: string },
): Promise<void> {
  await page.goto('transfers/create')
  await choosePayee(page, payee)
  await page.getByLabel(/^(Montant|Amount)$/).fill(amount)
  await page.getByLabel(/^(Motif du virement|Transfer label)/).fill(label)
}

/** The button stands in the summary, and at the foot of a phone. */
export const submitButton = (
  page: Page,
  name: string | RegExp = /^(Vérifier et|Enregistrer les modifications|Review and|Save the changes)/,
): Locator => page.getByRole('button', { name }).locator('visible=true')

/** Confirms the open dialog of a transfer by password. */
export async function confirmTransfer(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^(Confirmez l’opération|Confirm operation)$/ })
  await dialog.getByLabel(/^(Votre mot de passe|Your password)$/).fill(PASSWORD)
  await dialog.getByRole('button', { name: /^(Envoyer|Send) / }).click()
  await expect(dialog).toBeHidden()
}
