import { expect, type Page, test } from '@playwright/test'
import { customers, PASSWORD, signIn } from '../customer.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function chooseSavings(page: Page): Promise<void> {
  await page.goto('transfers/create')
  const own = page.getByRole('radiogroup', { name: 'Mes comptes' })
  await expect(own.getByRole('radio')).toHaveCount(1)
  // It is listed before the saved beneficiaries.
  await expect(page.getByRole('radio').first()).toHaveAccessibleName(/épargne/i)
  await own.getByRole('radio', { name: /épargne/i }).check()
  await button(page, 'Continuer').click()
  await page.getByLabel('Montant', { exact: true }).fill('5000')
}

async function confirmed(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await dialog.getByLabel('Votre mot de passe').fill(PASSWORD)
  await button(page, 'Envoyer le virement').click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Votre demande de virement a bien été transmise.' }),
  ).toBeVisible()
}

test('money moves to an own savings account without a beneficiary', async ({ page }, { project }) => {
  const label = `Mise de côté ${project.name}`
  await signIn(page, customers.awa)
  await chooseSavings(page)
  await page.getByLabel('Motif du virement').fill(label)
  await button(page, 'Continuer').click()
  await button(page, 'Continuer').click()
  await button(page, 'Continuer').click()
  await expect(page.getByRole('main')).toContainText(/épargne/i)
  await button(page, 'Confirmer le virement').click()
  await expect(page.getByRole('dialog', { name: 'Confirmez l’opération' })).toContainText(/épargne/i)
  await confirmed(page)
  await expect(page.getByRole('main')).toContainText('Le virement est exécuté.')

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
  const year = new Date().getFullYear() + 1
  await signIn(page, customers.awa)
  await chooseSavings(page)
  await page.getByLabel('Motif du virement').fill(label)
  await button(page, 'Continuer').click()
  await page.getByRole('radio', { name: /Permanent/ }).check()
  await page.getByLabel('Première échéance').fill(`04/01/${year}`)
  await page.getByLabel('Date de fin').fill(`30/06/${year}`)
  await button(page, 'Continuer').click()
  await button(page, 'Continuer').click()
  await expect(page.getByRole('main')).toContainText(`Du 4 janvier ${year} au 30 juin ${year}`)
  await button(page, 'Confirmer le virement').click()
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await expect(dialog).toContainText('Mensuelle')
  await expect(dialog).toContainText(`4 janvier ${year}`)
  await expect(dialog).toContainText(`30 juin ${year}`)
  await confirmed(page)

  await page.getByRole('link', { name: 'Voir le virement' }).click()
  await page.getByRole('dialog', { name: 'Virement' }).getByRole('link', { name: 'Modifier' }).click()
  await page.getByLabel('Montant', { exact: true }).fill('6000')
  await button(page, 'Continuer').click()
  await page.getByLabel('Date de fin').fill('')
  await button(page, 'Continuer').click()
  await button(page, 'Continuer').click()
  await button(page, 'Enregistrer les modifications').click()
  await expect(dialog).toContainText('Sans fin')
  await dialog.getByLabel('Votre mot de passe').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Enregistrer les modifications' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Le virement a bien été modifié.' })).toBeVisible()
})
