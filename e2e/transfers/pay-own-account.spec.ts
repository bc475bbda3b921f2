import { expect, type Page, test } from '@playwright/test'
import { customers, PASSWORD, signIn } from '../customer.ts'
import { yearOfNext } from '../days.ts'
import { ONCE } from '../once.ts'
import { confirmTransfer, submitButton } from '../transfer-form.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function chooseSavings(page: Page): Promise<void> {
  await page.goto('transfers/create')
  const pictures = page.getByRole('group', { name: 'Mes comptes et derniers bénéficiaires' }).getByRole('button')
  // It stands before the beneficiaries.
  await expect(pictures.first()).toHaveAccessibleName(/épargne/i)
  await pictures.first().click()
  await page.getByLabel('Montant', { exact: true }).fill('5000')
}

async function confirmed(page: Page): Promise<void> {
  await confirmTransfer(page)
  await expect(
    page.getByRole('status').filter({ hasText: 'Votre demande de virement a bien été transmise.' }),
  ).toBeVisible()
}

test('money moves to an own savings account without a beneficiary', async ({ page }, { project }) => {
  const label = `Mise de côté ${project.name}`
  await signIn(page, customers.awa)
  await chooseSavings(page)
  await page.getByLabel('Motif du virement').fill(label)
  await expect(page.getByText('Tout de suite, entre vos comptes.')).toBeVisible()
  await submitButton(page).click()
  await expect(page.getByRole('dialog', { name: 'Confirmez l’opération' })).toContainText(/épargne/i)
  await confirmed(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/^5.000.F.CFA envoyés à .*épargne/i)

  await page.getByRole('link', { name: 'Voir le virement' }).click()
  const panel = page.getByRole('dialog', { name: 'Virement' })
  await expect(panel).toContainText(/épargne/i)
  await page.goto(`transfers?search=${encodeURIComponent(label)}`)
  await expect(page.getByRole('main')).toContainText(/épargne/i)
})

test('a standing order to own savings shows its end before confirmation, and is repeated from its page', async ({
  page,
}, { project }) => {
  const label = `Chaque mois ${project.name}`
  const year = yearOfNext(4, 1)
  await signIn(page, customers.awa)
  await chooseSavings(page)
  await page.getByLabel('Motif du virement').fill(label)
  await button(page, 'Régulièrement').click()
  await page.getByLabel('Première échéance', { exact: true }).fill(`04/01/${year}`)
  await button(page, 'Fixer une fin').click()
  await page.getByRole('textbox', { name: /^Date de fin/ }).fill(`30/06/${year}`)
  await submitButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await expect(dialog).toContainText('Mensuelle')
  await expect(dialog).toContainText(`4 janvier ${year}`)
  await expect(dialog).toContainText(`30 juin ${year}`)
  await confirmed(page)

  await page.getByRole('link', { name: 'Voir le virement' }).click()
  await page.getByRole('dialog', { name: 'Virement' }).getByRole('button', { name: 'Modifier' }).click()
  await page.getByLabel('Montant', { exact: true }).fill('6000')
  await page.getByRole('textbox', { name: /^Date de fin/ }).fill('')
  await submitButton(page).click()
  await expect(dialog).toContainText('Sans fin')
  await dialog.getByLabel('Votre mot de passe').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Enregistrer les modifications' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Le virement a bien été modifié.' })).toBeVisible()
})

test('francs are exchanged with the own account in euro at the parity', ONCE, async ({ page }, { project }) => {
  const label = `Change ${project.name}`
  await signIn(page, customers.diaspora)
  await page.goto('transfers/create')
  await page
    .getByRole('group', { name: 'Mes comptes et derniers bénéficiaires' })
    .getByRole('button', { name: /devises/i })
    .click()
  await page.getByLabel('Devise du montant').selectOption('EUR')
  await page.getByLabel('Montant', { exact: true }).fill('12,50')
  await expect(page.getByText('Débité : 8 199 F CFA')).toBeVisible()
  await expect(page.getByText('taux fixe')).toBeVisible()
  await page.getByLabel('Motif du virement').fill(label)
  await submitButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await expect(dialog).toContainText(/12,50/)
  await confirmed(page)
  await expect(page.getByRole('main')).toContainText('Reçu par le bénéficiaire')
})

test('in English the own account has one name, from the choice to the end', ONCE, async ({ page }) => {
  await signIn(page, customers.awa)
  await page.evaluate(() => localStorage.setItem('connect.state', JSON.stringify({ v: 1, menu: 'home', lang: 'en' })))
  await page.goto('transfers/create')
  await page
    .getByRole('button', { name: /^Savings account/ })
    .first()
    .click()
  // The last digits of its number, as in every list.
  await expect(page.getByRole('region', { name: 'To', exact: true })).toContainText('•• 1001')
  await page.getByLabel('Amount', { exact: true }).fill('1000')
  await submitButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm operation' })
  await expect(dialog).toContainText('Savings account')
  await expect(dialog).not.toContainText(/épargne/)
  await confirmTransfer(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^1,000.F.CFA sent to Savings account/)
  await expect(page.getByRole('main')).not.toContainText(/épargne/)
})
