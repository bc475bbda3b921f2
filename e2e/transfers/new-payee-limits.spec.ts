// A payee that a person has just added: what may be paid to it until when, the first payment, and the mark of trust.
import { ibanFrom } from 'contract/values/iban.ts'
import { expect, type Page, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { customers, PASSWORD, signIn } from '../customer.ts'
import { ONCE } from '../once.ts'
import { submitButton, writeTransfer } from '../transfer-form.ts'

async function confirm(page: Page, verb: string | RegExp, sees: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await expect(dialog).toContainText(sees)
  await dialog.getByLabel('Votre mot de passe').fill(PASSWORD)
  await dialog.getByRole('button', { name: verb }).click()
  await expect(dialog).toBeHidden()
}

async function openPanel(page: Page, name: string) {
  await page.goto(`transfers/beneficiaries?search=${encodeURIComponent(name)}`)
  await page.getByRole('table').getByRole('link', { name, exact: true }).click()
  return page.getByRole('dialog', { name: 'Bénéficiaire' })
}

test('a new payee has a limit, which the transfer says before the last step, and the first payment is named', async ({
  page,
}, { project }) => {
  const name = `Rokhaya Neuve ${project.name}`
  const number = String(Math.floor(Math.random() * 1e12)).padStart(12, '0')
  await signIn(page, customers.awa, 'transfers/beneficiaries/create')
  await page.getByLabel('IBAN ou RIB').fill(ibanFrom('SN', 'SN998', '01001', number))
  await page.getByLabel('Nom du titulaire').fill(name)
  await page.getByRole('button', { name: 'Enregistrer le bénéficiaire', exact: true }).click()
  await confirm(page, 'Enregistrer le bénéficiaire', name)
  await expect(page.getByRole('status').filter({ hasText: 'Le bénéficiaire a bien été créé.' })).toBeVisible()
  const panel = await openPanel(page, name)
  await expect(panel).toContainText(/Nouveau depuis le/)
  await expect(panel).toContainText(/Jusqu’au .*\s: 200\s000\sF\sCFA au plus en tout, il reste 200\s000\sF\sCFA/)
  await expect(panel.getByRole('button', { name: 'Marquer de confiance' })).toHaveCount(0)
  await expectNoBarrier(page)

  await writeTransfer(page, { payee: name, amount: '250000', label: 'Loyer' })
  await expect(page.getByText(/Ce bénéficiaire est nouveau\s: 200\s000\sF\sCFA au plus jusqu’au/)).toBeVisible()
  await page.getByLabel('Montant', { exact: true }).fill('4500')
  await expect(page.getByText('Ce bénéficiaire est nouveau')).toHaveCount(0)
  await submitButton(page).click()
  await confirm(page, /^Envoyer /, `Premier virement à ${name}`)
  await expect(
    page.getByRole('status').filter({ hasText: 'Votre demande de virement a bien été transmise.' }),
  ).toBeVisible()
  await expect(await openPanel(page, name)).toContainText(/il reste 195\s500\sF\sCFA/)
})

test('a person marks a payee as trusted, and removes the mark', ONCE, async ({ page }) => {
  await signIn(page, customers.awa)
  const panel = await openPanel(page, 'Cheikh Diatta')
  await panel.getByRole('button', { name: 'Marquer de confiance' }).click()
  await confirm(page, 'Marquer de confiance', 'Cheikh Diatta')
  await expect(panel).toContainText(/De confiance depuis le/)
  await expectNoBarrier(page)
  await panel.getByRole('button', { name: 'Retirer la confiance' }).click()
  await expect(panel.getByRole('button', { name: 'Marquer de confiance' })).toBeVisible()
})
