// Counts the presses of four frequent tasks, which are a promise, and reports their seconds.
import { expect, type Page, test } from '@playwright/test'
import { ibanFrom } from 'contract/values/iban.ts'
import { expectNoBarrier } from '../barriers.ts'
import { accountSwitch, customers, PASSWORD, signIn, signOut } from '../customer.ts'
import { confirmTransfer, submitButton, writeTransfer } from '../transfer-form.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Counts the presses of the pointer from now on; the keyboard is not counted. */
async function startCounting(page: Page) {
  let presses = 0
  await page.exposeFunction('countPress', () => (presses += 1))
  await page.evaluate(() => {
    addEventListener(
      'pointerdown',
      () => void (globalThis as unknown as { countPress: () => Promise<void> }).countPress(),
      true,
    )
  })
  const start = performance.now()
  return {
    expectPresses: async (task: string, expected: number) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      await expect.poll(() => presses).toBe(expected)
      process.stdout.write(`${task}: ${presses} presses, ${seconds} s\n`)
    },
  }
}

async function typePassword(page: Page): Promise<void> {
  await expect(page.getByRole('dialog').getByLabel('Votre mot de passe')).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
}

test('a friend is paid with two presses', async ({ page }) => {
  await signIn(page, customers.awa, 'dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const effort = await startCounting(page)
  await page.getByRole('main').getByRole('link', { name: 'Nouveau virement' }).click()
  await page.getByRole('button', { name: 'Cheikh Diatta', exact: true }).click()
  await page.keyboard.type('1450')
  await expect(page.getByText('Tout de suite')).toBeVisible()
  await page.keyboard.press('Enter')
  await typePassword(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^1.450.F.CFA envoyés à Cheikh Diatta$/)
  await effort.expectPresses('pay a friend', 2)
})

test('400 salaries are paid with eleven presses, two errors, a wrong name and a missing balance among them', async ({
  page,
}) => {
  const iban = (index: number) => ibanFrom('SN', 'SN010', '01520', String(485_000_010_000 + index))
  const salary = (index: number) => `Salarié ${index};${iban(index)};35000;Salaire`
  const lines = [
    ...Array.from({ length: 397 }, (_, index) => salary(index)),
    `Marième Gueye;${iban(901)};3O000;Salaire`,
    `Pape Cissé;${iban(902)};40 000,00;Salaire`,
    // The account of another customer, under another name.
    `Société Fantôme;SN08SN9990100310000110100169;35000;Salaire`,
  ]
  await signIn(page, customers.accountant, 'dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const effort = await startCounting(page)
  await accountSwitch(page).click()
  await page
    .getByRole('dialog', { name: 'Choisir un compte' })
    .getByRole('button', { name: /^Compte salaires/ })
    .click()
  await expect(accountSwitch(page)).toContainText('2002')
  await page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Virements' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Virements multiples' }).click()
  await page.getByRole('link', { name: 'Importer un fichier' }).first().click()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Choisir un fichier').click()])
  const buffer = Buffer.from(['nom_beneficiaire;iban;montant;libelle', ...lines].join('\n'))
  await chooser.setFiles({ name: 'paie-400.csv', mimeType: 'text/csv', buffer })

  const grid = page.getByRole('grid', { name: 'Lignes du fichier' })
  await expect(grid).toHaveAttribute('aria-rowcount', '401')
  await grid.getByRole('button', { name: /^Écrire 30.000/ }).click()
  await grid.getByRole('button', { name: /^Écrire 40.000/ }).click()
  await grid.getByRole('button', { name: /^C’est la bonne personne/ }).click()
  await expect(page.getByText('400 virements sélectionnés')).toBeVisible()

  // The other account has what this one lacks. On a phone its button is not wider than the page.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: /^Virer .* de Compte courant •• 2001$/ }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await expect(confirmation).toContainText('Compte salaires')
  await typePassword(page)
  await expect(page.getByText(/ont été virés depuis Compte courant •• 2001\.$/).first()).toBeVisible()
  await expect(page.getByText('Le solde est insuffisant pour les virements sélectionnés.')).toBeHidden()

  await button(page, 'Envoyer les virements').click()
  await expect(confirmation).toContainText(/Ligne 401\s: vous payez Société Fantôme sur le compte connu au nom de/)
  await expect(confirmation).toContainText('400 nouveaux bénéficiaires, payés sans être enregistrés.')
  await typePassword(page)
  await expect(page.getByRole('heading', { level: 1, name: 'paie-400.csv' })).toBeVisible()
  await effort.expectPresses('pay 400 salaries', 11)

  // Nothing of it waits for the signers of the other journeys.
  await button(page, 'Annuler les virements').click()
  await typePassword(page)
  await expect(page.getByText('Annulé').first()).toBeVisible()
})

test('a payment is found with two presses', async ({ page }) => {
  await signIn(page, customers.awa)
  const effort = await startCounting(page)
  await page
    .getByRole('button', { name: /^Rechercher/ })
    .locator('visible=true')
    .click()
  const dialog = page.getByRole('dialog', { name: 'Rechercher' })
  await dialog.getByRole('combobox').fill('senelec')
  await dialog.getByRole('group', { name: 'Paiements' }).getByRole('option').first().click()
  await expect(page.getByRole('dialog', { name: 'Opération' })).toContainText('Senelec')
  await effort.expectPresses('find a payment', 2)
})

test('five orders are signed with eight presses and one password', async ({ page }, { project }) => {
  const labels = ['un', 'deux', 'trois', 'quatre', 'cinq'].map((number) => `Lot ${number} ${project.name}`)
  await signIn(page, customers.accountant)
  for (const label of labels) {
    await writeTransfer(page, { payee: 'Moustapha Thiam', amount: '1500', label })
    await submitButton(page).click()
    await confirmTransfer(page)
    await expect(page.getByText('Un valideur doit maintenant accepter ce virement.')).toBeVisible()
  }
  await page.goto('transfers')
  await signOut(page)

  await signIn(page, customers.director)
  const effort = await startCounting(page)
  await page.getByRole('link', { name: 'Examiner et signer' }).click()
  for (const label of labels) await page.getByRole('row').filter({ hasText: label }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Signer 5 demandes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await dialog.getByLabel('Votre mot de passe').pressSequentially(PASSWORD)
  await dialog.getByRole('button', { name: 'Signer', exact: true }).click()
  await expect(page.getByText('5 demandes ont bien été signées.')).toBeVisible()
  await effort.expectPresses('sign five orders', 8)
  // What was signed stays in a list of its own.
  await page.getByRole('link', { name: 'Ce que j’ai signé' }).click()
  const signed = page.getByRole('table', { name: 'Demandes signées' })
  for (const label of labels) await expect(signed.getByRole('row').filter({ hasText: label })).toBeVisible()
  await expectNoBarrier(page)
})
