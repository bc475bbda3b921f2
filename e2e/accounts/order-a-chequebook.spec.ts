import { expect, test } from '@playwright/test'
import { customers, PASSWORD, signIn } from '../customer.ts'

test.use({ viewport: { width: 412, height: 839 } })

test('a chequebook is ordered on a phone, and a second order is refused while it is open', async ({ page }) => {
  await signIn(page, customers.awa)
  await page.goto('payment-methods')
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: '•• 3310' })).toContainText('F CFA')
  await page.getByRole('main').getByRole('link', { name: 'Chéquiers', exact: true }).click()
  await page.getByRole('link', { name: 'Commander un chéquier' }).click()
  // The branch of the account is chosen first; another one comes with its own address.
  const agency = page.getByLabel('Agence de retrait')
  await expect(agency.getByRole('option', { selected: true })).toHaveText('Dakar Sacré-Cœur')
  await expect(page.getByRole('main')).toContainText('Sacré-Cœur 3, villa 210')
  await agency.selectOption('Dakar Almadies')
  await expect(page.getByRole('main')).toContainText('Route des Almadies, lot 45')
  await expect(page.getByText('Agence de votre compte : Dakar Sacré-Cœur')).toBeVisible()
  // Ordering cheques that are not crossed requires an acknowledgement.
  await page.getByRole('radio', { name: /50 formules.*Non barré/ }).check()
  await page.getByRole('button', { name: /^Commander pour/ }).click()
  await expect(page.getByRole('main')).toContainText('Confirmez avoir lu l’avertissement')
  await page.getByRole('radio', { name: /25 formules.*Barré, non endossable/ }).check()
  await page.getByRole('button', { name: 'Augmenter' }).click()
  const order = page.getByRole('button', { name: /^Commander pour/ })
  await expect(order).toHaveText(/^Commander pour 5\s850\sF\sCFA$/)
  await order.click()
  const confirm = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await expect(confirm).toContainText('2 chéquiers de 25 formules')
  await expect(confirm).toContainText('Dakar Almadies')
  await expect(confirm).toContainText('TAF')
  await confirm.getByLabel('Votre mot de passe').fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Commander' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Votre commande de chéquier a bien été prise en compte.' }),
  ).toBeVisible()
  const row = page.getByRole('row', { name: /2 chéquiers de 25 formules/ })
  await expect(row).toContainText(/Commandé|En fabrication/)
  // A link: it also opens in a tab of its own.
  await expect(row.getByRole('link')).toHaveAttribute('href', /\?chequebook=/)

  await page.getByRole('link', { name: 'Commander un chéquier' }).click()
  await page.getByRole('button', { name: /^Commander pour/ }).click()
  await expect(page.getByRole('main').getByText(/^Une commande de chéquier est déjà en cours/)).toBeVisible()

  // The overview shows it too, with its state.
  await page.goto('payment-methods')
  const ordered = page.getByRole('main').getByRole('listitem').filter({ hasText: '2 chéquiers de 25 formules' })
  await expect(ordered).toContainText(/Commandé|En fabrication/)
  await ordered.getByRole('link').click()
  await expect(page).toHaveURL(/\/payment-methods\/checks\?chequebook=/)
  await expect(page.getByRole('dialog', { name: 'Chéquier' })).toContainText('Dakar Almadies, Route des Almadies')
})

test('an empty stop has one error for the number, and none at the optional field', async ({ page }) => {
  await signIn(page, customers.awa, 'payment-methods/checks')
  await page.getByRole('row', { name: /Remis/ }).getByRole('link').click()
  await page.getByRole('button', { name: 'Faire opposition' }).click()
  const dialog = page.getByRole('dialog', { name: 'Faire opposition' })
  await dialog.getByRole('button', { name: 'Faire opposition' }).click()
  await expect(dialog.getByText('Choisissez un motif')).toBeVisible()
  await expect(dialog.getByText('Saisissez un numéro de chèque à sept chiffres')).toHaveCount(1)
})
