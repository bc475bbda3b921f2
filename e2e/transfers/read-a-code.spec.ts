import { expect, type Page, test } from '@playwright/test'
import { type PaymentQr, paymentQrText } from 'contract/values/payment-qr.ts'
import { expectNoBarrier } from '../barriers.ts'
import { customers, signIn } from '../customer.ts'
import { qrPicture } from '../qr-pictures.ts'

const shop: PaymentQr = {
  alias: '3f2c9a10-5d1e-4c57-9a42-0d7f4be1c201',
  amount: 2500,
  country: 'CI',
  reference: 'CAISSE-1',
  channel: '400',
  purpose: null,
}
/** The message that is displayed; the host of banners is an empty one. */
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /./ })

const chooseFile = (page: Page, name: string, buffer: Buffer, mimeType = 'image/png') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })

test('a code is read from a picture, and others are refused with their reason', async ({ page }) => {
  await signIn(page, customers.awa, 'pi/lire')
  await expect(page.getByText(/Aucun appareil photo n’a été trouvé|L’appareil photo n’est pas/)).toBeVisible()
  await expectNoBarrier(page)
  await chooseFile(page, 'lien.png', qrPicture('https://banque.example/payer'))
  await expect(alert(page)).toHaveText('Ce code n’est pas un code de paiement PI.')
  await chooseFile(page, 'abime.png', qrPicture(paymentQrText(shop).replace('54042500', '54049500')))
  await expect(alert(page)).toHaveText(/Ce code est abîmé ou a été modifié/)
  await chooseFile(page, 'blanc.png', qrPicture(null))
  await expect(alert(page)).toHaveText(/Aucun code QR n’a été trouvé sur cette image/)
  await chooseFile(page, 'notes.txt', Buffer.from('pas une image'), 'text/plain')
  await expect(alert(page)).toHaveText('Ce fichier n’est pas une image lisible.')
  await chooseFile(page, 'caisse.png', qrPicture(paymentQrText(shop)))
  await expect(page).toHaveURL(/\/transfers\/create$/)
})

test('a refused camera says how to allow it', async ({ page, context }) => {
  await context.clearPermissions()
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await signIn(page, customers.awa, 'pi/lire')
  await expect(page.getByRole('note')).toContainText('L’appareil photo n’est pas autorisé')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('note')).toContainText('L’appareil photo n’est pas autorisé')
  await expect(page.getByRole('button', { name: 'Choisir une image' })).toBeVisible()
})
