// Tests the tools of the header: bank details as a file and by e-mail, exchange rates, the account manager.
import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { accountSwitch, customers, isPhone, plain, signIn } from '../customer.ts'
import { ONCE } from '../once.ts'

const openFromHeader = async (page: Page, name: RegExp) => {
  if (isPhone(page)) await page.getByRole('button', { name: 'Plus' }).click()
  await page.getByRole('button', { name }).locator('visible=true').click()
}

test('the bank details of a euro account do not mention a conversion', ONCE, async ({ page }) => {
  await signIn(page, customers.diaspora, 'account/rib')
  await expect(page.getByText(/converti au cours fixe de 655,957/)).toBeVisible()
  await accountSwitch(page).click()
  await page
    .getByRole('dialog', { name: 'Choisir un compte' })
    .getByRole('button', { name: /^Compte en devises EUR/ })
    .click()
  await page.goto('account/rib')
  await expect(
    page.getByText('Ce compte est tenu en EUR : un paiement dans cette monnaie n’est pas converti.', { exact: false }),
  ).toBeVisible()
  await expect(page.getByText(/converti au cours fixe/)).toHaveCount(0)
  // Instant payments are in francs.
  await page.goto('account/receive')
  await expect(page.getByText('Vous n’avez pas accès à cette page sur ce compte.')).toBeVisible()
  await expect(page).not.toHaveURL(/receive/)
})

test('the bank details are downloaded, displayed in the page and sent by e-mail', async ({ page }) => {
  await signIn(page, customers.awa, 'account/rib')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copier l’IBAN' }).locator('visible=true').first().click()
  await expect(page.getByText('L’IBAN a été copié dans le presse-papiers.')).toBeVisible()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Télécharger le RIB (PDF)' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('RIB-Awa-Ndiaye.pdf')
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  await page.getByRole('button', { name: 'Afficher le RIB' }).click()
  const viewer = page.getByRole('dialog', { name: 'Coordonnées bancaires' })
  await expect(viewer.getByText('SN08 SN99 9010 0310 0001 1010 0169')).toBeAttached()
  // Turned, a phone has another width: the page is drawn for it.
  const usual = page.viewportSize() ?? { width: 0, height: 0 }
  for (const width of [500, 360]) {
    await page.setViewportSize({ width, height: usual.height })
    await expect(viewer.getByRole('img', { name: 'Page 1' })).toHaveCSS('width', `${width - 32}px`)
  }
  await page.setViewportSize(usual)
  await viewer.getByRole('button', { name: 'Agrandir' }).click()
  await expect(viewer.getByText('125')).toBeVisible()
  // The second one comes while the first one is drawn.
  const enlarge = viewer.getByRole('button', { name: 'Agrandir' })
  await enlarge.evaluate((press: HTMLElement) => {
    press.click()
    setTimeout(() => press.click())
  })
  await expect(viewer.getByText('200')).toBeVisible()
  await expect(viewer.getByText('Cette page ne peut pas être affichée.')).toHaveCount(0)
  await expectNoBarrier(page)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(page.getByRole('button', { name: 'Afficher le RIB' })).toBeFocused()

  await page.getByRole('button', { name: 'Envoyer par e-mail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Envoyer le RIB par e-mail' })
  await dialog.getByLabel('Destinataires').fill('client@courrier')
  await dialog.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await expect(dialog.getByText('L’email n’est pas valide')).toBeVisible()
  await expectNoBarrier(page)
  await dialog.getByLabel('Destinataires').fill('client@courrier.example, comptable@courrier.example')
  await dialog.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await expect(page.getByText('Les coordonnées bancaires ont été envoyées.')).toBeVisible()
})

test('the bank details are downloaded and sent from the header of any screen', async ({ page }) => {
  test.skip(isPhone(page), 'on a phone they stand behind Plus, on their own page')
  await signIn(page, customers.awa)
  const menu = page.getByRole('button', { name: 'Coordonnées bancaires' })
  await menu.click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Télécharger le RIB' }).click()
  expect((await coming).suggestedFilename()).toBe('RIB-Awa-Ndiaye.pdf')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Envoyer par e-mail' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Envoyer le RIB par e-mail' }).getByLabel('Destinataires'),
  ).toBeVisible()
})

test('the exchange rates convert in both directions', async ({ page }) => {
  await signIn(page, customers.awa)
  await openFromHeader(page, /^Taux de change/)
  const dialog = page.getByRole('dialog', { name: 'Taux de change' })
  await expect(dialog.getByRole('row', { name: /1 EUR cours fixe/ })).toContainText('655,957')
  await dialog.getByLabel('Montant').fill('1000')
  await expect
    .poll(async () =>
      plain(
        await dialog
          .getByText(/francs CFA$/)
          .last()
          .textContent(),
      ),
    )
    .toContain('655957 francs CFA')
  await dialog.getByRole('button', { name: 'Inverser' }).click()
  await dialog.getByLabel('Montant').fill('655957')
  await expect.poll(async () => plain(await dialog.getByText(/1000[.,]00 EUR$/).textContent())).toContain('1000')
  await expectNoBarrier(page)
})

test('the header links to the account manager', async ({ page }) => {
  await signIn(page, customers.accountant)
  await openFromHeader(page, /Votre conseiller/)
  const dialog = page.getByRole('dialog', { name: 'Votre conseiller' })
  await expect(dialog.getByText('Coumba Gueye')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Appeler' })).toHaveAttribute('href', 'tel:+221338000042')
  await expectNoBarrier(page)
})

test('the RIB is shared as a file by the sheet of the device', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: ({ files }: { files: File[] }) => {
        document.title = `shared ${files[0]?.name}`
        return Promise.resolve()
      },
    })
  })
  await signIn(page, customers.awa, 'account/rib')
  await page.getByRole('button', { name: 'Partager le RIB' }).click()
  await expect(page).toHaveTitle('shared RIB-Awa-Ndiaye.pdf')
  // So is each file that is open.
  await page.goto('transfers?status=executed')
  await page.getByRole('row').getByRole('link').locator('visible=true').first().click()
  await page.getByRole('button', { name: 'Preuve de virement' }).click()
  await page.getByRole('dialog', { name: 'Preuve de virement' }).getByRole('button', { name: 'Partager' }).click()
  await expect(page).toHaveTitle(/^shared .*\.pdf$/)
})
