// Payments over the simulated platform of instant payments, from the form until they have arrived.
import { expect, type Page, test } from '@playwright/test'
import { paymentQrText } from 'contract/values/payment-qr.ts'
import { addressOf } from '../../api/src/demo/aip/demo-directory.ts'
import { expectNoBarrier } from '../barriers.ts'
import { customers, PASSWORD, signIn, signOut } from '../customer.ts'
import { ONCE } from '../once.ts'
import { qrPicture } from '../qr-pictures.ts'
import { choosePayee, confirmTransfer, payeeField, submitButton } from '../transfer-form.ts'

const payee = (page: Page) => page.getByRole('region', { name: 'À', exact: true })
const amount = (page: Page) => page.getByLabel('Montant', { exact: true })

/** Looks up a telephone number, an address or an account number in the form of a new transfer. */
async function lookUp(page: Page, typed: string): Promise<void> {
  await payeeField(page).fill(typed)
  await page.getByRole('option', { name: `Payer « ${typed} »` }).click()
}

async function pay(page: Page, francs: string): Promise<void> {
  await amount(page).fill(francs)
  await submitButton(page).click()
  await expect(page.getByRole('dialog')).toContainText('Un paiement instantané est irrévocable')
  await confirmTransfer(page)
}

test('a wallet in Abidjan is paid by its telephone number, and the payment arrives', async ({ page }) => {
  await signIn(page, customers.awa, 'transfers/create')
  await lookUp(page, '+225 07 00 00 01 01')
  // Who is paid is known before anything else is typed.
  await expect(payee(page)).toContainText('Adjoua Kouassi')
  await expect(payee(page)).toContainText('Akwaba Money · Côte d’Ivoire · •• 0101')
  await expect(amount(page)).toBeFocused()
  await amount(page).fill('7500')
  await expect(page.getByText('Instantané · gratuit · irrévocable')).toBeVisible()
  await expectNoBarrier(page)
  await submitButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await expect(dialog).toContainText('Un paiement instantané est irrévocable')
  await expect(dialog).toContainText('Adjoua Kouassi, Akwaba Money')
  await confirmTransfer(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^7.500.F.CFA à Adjoua Kouassi$/)
  await expect(page.getByText(/^Arrivé en \d+(,\d)? s\s: Akwaba Money, Côte d’Ivoire\.$/)).toBeVisible()

  // Who was paid is found by name, and looked up again.
  await page.getByRole('button', { name: 'Nouveau virement' }).click()
  await payeeField(page).fill('kouassi')
  await page.getByRole('option', { name: /^Adjoua Kouassi Akwaba Money/ }).click()
  await expect(payee(page)).toContainText('Akwaba Money · Côte d’Ivoire · •• 0101')

  // While somebody else is looked up, nothing is sent to the former payee.
  await amount(page).fill('7500')
  const arrives = Promise.withResolvers<void>()
  await page.route('**/instant-payments/lookups', async (route) => {
    await arrives.promise
    await route.continue()
  })
  await payee(page).getByRole('button', { name: 'Chercher', exact: true }).click()
  await lookUp(page, '+221 76 555 01 01')
  await submitButton(page).click()
  await expect(payee(page)).toContainText('Choisissez un bénéficiaire')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  arrives.resolve()
  await expect(payee(page)).toContainText('Ousmane Ba')
  await expect(payee(page)).not.toContainText('Choisissez un bénéficiaire')

  await page.goto('transfers')
  await page.getByRole('link', { name: 'Adjoua Kouassi' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Virement' })).toContainText(
    /Arrivé en \d+(,\d)? s\s: Akwaba Money, Côte d’Ivoire\./,
  )
})

test('the code of a shop fills in the form', async ({ page }) => {
  const code = {
    alias: addressOf('+221775550106'),
    amount: 2500,
    country: 'SN',
    reference: 'CAISSE-1',
    channel: '400',
    purpose: 'Tissu bazin',
  }
  await signIn(page, customers.awa, 'transfers/create')
  await amount(page).fill('100')
  await page.getByRole('link', { name: 'Scanner un code' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: qrPicture(paymentQrText(code)) })
  await expect(payee(page)).toContainText('Boutique Ndar Tissus')
  await expect(payee(page)).toContainText('Xaalis Mobile · Sénégal')
  await expect(amount(page)).toHaveValue('2\u202F500')
  await expect(page.getByLabel('Motif du virement')).toHaveValue('Tissu bazin')
  await submitButton(page).click()
  await confirmTransfer(page)
  await expect(page.getByText(/^Arrivé en .*\s: Xaalis Mobile, Sénégal\.$/)).toBeVisible()
})

test('an unknown payee and an unreadable code are reported before anything is paid', ONCE, async ({ page }) => {
  await signIn(page, customers.awa, 'transfers/create')
  await lookUp(page, '+221 77 000 99 99')
  const alert = page.getByRole('alert').filter({ hasText: /./ })
  await expect(alert).toContainText('Aucun compte ne reçoit de paiements instantanés sous ce numéro ou cette adresse.')
  await page.getByRole('button', { name: 'Chercher autrement' }).click()
  await lookUp(page, 'SN08 SN99 8010 1010 0046 1010 0148')
  await expect(alert).toContainText('L’IBAN n’est pas valide')
})

test('a refused payment says why, and the money is back', ONCE, async ({ page }) => {
  await signIn(page, customers.awa, 'transfers/create')
  await lookUp(page, '+221769990003')
  await expect(payee(page)).toContainText('Essai AC03')
  await pay(page, '1000')
  await expect(
    page.getByText('Refusé : numéro de compte incorrect. L’argent est de nouveau sur votre compte.'),
  ).toBeVisible()
})

test('an outcome that does not come is asked for, and the payment is not made twice', ONCE, async ({ page }) => {
  await signIn(page, customers.awa, 'transfers/create')
  await lookUp(page, '+221769990091')
  await expect(payee(page)).toContainText('Essai silence')
  await pay(page, '1100')
  await expect(page.getByText(/L’argent reste de côté\s: ne payez pas une seconde fois\.$/)).toBeVisible()
  await expect(page.getByText(/^Arrivé en .*\s: Xaalis Mobile, Sénégal\.$/)).toBeVisible({ timeout: 120_000 })
})

test('a saved beneficiary of a connected bank is paid instantly, or through the clearing', async ({ page }) => {
  await signIn(page, customers.accountant, 'transfers/create')
  await choosePayee(page, 'Transports Casamance')
  await amount(page).fill('15000')
  const choice = page.getByRole('radiogroup', { name: 'Par quel moyen' })
  await expect(choice.getByRole('radio', { name: /^Instantané/ })).toBeChecked()
  await choice.getByRole('radio', { name: /^Compensation/ }).check()
  await expect(page.getByRole('region', { name: 'Quand', exact: true })).toContainText(/Part/)
})

test('whoever signs an instant payment last reads that it cannot be taken back', ONCE, async ({ page }) => {
  await signIn(page, customers.accountant, 'transfers/create')
  await lookUp(page, '+225 07 00 00 01 01')
  await expect(payee(page)).toContainText('Adjoua Kouassi')
  await pay(page, '8100')
  await expect(page.getByText('Un valideur doit maintenant accepter ce virement.')).toBeVisible()
  await page.goto('transfers')
  await signOut(page)

  await signIn(page, customers.director, 'transfers/to-sign')
  await page.getByRole('button', { name: 'Adjoua Kouassi', exact: true }).click()
  const item = page.getByRole('dialog', { name: 'Virement à signer' })
  await expect(item).toContainText('L’argent part aujourd’hui. Un paiement instantané ne peut pas être repris.')
  await item.getByRole('button', { name: /^Signer 8/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await dialog.getByLabel('Votre mot de passe').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Signer', exact: true }).click()
  await expect(page.getByText('La demande a bien été signée.')).toBeVisible()
})
