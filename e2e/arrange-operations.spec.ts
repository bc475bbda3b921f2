import { expect, test } from '@playwright/test'
import { customers, isPhone, signIn } from './customer.ts'

test('an operation takes a new category and a note, and loses the category with it', async ({ page }) => {
  await signIn(page, customers.awa, 'operations?search=senelec')
  // Each device works on an operation of its own: both share one bank.
  await page
    .getByRole('table')
    .getByRole('link')
    .nth(isPhone(page) ? 3 : 4)
    .click()
  const panel = page.getByRole('dialog', { name: 'Opération' })
  const label = isPhone(page) ? 'Atelier mobile' : 'Atelier'
  await panel.getByRole('button', { name: 'Gérer les catégories' }).click()
  const categories = page.getByRole('dialog', { name: 'Catégories' })
  await categories.getByLabel('Nouvelle catégorie').fill(label)
  await categories.getByRole('button', { name: 'Ajouter' }).click()
  await expect(categories.getByRole('listitem').filter({ hasText: label }).first()).toBeVisible()
  await categories.getByLabel('Nouvelle catégorie').fill(label.toUpperCase())
  await categories.getByRole('button', { name: 'Ajouter' }).click()
  await expect(categories).toContainText('Une catégorie porte déjà ce nom')
  await page.keyboard.press('Escape')
  await panel.getByLabel(/[Cc]atégorie$/).selectOption(label)
  await expect(panel.getByRole('button', { name: `Retirer la catégorie ${label}`, exact: true })).toBeVisible()
  await panel.getByLabel('Note personnelle').fill('Compteur de la boutique')
  await panel.getByRole('button', { name: 'Enregistrer la note' }).click()
  await expect(page.getByText('Votre note a bien été enregistrée.')).toBeVisible()
  await page.reload()
  await expect(panel.getByLabel('Note personnelle')).toHaveValue('Compteur de la boutique')
  await panel.getByRole('button', { name: 'Gérer les catégories' }).click()
  await categories.getByRole('button', { name: `Supprimer la catégorie ${label}`, exact: true }).click()
  await page
    .getByRole('dialog', { name: `Supprimer la catégorie « ${label} » ?` })
    .getByRole('button', { name: 'Supprimer' })
    .click()
  await expect(page.getByText('La catégorie a bien été supprimée.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('button', { name: `Retirer la catégorie ${label}`, exact: true })).toHaveCount(0)
})
