import { expect, type Page, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { customers, fillCredentials, isPhone, signIn } from '../customer.ts'
import { choosePayee, submitButton } from '../transfer-form.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const message = (page: Page) => page.getByRole('dialog', { name: 'Nouveau message' })

/** Sets the answer to the next message. */
const answerMessage = (page: Page, status: number, body: unknown) =>
  page.route(
    '**/wb-api/messages',
    (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) })
        : route.fallback(),
    { times: 1 },
  )

async function writeMessage(page: Page, body: string): Promise<void> {
  await button(page, 'Écrire à mon conseiller').click()
  await message(page).getByLabel('Objet').fill('Question')
  await message(page).getByLabel('Message', { exact: true }).fill(body)
}

test('a message is kept when Back closes its dialog, which asks for confirmation only where files are attached', async ({
  page,
}) => {
  await signIn(page, customers.diaspora, 'operations')
  await page
    .getByRole('link', { name: /^Messagerie/ })
    .locator('visible=true')
    .first()
    .click()
  await writeMessage(page, 'Bonjour, voici ma facture.')
  await page.goBack()
  await expect(message(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/inbox$/)
  await button(page, 'Écrire à mon conseiller').click()
  await expect(message(page).getByLabel('Message', { exact: true })).toHaveValue('Bonjour, voici ma facture.')
  const pdf = { name: 'facture.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') }
  await message(page).locator('input[type=file]').setInputFiles(pdf)
  await expect(message(page).getByRole('button', { name: 'Voir facture.pdf' })).toBeVisible()
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Quitter sans envoyer ?' })
  await expect(question).toContainText('Votre message vous attendra dans cet onglet, sans ses pièces jointes.')
  await question.getByRole('button', { name: 'Quitter sans envoyer' }).click()
  await expect(message(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/inbox$/)
})

test('errors outside the fields of a form are displayed above it', async ({ page }) => {
  await signIn(page, customers.diaspora, 'inbox')
  await writeMessage(page, 'Bonjour')
  await answerMessage(page, 422, [{ field: 'zzz', code: 'x', message: 'Premier message' }])
  await button(page, 'Envoyer le message').click()
  await expect(message(page).getByRole('alert')).toHaveText('Premier message')
  await expect(message(page).getByRole('alert')).toBeFocused()
  // An error of a visible field is shown there, other errors in the summary.
  await answerMessage(page, 422, [
    { field: 'body', code: 'x', message: 'Au champ' },
    { field: 'zzz', code: 'x', message: 'Deuxième message' },
  ])
  await button(page, 'Envoyer le message').click()
  const summary = message(page).getByRole('alert').filter({ hasText: 'Certaines informations' })
  await expect(summary.getByRole('listitem')).toHaveText(['Deuxième message'])
  await expect(message(page).getByText('Au champ')).toHaveCount(1)
  await expectNoBarrier(page)
})

test('a refused file prevents sending the message until it is removed', async ({ page }) => {
  await signIn(page, customers.diaspora, 'inbox')
  await writeMessage(page, 'Voici ma facture.')
  let sent = 0
  page.on('request', (request) => (sent += Number(request.method() === 'POST' && request.url().endsWith('/messages'))))
  await message(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'fake.pdf', mimeType: 'application/pdf', buffer: Buffer.from('texte') })
  await expect(message(page).getByText(/Ce type de fichier n.est pas accepté/)).toBeVisible()
  await button(page, 'Envoyer le message').click()
  await expect(message(page).getByText('Retirez ou remplacez le fichier refusé avant d’envoyer.')).toBeVisible()
  await expect(message(page).getByRole('button', { name: 'Choisir des fichiers' })).toBeFocused()
  await expectNoBarrier(page)
  expect(sent).toBe(0)
  await message(page).getByRole('button', { name: 'Retirer fake.pdf' }).click()
  await expect(message(page).getByRole('alert')).toHaveCount(0)
  await button(page, 'Envoyer le message').click()
  await expect(page.getByRole('status').filter({ hasText: 'Votre message a bien été envoyé.' })).toBeVisible()
  expect(sent).toBe(1)
})

test('a message interrupted by the end of the session is restored for the same user only', async ({ page }) => {
  await signIn(page, customers.diaspora, 'inbox')
  await writeMessage(page, 'Bonjour, je voudrais un rendez-vous.')
  await answerMessage(page, 401, { code: 'session_over', message: 'Votre session est expirée.' })
  await button(page, 'Envoyer le message').click()
  await expect(page).toHaveURL(/\/login/)
  await fillCredentials(page, customers.diaspora)
  await expect(message(page).getByLabel('Message', { exact: true })).toHaveValue('Bonjour, je voudrais un rendez-vous.')
  await expect(message(page).getByLabel('Objet')).toHaveValue('Question')

  await answerMessage(page, 401, { code: 'session_over', message: 'Votre session est expirée.' })
  await button(page, 'Envoyer le message').click()
  await expect(page).toHaveURL(/\/login/)
  await fillCredentials(page, customers.awa)
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('inbox')
  await button(page, 'Écrire à mon conseiller').click()
  await expect(message(page).getByLabel('Message', { exact: true })).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('rendez-vous')
})

test('a message whose files are gone after a reload names them, until files are attached again', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await signIn(page, customers.diaspora, 'inbox')
  await writeMessage(page, 'Voici ma facture.')
  const [field, notice] = [
    message(page).locator('input[type=file]'),
    message(page).getByText('À joindre de nouveau : facture.pdf'),
  ]
  const pdf = { name: 'facture.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') }
  await field.setInputFiles({ ...pdf, buffer: Buffer.alloc(0) })
  await expect(message(page).getByText('Ce fichier est vide.')).toBeVisible()
  await field.setInputFiles(pdf)
  await expect(message(page).getByText('Ce fichier est vide.')).toHaveCount(0)
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(message(page).getByLabel('Message', { exact: true })).toHaveValue('Voici ma facture.')
  await expect(notice).toBeVisible()
  // Text that follows does not make the portal forget the file.
  await message(page).getByLabel('Message', { exact: true }).fill('Voici ma facture de mars.')
  await page.reload()
  await expect(notice).toBeVisible()
  await expectNoBarrier(page)
  await field.setInputFiles(pdf)
  await expect(notice).toHaveCount(0)
})

test('a reload in the middle of a transfer restores everything typed', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await signIn(page, customers.awa, 'transfers/create')
  await choosePayee(page, 'Diatta')
  await page.getByLabel('Montant', { exact: true }).fill('12500')
  await page.getByLabel('Motif du virement').fill('Cours du soir')
  await page.reload()
  // The page begins with its heading: a screen reader reads it after the reload.
  await expect(page.getByRole('heading', { level: 1, name: 'Envoyer de l’argent' })).toBeFocused()
  await expect(page.getByText('Nous avons repris votre saisie')).toBeVisible()
  await expectNoBarrier(page)
  await expect(page.getByRole('region', { name: 'À' })).toContainText('Cheikh Diatta')
  await expect(page.getByLabel('Montant', { exact: true })).toHaveValue('12\u202F500')
  await expect(page.getByLabel('Motif du virement')).toHaveValue('Cours du soir')

  // The text also survives the end of the session.
  await page.context().clearCookies()
  await page.reload()
  await fillCredentials(page, customers.awa)
  await expect(page.getByLabel('Motif du virement')).toHaveValue('Cours du soir')
  // Leaving on purpose discards it.
  await page.getByRole('link', { name: /Quitter/ }).click()
  await button(page, 'Quitter sans envoyer').click()
  await expect(page).toHaveURL(/\/transfers$/)
  await page.goto('transfers/create')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Envoyer de l’argent')
  await expect(page.getByText('Nous avons repris votre saisie')).toHaveCount(0)
})

test('a new version of the portal is loaded in the middle of a transfer without a question, and restores everything typed', async ({
  page,
}) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.dismiss()
  })
  // The files of the former build are gone, and the page names others, until it is loaded anew.
  let isFormer = true
  await page.route(/assets\/ConfirmationModal/, (route) =>
    isFormer ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await signIn(page, customers.awa, 'transfers/create')
  await page.route(/\/connect\/(transfers\/create)?$/, (route) => {
    if (route.request().resourceType() === 'fetch') return route.fulfill({ body: 'index-new.js' })
    isFormer = false
    return route.continue()
  })
  await choosePayee(page, 'Diatta')
  await page.getByLabel('Montant', { exact: true }).fill('12500')
  await page.getByLabel('Motif du virement').fill('Cours du soir')
  await submitButton(page).click()
  await expect(page.getByText('Nous avons repris votre saisie')).toBeVisible()
  expect(dialogs).toEqual([])
  await expect(page.getByLabel('Motif du virement')).toHaveValue('Cours du soir')
  await submitButton(page).click()
  await expect(page.getByRole('dialog', { name: 'Confirmez l’opération' })).toBeVisible()
})

test('a beneficiary form survives a reload, and its draft can be discarded', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await signIn(page, customers.awa, 'transfers/beneficiaries/create')
  await page.getByLabel('Nom du titulaire').fill('Ousmane Sarr')
  await page.getByRole('button', { name: /^Ajouter des détails/ }).click()
  await page.getByLabel('Ville').fill('Thiès')
  const pdf = { name: 'rib.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') }
  await page.locator('input[type=file]').setInputFiles(pdf)
  await page.reload()
  // The browser does not give the file again.
  const lost = page.getByText('À joindre de nouveau : rib.pdf')
  await expect(lost).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(pdf)
  await expect(lost).toHaveCount(0)
  await expect(page.getByLabel('Nom du titulaire')).toHaveValue('Ousmane Sarr')
  await expect(page.getByLabel('Ville')).toHaveValue('Thiès')
  await button(page, 'Effacer et recommencer').click()
  await expect(page.getByLabel('Nom du titulaire')).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('Nom du titulaire')).toHaveValue('')
})

test('the choices of a chequebook order and the name of a new list outlive the session, and not the form', async ({
  page,
}) => {
  await signIn(page, customers.awa, 'payment-methods/checks/order')
  const quantity = page.getByRole('group', { name: 'Quantité' }).getByRole('status')
  const agency = page.getByLabel('Agence de retrait').getByRole('option', { selected: true })
  await page.getByRole('radio', { name: /50 formules.*Barré, non endossable/ }).check()
  await button(page, 'Augmenter').click()
  await page.getByLabel('Agence de retrait').selectOption('Dakar Almadies')
  await page.context().clearCookies()
  await page.reload()
  await fillCredentials(page, customers.awa)
  await expect(page.getByRole('radio', { name: /50 formules.*Barré, non endossable/ })).toBeChecked()
  await expect(quantity).toHaveText('2')
  await expect(agency).toHaveText('Dakar Almadies')
  await page.getByRole('main').getByRole('link', { name: 'Annuler' }).click()
  await page.getByRole('link', { name: 'Commander un chéquier' }).first().click()
  await expect(quantity).toHaveText('1')

  await page.goto('transfers/beneficiary-lists')
  const open = page.getByRole('button', { name: 'Nouvelle liste' }).first()
  await open.click()
  const name = page.getByLabel('Nom de la liste')
  await name.fill('Fournisseurs du chantier')
  await page.context().clearCookies()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await fillCredentials(page, customers.awa)
  await open.click()
  await expect(name).toHaveValue('Fournisseurs du chantier')
  await button(page, 'Annuler').click()
  await open.click()
  await expect(name).toHaveValue('')
})

test('a personal note is saved however its panel is closed', async ({ page }) => {
  await signIn(page, customers.student, 'operations')
  const panel = page.getByRole('dialog', { name: 'Opération' })
  const note = panel.getByLabel('Note personnelle')
  const operation = page
    .getByRole('table')
    .getByRole('link')
    .nth(isPhone(page) ? 1 : 2)
  const open = async () => {
    await operation.click()
    await note.waitFor()
  }
  await operation.click()
  await panel.getByRole('button', { name: 'Ajouter une note' }).click()
  await note.fill('en attendant')
  await expect(panel.getByRole('status').filter({ hasText: 'Enregistré' })).toBeVisible()
  const ways: [string, () => Promise<unknown>][] = [
    ['Escape', () => page.keyboard.press('Escape')],
    ['the close button', () => panel.getByRole('button', { name: 'Fermer' }).first().click()],
    ['Back', () => page.goBack()],
    ['a reload', () => page.reload()],
  ]
  for (const [way, leave] of ways) {
    await note.fill(`avant ${way}`)
    await leave()
    if (way !== 'a reload') {
      await expect(panel).toBeHidden()
      await open()
    }
    await expect(note).toHaveValue(`avant ${way}`)
    await panel.getByText('Enregistré').or(note).first().waitFor()
  }
  // In another tab, the stored data of the bank is shown.
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await open()
  await expect(note).toHaveValue('avant a reload')
})
