// A company's order from its author to its signer, and orders of another day.
import { expect, type Page, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { customers, escapeAndContinue, isPhone, PASSWORD, plain, signIn, signOut } from '../customer.ts'
import { yearOfNext } from '../days.ts'
import { ONCE } from '../once.ts'
import { qrPicture } from '../qr-pictures.ts'
import { confirmTransfer, submitButton, writeTransfer } from '../transfer-form.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function confirm(page: Page, verb: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await dialog.getByLabel('Votre mot de passe').fill(PASSWORD)
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('an accountant orders, the director signs or refuses, and the money moves once', async ({ page }, { project }) => {
  const [signed, refused] = [`Semences ${project.name}`, `Engrais ${project.name}`]
  await signIn(page, customers.accountant)
  for (const label of [signed, refused]) {
    await writeTransfer(page, { payee: 'Moustapha Thiam', amount: '45000', label })
    await expect(page.getByText('Part dès la signature')).toBeVisible()
    await submitButton(page).click()
    await confirmTransfer(page)
    await expect(page.getByText('Un valideur doit maintenant accepter ce virement.')).toBeVisible()
  }
  await page.goto('transfers')
  await signOut(page)

  await signIn(page, customers.director, 'transfers/to-sign')
  await expect(page.getByRole('heading', { level: 1, name: 'À signer' })).toBeVisible()
  await expectNoBarrier(page)
  const row = (label: string) => page.getByRole('row').filter({ hasText: label })
  await row(refused).getByRole('button', { name: 'Moustapha Thiam', exact: true }).click()
  const item = page.getByRole('dialog', { name: 'Virement à signer' })
  const refusing = page.getByRole('dialog', { name: 'Refuser cette demande' })
  await expect(item.getByText('Disponible aujourd’hui')).toBeVisible()
  await expectNoBarrier(page)
  // The keys of the page work in the panel.
  await page.keyboard.press('r')
  await refusing.getByRole('button', { name: 'Refuser et prévenir Fatou' }).click()
  await expect(refusing.getByText('Choisissez un motif, ou écrivez un mot')).toBeVisible()
  await refusing.getByRole('button', { name: 'Facture déjà payée' }).click()
  const explanation = refusing.getByLabel('Un mot pour Fatou Diagne')
  await explanation.fill('Voir le relevé d’octobre.')
  // Back, which closes the panel, and Escape ask before the text is lost.
  await page.goBack()
  await page.getByRole('button', { name: 'Continuer la saisie' }).click()
  await escapeAndContinue(page)
  await expect(explanation).toHaveValue('Voir le relevé d’octobre.')
  await expectNoBarrier(page)
  await refusing.getByRole('button', { name: 'Refuser et prévenir Fatou' }).click()
  await expect(page.getByText('La demande a bien été refusée.')).toBeVisible()
  // The next request takes its place and has the focus; or none is left.
  await expect(page.locator('h1:focus, dialog h2:focus')).toHaveCount(1)
  await page.goto('transfers/to-sign')
  await expect(row(signed)).toBeVisible()
  await expect(row(refused)).toHaveCount(0)

  await row(signed).getByRole('button', { name: 'Moustapha Thiam', exact: true }).click()
  await expect(item.getByText('Votre signature est la dernière.')).toBeVisible()
  await expect(item.getByText('ne peut pas être repris')).toHaveCount(0)
  await item.getByRole('button', { name: /^Signer 45/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await expect(dialog).toContainText('Moustapha Thiam')
  // Each order shows its day, and its account number in groups of four.
  await expect(dialog).toContainText(/ \d{4} · SN\d\d SN\d\d \d{4} /)
  await confirm(page, 'Signer')
  await expect(page.getByText('La demande a bien été signée.')).toBeVisible()
  await expect(page.locator('h1:focus, dialog h2:focus')).toHaveCount(1)
  await page.goto('transfers/to-sign')
  await expect(page.getByRole('heading', { level: 1, name: 'À signer' })).toBeVisible()
  await expect(row(signed)).toHaveCount(0)
  await signOut(page)

  // The author finds the refusal with its reason, and sends it again.
  await signIn(page, customers.accountant, 'transfers/sent')
  await expect(row(refused)).toContainText('« Facture déjà payée : Voir le relevé d’octobre. »')
  await row(refused).getByRole('button', { name: 'Corriger' }).click()
  await expect(page).toHaveURL(/transfers\/create\?from=/)
  await page.goto('transfers')
  await signOut(page)

  await signIn(page, customers.accountant, 'transfers')
  await page.getByRole('row').filter({ hasText: signed }).getByRole('link').click()
  const panel = page.getByRole('dialog', { name: 'Virement' })
  await expect(panel.getByText('Validé par Ibrahima Mané')).toBeVisible()
  await expect(panel.getByText(/^Validé · Ibrahima Mané, /)).toBeVisible()
  // The worker executes it within a second or two, and the open page learns it.
  await expect(panel.getByText('Exécuté', { exact: true }).first()).toBeVisible()
  await page.goto('transfers?status=refused')
  await expect(page.getByRole('row').filter({ hasText: refused })).toContainText('Refusé')
  await page.getByRole('row').filter({ hasText: refused }).getByRole('link').click()
  await expect(panel.getByText('Refusé par Ibrahima Mané. Rien n’est parti.')).toBeVisible()
  // What has run as planned has no badge.
  await page.goto('transfers?status=executed')
  await expect(page.getByRole('row').filter({ hasText: signed })).not.toContainText('Exécuté')
})

test('an order that needs two signatures names both signers, and the first of them does not validate it', async ({
  page,
}, { project }) => {
  const label = `Tracteur ${project.name}`
  await signIn(page, customers.accountant)
  await writeTransfer(page, { payee: 'Moustapha Thiam', amount: '5100000', label })
  await submitButton(page).click()
  await confirmTransfer(page)
  await expect(page.getByText('2 valideurs doivent maintenant accepter ce virement.')).toBeVisible()
  await expect(page.getByText('Ibrahima Mané et Adama Sané')).toBeVisible()
  await page.goto('transfers')
  const row = page.getByRole('row').filter({ hasText: label })
  await row.getByRole('link').first().click()
  await expect(page.getByText('Attend Ibrahima Mané et Adama Sané. L’argent n’est pas parti.')).toBeVisible()
  await page.goto('transfers')
  await signOut(page)

  await signIn(page, customers.director, 'transfers')
  await row.getByRole('link').first().click()
  await page.getByRole('button', { name: /^Signer 5/ }).click()
  await confirm(page, 'Valider')
  await expect(page.getByText('Votre signature a bien été prise en compte.')).toBeVisible()
  await expect(page.getByText('Signé par Ibrahima Mané', { exact: true })).toBeVisible()
  await page.goto('transfers')
  await signOut(page)

  await signIn(page, customers.generalDirector, 'transfers')
  await row.getByRole('link').first().click()
  await expect(page.getByText(/^Signé par Ibrahima Mané\. Attend votre signature\./)).toBeVisible()
  await page.getByRole('button', { name: /^Signer 5/ }).click()
  await confirm(page, 'Valider')
  await expect(page.getByText('Le virement a bien été validé.')).toBeVisible()
  await expect(page.getByText('Validé par Adama Sané')).toBeVisible()
})

test('a transfer to another bank shows its fee, a series its dates; the series is paused, resumed and cancelled', async ({
  page,
}, { project }) => {
  const label = `Tontine ${project.name}`
  await signIn(page, customers.awa)
  await writeTransfer(page, { payee: 'Sokhna Diarra', amount: '10000', label })
  await button(page, 'Régulièrement').click()
  await submitButton(page).click()
  await expect(page.getByText('Choisissez une date')).toBeVisible()
  const year = yearOfNext(1, 1)
  const start = page.getByLabel('Première échéance', { exact: true })
  await start.pressSequentially(`0101${year}`)
  await expect(start).toHaveValue(`01/01/${year}`)
  await expect(page.getByText(/au lieu du .*1er janvier/)).toBeVisible()
  await expectNoBarrier(page)
  // The payee's bank is connected to PI as well, where nothing is charged.
  await page.getByRole('radio', { name: /^Compensation/ }).check()
  await expect.poll(async () => plain(await page.locator('body').textContent())).toContain('10 585 F CFA')
  await submitButton(page).click()
  await confirmTransfer(page)
  await page.getByRole('link', { name: 'Voir le virement' }).click()
  const panel = page.getByRole('dialog', { name: 'Virement' })
  await expect(panel.getByText('Prochaines échéances')).toBeVisible()
  await expect(panel.getByText(/^Prochain virement \p{L}+ \d+ janvier\.$/u)).toBeVisible()
  await expectNoBarrier(page)
  await panel.getByRole('button', { name: 'Mettre en pause' }).click()
  await expect(page.getByText('Le virement permanent est en pause.')).toBeVisible()
  await expect(panel.getByText(/^En pause depuis le .*\. Aucun virement ne part\.$/)).toBeVisible()
  // It is corrected while nothing leaves.
  await panel.getByRole('button', { name: 'Modifier', exact: true }).click()
  await expect(page.getByRole('radio', { name: /^Compensation/ })).toBeChecked()
  await page.getByLabel('Montant', { exact: true }).fill('11000')
  await expect(page.getByText(/^Le 1er de chaque mois\. Il reste en pause/)).toBeVisible()
  await expect(page.getByText(/première fois|à partir du/)).toHaveCount(0)
  await submitButton(page).click()
  await confirm(page, 'Enregistrer les modifications')
  await expect(page.getByText('Il reste en pause. Aucun virement ne part.')).toBeVisible()
  await page.getByRole('link', { name: 'Voir le virement' }).click()
  await expect(panel).toContainText(/11\s000\sF\sCFA/)
  await expect(panel.getByText(/^En pause depuis le /)).toBeVisible()
  await panel.getByRole('button', { name: 'Reprendre' }).click()
  await confirm(page, 'Reprendre le virement permanent')
  await expect(page.getByText('Le virement permanent a été réactivé.')).toBeVisible()
  // After the first date was skipped, the next one is named in the confirmation of an edit and after it.
  await panel.getByRole('button', { name: 'Autres actions' }).click()
  await panel.getByRole('menuitem', { name: 'Sauter la prochaine' }).click()
  await expect(page.getByText('La prochaine échéance est sautée.')).toBeVisible()
  await panel.getByRole('button', { name: 'Modifier', exact: true }).click()
  // It stays paid in the same way, although its payee is looked up again.
  await expect(page.getByRole('radio', { name: /^Compensation/ })).toBeChecked()
  await submitButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await expect(dialog).toContainText(/Prochaine exécution.*février/)
  await expect(dialog).not.toContainText('Première échéance')
  await confirm(page, 'Enregistrer les modifications')
  await expect(page.getByText(/La prochaine échéance sera exécutée le .*février/)).toBeVisible()
  await page.getByRole('link', { name: 'Voir le virement' }).click()
  await panel.getByRole('button', { name: 'Autres actions' }).click()
  await panel.getByRole('menuitem', { name: 'Annuler le virement' }).click()
  await confirm(page, 'Annuler le virement')
  await expect(page.getByText('Le virement a bien été annulé.')).toBeVisible()
  await expect(panel.getByText(/^Annulé par Awa Ndiaye le /)).toBeVisible()
  // One transfer on a later day names the day on which it leaves, and the day on which the other bank has it.
  await panel.getByRole('button', { name: 'Refaire', exact: true }).click()
  await button(page, 'Un jour').click()
  await page.getByLabel('Date d’exécution', { exact: true }).fill(`15/01/${yearOfNext(15, 1)}`)
  await page.getByRole('radio', { name: /^Compensation/ }).check()
  await submitButton(page).click()
  await confirmTransfer(page)
  await page.getByRole('link', { name: 'Voir le virement' }).click()
  await expect(panel).toContainText(
    /Part \p{L}+ \d+ janvier\. La banque du bénéficiaire le reçoit \p{L}+ \d+ janvier\./u,
  )
})

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')

test('an order has documents; editing it requires new signatures; it is repeated in a few steps', async ({ page }, {
  project,
}) => {
  const label = `Transport ${project.name}`
  await signIn(page, customers.accountant)
  await writeTransfer(page, { payee: 'Moustapha Thiam', amount: '52000', label })
  await button(page, 'Note personnelle et documents').click()
  const files = page.locator('input[type=file]')
  await files.setInputFiles([
    { name: 'Facture 12.pdf', mimeType: 'application/pdf', buffer: PDF },
    { name: 'Bon.png', mimeType: 'image/png', buffer: qrPicture('Bon 12') },
    { name: 'Contrat.docx', mimeType: 'application/msword', buffer: Buffer.from('PK not a paper') },
  ])
  await expect(
    page.getByText('Ce type de fichier n’est pas accepté : envoyez un PDF, un JPEG ou un PNG.'),
  ).toBeVisible()
  await expect(page.getByText('Facture 12.pdf', { exact: true })).toBeVisible()
  await expectNoBarrier(page)
  await button(page, 'Retirer Contrat.docx').click()
  await submitButton(page).click()
  await confirmTransfer(page)
  await page.getByRole('link', { name: 'Voir le virement' }).click()
  const panel = page.getByRole('dialog', { name: 'Virement' })
  await panel.getByRole('button', { name: 'Voir Facture 12.pdf' }).click()
  await expect(page.getByRole('dialog', { name: 'Facture 12.pdf' })).toBeVisible()
  await page.keyboard.press('Escape')
  // The file is printed, not the viewer.
  await panel.getByRole('button', { name: /^Voir Bon/ }).click()
  await expect(page.getByRole('dialog', { name: /^Bon/ }).getByRole('img')).toBeVisible()
  await page.keyboard.press('Control+p')
  await expect(page.locator('iframe')).toHaveAttribute('src', /^blob:/)
  await page.keyboard.press('Escape')

  await panel.getByRole('button', { name: 'Ajouter une note' }).click()
  await panel.getByLabel('Note personnelle').fill('Camion de 8 heures')
  await expect(panel.getByRole('status').filter({ hasText: 'Enregistré' })).toBeVisible()
  await panel.getByRole('button', { name: 'Fermer' }).first().click()
  await page.goBack()
  await expect(panel.getByLabel('Note personnelle')).toHaveValue('Camion de 8 heures')

  await panel.getByRole('button', { name: 'Modifier', exact: true }).click()
  await expect(page.getByLabel('Montant', { exact: true })).toHaveValue('52\u202F000')
  await page.getByLabel('Montant', { exact: true }).fill('53000')
  await expect(button(page, 'Régulièrement')).toHaveCount(0)
  await submitButton(page).click()
  await confirm(page, 'Enregistrer les modifications')
  await expect(page.getByRole('status').filter({ hasText: 'Le virement a bien été modifié.' })).toBeVisible()
  await page.getByRole('link', { name: 'Voir le virement' }).click()
  await expect(panel.getByText(/^Modifié par/)).toBeVisible()
  await expect(panel).toContainText(/53\s000\sF\sCFA/)
  await expect(panel.getByText('Facture 12.pdf', { exact: true })).toBeVisible()

  await panel.getByRole('button', { name: 'Refaire', exact: true }).click()
  await expect(page.getByLabel('Montant', { exact: true })).toHaveValue('53\u202F000')
  await expect(page.getByLabel('Motif du virement')).toHaveValue(label)
  await page.getByRole('link', { name: 'Quitter' }).click()
})

test('an order abroad requires a purpose and documents', ONCE, async ({ page }) => {
  await signIn(page, customers.accountant)
  await writeTransfer(page, { payee: 'Maison Delorme', amount: '950', label: 'Pièces de rechange' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payer à l’étranger')
  // In euro unless another currency is chosen, with the counter-value and the rate.
  const form = page.getByRole('main')
  await expect(form).toContainText(plain('Débité : 623 159 F CFA'))
  await expect(form).toContainText('655,957')
  await page.getByLabel('Devise du montant').selectOption('USD')
  await expect(form).toContainText('garanti jusqu’à')
  await page.getByLabel('Frais des banques').selectOption('BEN')
  await expect(form).toContainText('Reçu :')
  await page.getByLabel('Devise du montant').selectOption('EUR')
  await submitButton(page).click()
  await expect(page.getByText('Indiquez l’objet de ce virement hors UEMOA.')).toBeVisible()
  await page.getByLabel('Objet du virement').selectOption('goods')
  await submitButton(page).click()
  await expect(page.getByText('Joignez au moins un justificatif.')).toBeVisible()
  await expectNoBarrier(page)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Pro forma.pdf', mimeType: 'application/pdf', buffer: PDF })
  await submitButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await expect(dialog).toContainText('Maison Delorme')
  await expect(dialog).toContainText('Reçu par le bénéficiaire')
  await expect(dialog).toContainText('655,957')
})

test('after several requests were refused together, the focus is on the title of the list', ONCE, async ({ page }) => {
  await signIn(page, customers.riceDirector, 'transfers/to-sign')
  const rows = page.getByRole('row').filter({ hasText: 'Livraison de riz' })
  await expect(rows.first()).toBeVisible()
  const before = await rows.count()
  await rows.getByRole('checkbox').nth(-1).check()
  await rows.getByRole('checkbox').nth(-2).check()
  await page.getByRole('region', { name: 'Sélection' }).getByRole('button', { name: 'Refuser…' }).click()
  const many = page.getByRole('dialog', { name: 'Refuser 2 demandes' })
  await many.getByRole('button', { name: 'Montant incorrect' }).click()
  await many.getByRole('button', { name: 'Refuser 2 demandes' }).click()
  await expect(many).toBeHidden()
  // The button that opened the dialog is gone with the selection.
  await expect(page.getByRole('heading', { level: 1, name: 'À signer' })).toBeFocused()
  await expect(rows).toHaveCount(before - 2)
})

test('all items to sign are in one list, counted identically everywhere and signed together', async ({ page }) => {
  await signIn(page, customers.director, 'transfers/to-sign')
  await expect(page.getByRole('heading', { level: 1, name: 'À signer' })).toBeVisible()
  const rows = page.getByRole('row').filter({ has: page.getByRole('button') })
  for (const name of ['Mbacké Froid', 'Transports Casamance'])
    await expect(rows.filter({ hasText: name })).toBeVisible()
  const boxes = rows.getByRole('checkbox')
  const signable = await boxes.count()
  expect(await rows.count()).toBeGreaterThan(signable)
  // The keys move between the rows and choose.
  await page.keyboard.press('j')
  await expect(page.locator('[data-item]').first()).toBeFocused()
  await boxes.first().check()
  await boxes.nth(1).check()
  const bar = page.getByRole('region', { name: 'Sélection' })
  await expect(bar).toContainText('2 demandes choisies')
  await expectNoBarrier(page)
  await bar.getByRole('button', { name: 'Signer 2 demandes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  // By account with the balance after, and the requests that were not opened by name.
  await expect(dialog).toContainText('Compte courant •• 2001')
  await expect(dialog).toContainText('après :')
  await expect(dialog).toContainText('Vous n’avez pas ouvert')
  await expectNoBarrier(page)
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await bar.getByRole('button', { name: 'Refuser…' }).click()
  const many = page.getByRole('dialog', { name: 'Refuser 2 demandes' })
  await many.getByRole('button', { name: 'Refuser 2 demandes' }).click()
  await expect(many.getByText('Choisissez un motif, ou écrivez un mot')).toBeVisible()
  await many.getByRole('button', { name: 'Revenir' }).click()

  const waiting = await rows.count()
  await page.goto('dashboard')
  const card = page.getByRole('region', { name: `${waiting} opérations attendent votre signature` })
  await card.getByRole('link', { name: 'Examiner et signer' }).click()
  await expect(rows).toHaveCount(waiting)
  await expect(page.getByRole('link', { name: 'À signer' }).getByText(String(waiting), { exact: true })).toHaveCount(
    isPhone(page) ? 0 : 1,
  )
  // Previous and next follow the list, and the place is said.
  await rows.filter({ hasText: 'Mbacké Froid' }).getByRole('button').first().click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('button', { name: 'Approuver' })).toBeVisible()
  const place = await panel.getByRole('status').first().textContent()
  expect(place).toContain('Mbacké Froid')
  await panel.getByRole('button', { name: 'Demande suivante' }).click()
  await expect(panel.getByRole('status').first()).not.toHaveText(place ?? '')
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
})

test('the chosen kind of requests stands in the address, and stays with a reload, an opened request and the back button', async ({
  page,
}) => {
  await signIn(page, customers.director, 'transfers/to-sign?kind=zzz')
  await expect(page).toHaveURL(/\/to-sign$/)
  const rows = page.getByRole('row').filter({ has: page.getByRole('button') })
  const chip = (name: RegExp) => page.getByRole('group', { name: 'Nature' }).getByRole('button', { name })
  await expect(chip(/^Tout/)).toHaveAttribute('aria-pressed', 'true')
  const all = await rows.count()
  await chip(/^Mandats/).click()
  await expect(page).toHaveURL(/\/to-sign\?kind=mandates$/)
  await expect(rows.filter({ hasText: 'Transports Casamance' })).toBeVisible()
  await expect(rows.filter({ hasText: 'Mbacké Froid' })).toHaveCount(0)
  const found = await rows.count()
  expect(found).toBeLessThan(all)
  await page.reload()
  await expect(rows).toHaveCount(found)
  await expect(chip(/^Mandats/)).toHaveAttribute('aria-pressed', 'true')
  await expect(chip(/^Mandats/)).toBeInViewport({ ratio: 1 })
  await rows.first().getByRole('button').first().click()
  await expect(page).toHaveURL(/kind=mandates&item=/)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rows).toHaveCount(found)
  await chip(/^Tout/).click()
  await expect(page).toHaveURL(/\/to-sign$/)
  await expect(rows).toHaveCount(all)
  // A kind of which nothing waits hides nothing.
  await page.goto('transfers/to-sign?kind=returns')
  await expect(rows).toHaveCount(all)
  await expect(chip(/^Tout/)).toHaveAttribute('aria-pressed', 'true')
})

test('the author reminds the signers of a request once a day', ONCE, async ({ page }) => {
  await signIn(page, customers.accountant, 'transfers/sent')
  const row = page.getByRole('row').filter({ hasText: 'Groupement Jappo' })
  await expect(row).toContainText('Ibrahima Mané')
  await expectNoBarrier(page)
  await row.getByRole('button', { name: 'Relancer' }).click()
  await expect(page.getByText(/un e-mail rappelle «\sGroupement Jappo de Joal\s»/)).toBeVisible()
  await expect(row).toContainText('Relancé')
  await page.reload()
  await expect(row).toContainText('Relancé')
})

test(
  'sending for signature shows a message, and the home page counts the orders',
  ONCE,
  async ({ page }, { project }) => {
    const label = `Loyer ${project.name}`
    await signIn(page, customers.accountant)
    await writeTransfer(page, { payee: 'Moustapha Thiam', amount: '41000', label })
    await submitButton(page).click()
    await confirmTransfer(page)
    await expect(page.getByText('Un valideur doit maintenant accepter ce virement.')).toBeVisible()
    // The people who can sign it are named.
    await expect(page.getByRole('definition').filter({ hasText: 'Ibrahima Mané' })).toBeVisible()
    await page.goto('dashboard')
    await expect(page.getByRole('heading', { name: 'Envoyé pour signature' })).toBeVisible()
    await expect(page.getByRole('heading', { name: /votre signature/ })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Envoyé pour signature' })).toContainText(/\d+ virements?/)
  },
)

test('the status filter offers the displayed statuses, and finds the rows that display them', async ({ page }) => {
  await signIn(page, customers.awa, 'transfers')
  // Exceptions have a badge; what goes as planned has none.
  const plainLabels = ['Programmé', 'Actif', 'Exécuté']
  const labels = [...plainLabels, 'En cours', 'Annulé', 'Refusé', 'En retard', 'En pause']
  const found: string[] = []
  for (const label of labels) {
    await expect(page.getByRole('searchbox', { name: 'Rechercher un virement' })).toBeVisible()
    const statuses = page.getByRole('list', { name: 'Statut' })
    if (isPhone(page)) {
      await page.getByRole('button', { name: /^Filtres/ }).click()
      await statuses.getByRole('button', { name: label, exact: true }).click()
      await page
        .getByRole('dialog', { name: 'Filtres' })
        .getByRole('button', { name: /^Afficher/ })
        .click()
    } else {
      await page
        .getByRole('search')
        .getByRole('button', { name: /^Statut/ })
        .click()
      await statuses.getByRole('button', { name: label, exact: true }).click()
    }
    await expect(page).toHaveURL(/status=/)
    await expect(page.getByRole('button', { name: `Statut : ${label}` })).toBeVisible()
    // The former entry with this label is gone.
    await page.reload()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') })
    const none = page.getByText('Aucun virement ne correspond')
    await expect(async () => {
      const texts = await rows.allTextContents()
      const isRight = (text: string) => text.includes(label) !== plainLabels.includes(label)
      expect((await none.isVisible()) || (texts.length > 0 && texts.every(isRight))).toBe(true)
    }).toPass()
    if (await none.isHidden()) found.push(label)
  }
  expect(found).toEqual(expect.arrayContaining(['Programmé', 'Exécuté']))
  await page.getByRole('button', { name: 'Retirer le filtre En pause' }).click()
  await expect(page).not.toHaveURL(/status=/)
  // What is to come, the series with their rhythm, then the months.
  const groups = page.getByRole('rowheader')
  await expect(groups.nth(0)).toContainText('À venir')
  await expect(groups.nth(1)).toContainText('Réguliers')
  await expect(page.getByRole('switch').first()).toBeVisible()
  await expectNoBarrier(page)
})

test(
  'a signature or a refusal that comes too late is explained once, over the open panel',
  ONCE,
  async ({ page, context }, { project }) => {
    const label = `Deux onglets ${project.name}`
    await signIn(page, customers.accountant)
    await writeTransfer(page, { payee: 'Moustapha Thiam', amount: '46000', label })
    await submitButton(page).click()
    await confirmTransfer(page)
    await expect(page.getByText('Votre demande de virement a bien été transmise.')).toBeVisible()
    await page.goto('transfers')
    await signOut(page)

    await signIn(page, customers.director)
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.goto('transfers/to-sign')
      await tab
        .getByRole('row')
        .filter({ hasText: label })
        .getByRole('button', { name: 'Moustapha Thiam', exact: true })
        .click()
      await tab.getByRole('button', { name: /^Signer 46/ }).click()
      await tab.getByLabel('Votre mot de passe').fill(PASSWORD)
    }
    // A slow network: this page learns nothing of the other one.
    const news = /wb-api\/(events|signatures\?)/
    await page.route(news, (route) => route.abort())
    await confirm(other, 'Signer')
    await expect(other.getByText('La demande a bien été signée.')).toBeVisible()
    await other.close()
    await confirm(page, 'Signer')
    const reason = page.getByRole('alert').filter({ hasText: /Ce virement|Cette demande/ })
    await expect(reason).toHaveCount(1)
    await expect(page.getByText('Certaines demandes')).toHaveCount(0)
    await page.getByRole('alert').getByRole('button', { name: 'Fermer le message' }).click()
    await expect(reason).toHaveCount(0)
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: /^Refuser/ }).click()
    await panel.getByRole('button', { name: 'Montant incorrect' }).click()
    await panel.getByRole('button', { name: /^Refuser et prévenir/ }).click()
    await expect(reason).toHaveCount(1)
    await page.unroute(news)
    // The panel closes when the list is there again, and the page says why, also after a reload.
    await page.reload()
    await expect(page.getByText('Cette demande n’est pas dans cette liste')).toBeVisible()
    await page.getByRole('note').getByRole('button', { name: 'Fermer le message' }).click()
    await expect(page).toHaveURL(/\/to-sign$/)
  },
)
