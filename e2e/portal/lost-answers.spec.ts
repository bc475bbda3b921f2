// An answer that never arrives: the call ends, may be repeated, and is executed once.
import { expect, type Page, test } from '@playwright/test'
import { ibanFrom } from 'contract/values/iban.ts'
import { customers, PASSWORD, signIn, signOut } from '../customer.ts'
import { holdBack } from '../network.ts'
import { confirmTransfer, submitButton, writeTransfer } from '../transfer-form.ts'

/** The deadline of the calls that are under way is over when the journey says so. */
const controlDeadlines = (page: Page) =>
  page.addInitScript(() => {
    const deadlines: AbortController[] = []
    AbortSignal.timeout = () => {
      const deadline = new AbortController()
      deadlines.push(deadline)
      return deadline.signal
    }
    addEventListener('deadline', () => {
      for (const deadline of deadlines.splice(0)) deadline.abort()
    })
  })
const passDeadline = (page: Page) => page.evaluate(() => dispatchEvent(new Event('deadline')))

test('a call that a frozen server never answers fails, and is repeated on request', async ({ page }) => {
  await controlDeadlines(page)
  await signIn(page, customers.awa, 'account/rib')
  const release = await holdBack(page, /wb-api\/beneficiaries/)
  const isSent = page.waitForRequest(/wb-api\/beneficiaries/)
  await page.goto('transfers/beneficiaries')
  await isSent
  await passDeadline(page)
  await expect(page.getByText('Votre connexion semble lente ou interrompue')).toBeVisible()
  release()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('row', { name: /Moustapha Thiam/ })).toBeVisible()
})

test('an order whose answer never arrives is sent again, and executed once', async ({ page }) => {
  await controlDeadlines(page)
  await signIn(page, customers.awa)
  const isExecuted = Promise.withResolvers<void>()
  await page.route(/wb-api\/transfers$/, async (route) => {
    if (route.request().headers()['x-confirmation'] === undefined) return route.continue()
    await route.fetch()
    isExecuted.resolve()
  })
  const label = 'Réponse perdue'
  await writeTransfer(page, { payee: 'Cheikh Diatta', amount: '1450', label })
  await submitButton(page).click()
  await confirmTransfer(page)
  await isExecuted.promise
  await passDeadline(page)
  await expect(page.getByText('Le serveur ne répond pas.').first()).toBeVisible()
  // The server knows the order by its key: it answers what it did, without another confirmation.
  await submitButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^1.450.F.CFA envoyés à Cheikh Diatta$/)
  await page.goto(`transfers?search=${encodeURIComponent(label)}`)
  await expect(page.getByRole('row', { name: new RegExp(label) })).toHaveCount(1)
})

/** Loses the first answer to this confirmed call: the server executes it, and the portal gives up. Answers once that is so. */
async function loseAnswer(
  page: Page,
  call: RegExp,
  message = 'Le serveur ne répond pas. Réessayez dans un instant.',
): Promise<() => Promise<void>> {
  const isExecuted = Promise.withResolvers<void>()
  let isLost = false
  await page.route(call, async (route) => {
    if (isLost || route.request().headers()['x-confirmation'] === undefined) return route.continue()
    isLost = true
    await route.fetch()
    isExecuted.resolve()
  })
  return async () => {
    await isExecuted.promise
    await passDeadline(page)
    await expect(page.getByText(message).first()).toBeVisible()
  }
}

test('a file of transfers whose answer never arrives is covered once, sent once and signed once', async ({ page }) => {
  await controlDeadlines(page)
  await signIn(page, customers.accountant, 'transfers/create/multiple')
  const upload = (name: string, lines: string[]) =>
    page.locator('input[type=file]').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(['nom_beneficiaire;iban;montant;libelle', ...lines].join('\n')),
    })
  const iban = (index: number) => ibanFrom('SN', 'SN010', '01520', String(485_000_009_000 + index))
  const main = page.getByRole('main')
  await page
    .getByRole('button', { name: /Changer de compte/ })
    .locator('visible=true')
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Compte salaires/ })
    .click()
  await expect(page).toHaveURL(/transfers$/)
  await page.goto('transfers/create/multiple')
  await upload('marche.csv', [`Marché Un;${iban(1)};7000000;Marché`, `Marché Deux;${iban(2)};6500000;Marché`])
  const cover = page.getByRole('button', { name: /^Virer / })
  await expect(main.getByText(/12.000.000.F.CFA disponibles/)).toBeVisible()
  const isCoverLost = await loseAnswer(page, /wb-api\/transfers$/)
  await cover.click()
  await confirmTransfer(page)
  await isCoverLost()
  // The same button asks for the same transfer: it was made, and is not made again.
  await cover.click()
  await expect(page.getByText(/ont été virés depuis Compte courant/)).toBeVisible()
  await expect(main.getByText(/13.501.170.F.CFA disponibles/)).toBeVisible()
  await page.getByRole('button', { name: 'Changer de fichier', exact: true }).click()
  await page.getByRole('button', { name: 'Abandonner le brouillon', exact: true }).click()

  await upload('paie.csv', [`Aïssatou Fall;${iban(3)};150000;Salaire`])
  const isBatchLost = await loseAnswer(page, /wb-api\/transfers\/batch$/)
  const send = page.getByRole('button', { name: 'Envoyer les virements', exact: true })
  await send.click()
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await dialog.getByLabel('Votre mot de passe').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Envoyer les virements', exact: true }).click()
  await isBatchLost()
  await send.click()
  await expect(page.getByRole('heading', { level: 1, name: 'paie.csv' })).toBeVisible()
  await expect(page.getByText('Signatures manquantes')).toBeVisible()
  await signOut(page)

  await signIn(page, customers.director, 'transfers/to-sign')
  const row = page.getByRole('row').filter({ hasText: /150.000/ })
  await row.getByRole('button', { name: 'Paie', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'paie.csv' })).toBeVisible()
  const isSignatureLost = await loseAnswer(
    page,
    /wb-api\/.*accept/,
    'Le serveur n’a pas répondu. L’opération est peut-être déjà faite : vérifiez-le avant de recommencer.',
  )
  await page.getByRole('button', { name: /^Signer/ }).click()
  await dialog.getByLabel('Votre mot de passe').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Valider le lot', exact: true }).click()
  await isSignatureLost()
  // The page shows what the bank knows.
  await expect(page.getByText('Signé par Ibrahima Mané')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Signer/ })).toHaveCount(0)
})
