import { expect, test } from '@playwright/test'
import { customers, isPhone, signIn } from '../customer.ts'
import { ONCE } from '../once.ts'

test('operations get categories one by one, in bulk and by a rule; filters are stored under a name', async ({
  page,
}) => {
  await signIn(page, customers.awa, 'operations?search=senelec')
  // Each device uses an operation of its own: both share one bank.
  await page
    .getByRole('table')
    .getByRole('link')
    .nth(isPhone(page) ? 3 : 4)
    .click()
  const panel = page.getByRole('dialog', { name: 'Opération' })
  const label = isPhone(page) ? 'Atelier mobile' : 'Atelier'
  await panel.getByRole('button', { name: 'Autre', exact: true }).click()
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
  await panel.getByRole('button', { name: 'Ajouter une note' }).click()
  await panel.getByLabel('Note personnelle').fill('Compteur de la boutique')
  await expect(panel.getByText('Enregistré', { exact: true })).toBeVisible()
  await page.reload()
  await expect(panel.getByLabel('Note personnelle')).toHaveValue('Compteur de la boutique')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  // Several operations at once, and undo.
  if (isPhone(page)) await page.getByRole('button', { name: 'Sélectionner' }).click()
  const boxes = page.getByRole('checkbox', { name: /^Choisir/ }).locator('visible=true')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  const bar = page.getByRole('region', { name: 'Sélection' })
  await expect(bar).toContainText('2 opérations choisies')
  await bar.getByRole('button', { name: 'Classer' }).click()
  const together = page.getByRole('dialog', { name: 'Classer 2 opérations' })
  await together.getByRole('button', { name: label, exact: true }).click()
  await expect(page.getByText('2 opérations ont été classées.')).toBeVisible()
  await page.getByRole('status').getByRole('button', { name: 'Annuler' }).click()
  await expect(page.getByText('Les catégories sont de nouveau comme avant.')).toBeVisible()

  // An amount in the search box, and a saved view.
  const box = page.getByRole('searchbox', { name: 'Rechercher une opération' })
  await box.fill('senelec 1 000..90 000')
  await box.press('Enter')
  await expect(page).toHaveURL(/search=senelec.*min=1000.*max=90000/)
  await expect(box).toHaveValue('senelec')
  const openViews = async () => {
    await page.getByRole('button', { name: /^Filtres/ }).click()
    await page.getByRole('button', { name: 'Vues enregistrées' }).click()
  }
  await openViews()
  const views = page.getByRole('dialog', { name: 'Vues enregistrées' })
  await views.getByLabel('Garder les filtres actuels sous le nom').fill(`Courant ${label}`)
  await views.getByRole('button', { name: 'Enregistrer la vue' }).click()
  await expect(views.getByRole('button', { name: `Courant ${label}`, exact: true })).toBeVisible()
  await expect(views).not.toContainText('Ce champ est obligatoire')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Tout effacer' }).click()
  await expect(page).toHaveURL(/\/operations$/)
  await openViews()
  await views.getByRole('button', { name: `Courant ${label}`, exact: true }).click()
  await expect(page).toHaveURL(/search=senelec.*min=1000.*max=90000/)

  // A rule shows the operations that it would categorise before it is created.
  await page.getByRole('table').getByRole('link').last().click()
  await panel.getByRole('button', { name: 'Autre', exact: true }).click()
  await panel.getByRole('button', { name: 'Gérer les catégories' }).click()
  await categories.getByRole('button', { name: 'Règles de classement' }).click()
  const rules = page.getByRole('dialog', { name: 'Règles de classement' })
  await rules.getByRole('button', { name: 'Nouvelle règle' }).click()
  const rule = page.getByRole('dialog', { name: 'Nouvelle règle' })
  await rule.getByLabel('Le libellé ou la contrepartie contient').fill(`rien de tel ${label}`)
  await rule.getByRole('button', { name: 'Aperçu' }).click()
  await expect(rule).toContainText('Aucune opération passée, sans catégorie, ne correspond.')
  await rule.getByLabel('Catégorie').selectOption(label)
  await rule.getByRole('button', { name: 'Créer la règle' }).click()
  await expect(rules.getByRole('listitem').filter({ hasText: `rien de tel ${label}` })).toBeVisible()
  await page.keyboard.press('Escape')

  // Deleting the category deletes its rule.
  await categories.getByRole('button', { name: `Supprimer la catégorie ${label}`, exact: true }).click()
  await page
    .getByRole('dialog', { name: `Supprimer la catégorie « ${label} » ?` })
    .getByRole('button', { name: 'Supprimer' })
    .click()
  await expect(page.getByText('La catégorie a bien été supprimée.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('button', { name: `Retirer la catégorie ${label}`, exact: true })).toHaveCount(0)
})

test('an accountant sets the accounting code of an operation', async ({ page }, { project }) => {
  await signIn(page, customers.accountant, 'operations')
  await page
    .getByRole('table')
    .getByRole('link')
    .nth(isPhone(page) ? 5 : 6)
    .click()
  const panel = page.getByRole('dialog', { name: 'Opération' })
  const code = project.name === 'phone' ? '605100' : '605200'
  const field = panel.getByLabel('Imputation comptable')
  await field.fill(code)
  await panel.getByRole('button', { name: 'Enregistrer l’imputation' }).click()
  await expect(page.getByText('L’imputation comptable a bien été enregistrée.')).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue(code)
})

test('on a tablet, where no pointer rests on a row, operations are chosen all the same', ONCE, async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await signIn(page, customers.awa, 'operations?search=senelec')
  const choices = page.getByRole('checkbox', { name: /^Choisir/ })
  await expect(page.getByRole('row', { name: /Senelec/ }).first()).toBeVisible()
  await expect(choices).toHaveCount(0)
  await page.getByRole('button', { name: 'Sélectionner' }).tap()
  await choices.first().tap()
  await expect(page.getByRole('region', { name: 'Sélection' })).toContainText('1 opération choisie')
  // Neither are there keys to close the search.
  await page.getByRole('button', { name: /^Rechercher/ }).tap()
  const search = page.getByRole('dialog', { name: 'Rechercher' })
  await expect(search.getByText('Échap')).toBeHidden()
  await search.getByRole('button', { name: 'Fermer' }).tap()
  await expect(search).toBeHidden()
  await context.close()
})
