// The camera of this file's browser shows a code.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { paymentQrText } from 'contract/values/payment-qr.ts'
import { customers, signIn } from '../customer.ts'
import { writeQrVideo } from '../qr-pictures.ts'

const code = {
  alias: '3f2c9a10-5d1e-4c57-9a42-0d7f4be1c201',
  amount: 2500,
  country: 'CI',
  reference: 'CAISSE-1',
  channel: '400',
  purpose: null,
}
const folder = mkdtempSync(join(tmpdir(), 'connect-video-'))
const video = join(folder, 'code.y4m')
writeQrVideo(video, paymentQrText(code))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.use({
  launchOptions: {
    executablePath: process.env.CONNECT_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  },
})

/** Whether the open document may use the camera, by the browser's own answer. */
const askForCamera = (page: Page) =>
  page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ video: true }).then(
      (stream) => {
        for (const track of stream.getTracks()) track.stop()
        return 'allowed'
      },
      (error: DOMException) => error.name,
    ),
  )

test('the camera reads a code, and is open to the page of the reader only', async ({ page, context }) => {
  await context.grantPermissions(['camera'])
  await signIn(page, customers.awa, 'transfers/create')
  const heading = page.getByRole('heading', { level: 1, name: 'Envoyer de l’argent' })
  await expect(heading).toBeVisible()
  expect(await askForCamera(page)).toBe('NotAllowedError')

  await page.goto('pi/lire')
  await expect(page).toHaveURL(/\/transfers\/create$/)
  await expect(heading).toBeVisible()
  expect(await askForCamera(page)).toBe('NotAllowedError')
})
