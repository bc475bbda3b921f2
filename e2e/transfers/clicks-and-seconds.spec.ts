// Counts the clicks of frequent tasks, from the home page to the end, and reports their seconds. A click more is a change of the design.
import { expect, type Page, test } from '@playwright/test'
import { ibanFrom } from 'contract/values/iban.ts'
import { accountSwitch, customers, PASSWORD, signIn } from '../customer.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Counts the clicks of the pointer from now on; the keyboard is not counted. */
async function startCounting(page: Page) {
  let clicks = 0
  await page.exposeFunction('countClick', () => (clicks += 1))
  await page.evaluate(() => {
    addEventListener(
      'click',
      // A click that a key causes has no detail.
      ({ detail }) => detail > 0 && void (globalThis as unknown as { countClick: () => Promise<void> }).countClick(),
      true,
    )
  })
  const start = performance.now()
  return {
    expectClicks: async (task: string, expected: number) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      await expect.poll(() => clicks).toBe(expected)
      test.info().annotations.push({ type: task, description: `${clicks} clicks, ${seconds} s` })
    },
  }
}

async function typePassword(page: Page): Promise<void> {
  await expect(page.getByRole('dialog').getByLabel('Votre mot de passe')).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
}

test('a friend is paid with two clicks', async ({ page }) => {
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
  await effort.expectClicks('pay a friend', 2)
})

test('400 salaries are paid with eleven clicks, two errors, a wrong name and a missing balance among them', async ({
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
  await expect(confirmation).toContainText(/Ligne 401 : vous payez Société Fantôme sur le compte connu au nom de/)
  await expect(confirmation).toContainText('400 nouveaux bénéficiaires, payés sans être enregistrés.')
  await typePassword(page)
  await expect(page.getByRole('heading', { level: 1, name: 'paie-400.csv' })).toBeVisible()
  await effort.expectClicks('pay 400 salaries', 11)

  // Nothing of it waits for the signers of the other journeys.
  await button(page, 'Annuler les virements').click()
  await typePassword(page)
  await expect(page.getByText('Annulé').first()).toBeVisible()
})
