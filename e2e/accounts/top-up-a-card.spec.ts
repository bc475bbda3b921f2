import { expect, test } from '@playwright/test'
import { accountSwitch, balanceOn, customers, PASSWORD, signIn } from '../customer.ts'

test('a card is topped up at the quoted price once and by a recurring order, and the history has a receipt', async ({
  page,
}) => {
  await signIn(page, customers.diaspora)
  const before = await balanceOn(page)
  await page.goto('payment-methods/cards')
  await page.getByRole('button', { name: 'Enregistrer une carte' }).click()
  const register = page.getByRole('dialog', { name: 'Enregistrer une carte' })
  // Typed without spaces, shown in groups of four; one wrong digit is reported.
  await register.getByLabel('Numéro de carte').fill('5071269990000005')
  await expect(register.getByLabel('Numéro de carte')).toHaveValue('5071 2699 9000 0005')
  await register.getByLabel('Date d’expiration').fill('09/31')
  await register.getByLabel('Porteur').fill('Aminata Sow')
  await register.getByRole('button', { name: 'Enregistrer la carte' }).click()
  await expect(register).toContainText('Le numéro de carte n’est pas valide')
  await register.getByLabel('Numéro de carte').fill('5071269990000006')
  await register.getByRole('button', { name: 'Enregistrer la carte' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await expect(confirm).toContainText('•••• •••• •••• 0006')
  await confirm.getByLabel('Votre mot de passe').fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Enregistrer la carte' }).click()
  await expect(page.getByRole('img', { name: /Carte se terminant par 0006, expire en 09\/31/ })).toBeVisible()

  await page.getByRole('button', { name: 'Recharger une carte' }).click()
  const panel = page.getByRole('dialog', { name: 'Recharger une carte' })
  await panel.getByLabel('Montant de la recharge').fill('2000001')
  await panel.getByRole('radio').first().focus()
  await expect(panel).toContainText(/Le montant maximum est de 2\s000\s000\sF\sCFA/)
  // A price that could not be loaded is explained, and asked for again.
  await page.route('**/prepaid-card-reloads/fees', (route) => route.abort())
  await panel.getByLabel('Montant de la recharge').fill('150000')
  await expect(panel.getByText('La connexion au serveur a échoué.')).toBeVisible()
  await page.unroute('**/prepaid-card-reloads/fees')
  await panel.getByRole('button', { name: 'Réessayer' }).click()
  await expect(panel.getByRole('button', { name: /^Recharger pour/ })).toBeEnabled()
  await expect(panel).toContainText(/151\s755\sF\sCFA/)
  await panel.getByRole('button', { name: /^Recharger pour/ }).click()
  await confirm.getByLabel('Votre mot de passe').fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Recharger la carte' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Votre demande de recharge a bien été prise en compte.' }),
  ).toBeVisible()
  await expect(page.getByRole('article')).toContainText(/150\s000/)

  await page.getByRole('button', { name: 'Recharger une carte' }).click()
  await panel.getByRole('button', { name: 'Récurrente' }).click()
  const start = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  await panel.getByLabel('Première recharge', { exact: true }).fill(start.split('-').toReversed().join('/'))
  await panel.getByLabel('Montant de la recharge').fill('25000')
  await panel.getByRole('button', { name: 'Programmer la recharge' }).click()
  await expect(confirm).toContainText('Mensuelle')
  await confirm.getByLabel('Votre mot de passe').fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Programmer la recharge' }).click()
  await page.getByRole('link', { name: 'Recharges récurrentes' }).click()
  // The Back button asks before it leaves a half-filled panel.
  await page.getByRole('button', { name: 'Recharger une carte' }).click()
  await panel.getByLabel('Montant de la recharge').fill('40000')
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Quitter sans envoyer ?' })
  await question.getByRole('button', { name: 'Continuer la saisie' }).click()
  await expect(panel.getByLabel('Montant de la recharge')).toHaveValue(/^40\s000$/)
  await panel.getByRole('button', { name: 'Annuler' }).click()
  const more = page.getByRole('button', { name: 'Actions pour la recharge de la carte 0006' })
  const amount = page.getByRole('row').filter({ has: more }).getByText('25 000')
  // On a phone too.
  await page.setViewportSize({ width: 390, height: 844 })
  const [button, figure] = [await more.boundingBox(), await amount.boundingBox()]
  expect((figure?.x ?? 0) + (figure?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await more.click()
  await page.getByRole('menuitem', { name: 'Désactiver' }).click()
  await expect(page.getByRole('table')).toContainText('Suspendue')

  await page.getByRole('link', { name: 'Historique des recharges' }).click()
  await page.getByRole('table').getByRole('link', { name: 'Aminata Sow' }).click()
  const detail = page.getByRole('dialog', { name: 'Recharge', exact: true })
  await expect(detail).toContainText('Créditée')
  await detail.getByRole('button', { name: 'Reçu (PDF)' }).click()
  await expect(page.getByRole('dialog', { name: 'Reçu de la recharge' })).toContainText('Total débité')
  expect(await balanceOn(page)).toBe(before - 151_755)
})

test('a recurring top-up begins before its card expires: the refused date is explained, and another card may do', async ({
  page,
}) => {
  await signIn(page, customers.awa, 'payment-methods/cards')
  await page.getByRole('button', { name: 'Recharger une carte' }).click()
  const panel = page.getByRole('dialog', { name: 'Recharger une carte' })
  // It expires at the end of this month.
  await panel.getByRole('radio', { name: /7042/ }).check({ force: true })
  await panel.getByRole('button', { name: 'Récurrente' }).click()
  const today = new Date()
  const later = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 2, 1)).toISOString().slice(0, 10)
  await panel.getByLabel('Première recharge', { exact: true }).fill(later.split('-').toReversed().join('/'))
  await panel.getByLabel('Montant de la recharge').fill('25000')
  await panel.getByRole('button', { name: 'Programmer la recharge' }).click()
  const refusal = panel.getByText(/^La carte expire avant cette date\s: choisissez une date jusqu’au \d/)
  await expect(refusal).toBeVisible()
  await panel.getByRole('radio', { name: /3310/ }).check({ force: true })
  await expect(refusal).toHaveCount(0)
  await panel.getByRole('button', { name: 'Programmer la recharge' }).click()
  await expect(page.getByRole('dialog', { name: 'Confirmez l’opération' })).toContainText('3310')
})

test('an account in another currency has no cards and no chequebooks: their pages give the reason', async ({
  page,
}) => {
  await signIn(page, customers.diaspora)
  await accountSwitch(page).click()
  await page
    .getByRole('dialog', { name: 'Choisir un compte' })
    .getByRole('button', { name: /^Compte en devises EUR/ })
    .click()
  await expect(page.getByRole('main')).toContainText('EUR')
  await page.goto('payment-methods/cards')
  await expect(page.getByText('se recharge depuis un compte en francs CFA', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enregistrer une carte' })).toHaveCount(0)
  // A link to the order of chequebooks leads to their list.
  await page.goto('payment-methods/checks/order')
  await expect(page).toHaveURL(/\/payment-methods\/checks$/)
  await expect(page.getByText('se commande sur un compte en francs CFA', { exact: false })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Commander un chéquier' })).toHaveCount(0)
})
