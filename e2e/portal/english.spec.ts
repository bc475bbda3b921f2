// An English page contains no French except texts of customers and of the bank's data.
import { expect, type Page, test } from '@playwright/test'
import { accountSwitch, customers, isPhone } from '../customer.ts'

// Words of the interface only: none of them is in a label, a name or an address of the demo's data.
const FRENCH =
  /\b(?:Aucun|Aucune|Choisissez|Saisissez|Continuer|Retour|Annuler|Fermer|Envoyer|Montant|Motif|Bénéficiaire|Bénéficiaires|Exécution|Solde|Disponible|Déconnecter|Synthèse|Virements|Encaissements|Dépenses|Rechercher|Suivant|Précédent|Imprimer|Télécharger|Copier|Devise|Titulaire|Clé|Rubrique|Raccourcis|Taux|Conseiller|Langue|Thème|Récents|Favoris|Suivi|Créé|Validé|Annulé|Exécuté|Refusé|En attente|Prochaines|À venir)\b/

const visibleText = (page: Page) => page.locator('body').evaluate((body) => (body as HTMLElement).innerText)

async function expectEnglish(page: Page, where: string): Promise<void> {
  const text = await visibleText(page)
  expect(FRENCH.exec(text)?.[0] ?? null, where).toBeNull()
  // The bank's clock in English has twelve hours.
  expect(/\bat (?:1[3-9]|2[0-3]):\d\d\b/.exec(text)?.[0] ?? null, where).toBeNull()
}

test('every screen of the portal is in English for a user who chose it', async ({ page }) => {
  await page.goto('login')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello')
  await expectEnglish(page, 'login')
  await page.goto('forgot')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectEnglish(page, 'forgot')
  await page.goto('login')
  await page.getByLabel('User ID').fill(customers.director)
  await page.getByLabel('Password', { exact: true }).fill('Teranga-2026!')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/dashboard/)
  for (const [path, sign] of [
    ['dashboard', 'Last movements'],
    ['operations', 'Operations'],
    ['transfers', 'Transfers'],
    ['transfers/to-sign', 'To sign'],
    ['transfers/beneficiaries', 'Beneficiaries'],
    ['transfers/beneficiary-lists', 'Beneficiary lists'],
    ['statements', 'Account statements'],
    ['statements?type=avis', 'Notices'],
    ['statements?type=swift', 'Swift'],
    ['debits', 'Direct debits'],
    ['debits?tab=history', 'Reason'],
    ['debits?tab=mandates', 'Signed on'],
    ['dat', 'Deposits'],
    ['credits', 'Credits'],
    ['payment-methods', 'Payment methods'],
    ['payment-methods/cards', 'Prepaid cards'],
    ['payment-methods/cards?view=recurring', 'Recurring top-ups'],
    ['payment-methods/cards?view=history', 'Top-up history'],
    ['payment-methods/checks', 'Chequebooks'],
    ['account/rib', 'Bank details'],
    ['account/receive', 'Receive by PI'],
    ['account/till', 'Till'],
    ['account/audit', 'Activity log'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(sign).locator('visible=true').first()).toBeVisible()
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
    await expectEnglish(page, path)
  }
  await page.goto('transfers')
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('dialog').getByRole('list').last()).toBeVisible()
  await expectEnglish(page, 'transfer')
  await page.keyboard.press('Escape')
  await accountSwitch(page, /Change account|Switch account/).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await expectEnglish(page, 'account picker')
  await page.keyboard.press('Escape')
  if (!isPhone(page)) {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectEnglish(page, 'shortcuts')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Alerts, / }).click()
    await page.getByRole('dialog', { name: 'Alerts', exact: true }).getByRole('listitem').first().waitFor()
    await expectEnglish(page, 'alerts')
    await page.getByRole('button', { name: 'Choose my alerts' }).click()
    await page.getByRole('heading', { name: 'Security, always' }).waitFor()
    await expectEnglish(page, 'choice of alerts')
  }
})
