// A company's order from its author to its signer, and orders of another day.
import { expect, type Page, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { customers, isPhone, PASSWORD, plain, signIn, signOut } from '../customer.ts'
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
  await expect(page.getByRole('heading', { level: 1, name: 'À valider' })).toBeVisible()
  await expectNoBarrier(page)
  const row = (label: string) => page.getByRole('row').filter({ hasText: label })
  await row(refused).getByRole('checkbox').check()
  await button(page, 'Refuser').click()
  const why = page.getByRole('dialog', { name: 'Pourquoi refuser ce virement ?' })
  await why.getByRole('button', { name: 'Refuser le virement' }).click()
  await expect(why.getByText('Choisissez un motif')).toBeVisible()
  await why.getByRole('radio', { name: 'Facture déjà payée' }).check()
  await why.getByRole('button', { name: 'Refuser le virement' }).click()
  await expect(page.getByText('Le virement a bien été refusé.')).toBeVisible()
  await expect(row(refused)).toHaveCount(0)

  await row(signed).getByRole('checkbox').check()
  await button(page, 'Valider').click()
  await expect(page.getByRole('dialog')).toContainText('Moustapha Thiam')
  // Each order shows its day.
  await expect(page.getByRole('dialog')).toContainText(/ \d{4} · SN/)
  await confirm(page, 'Valider')
  await expect(page.getByText('Le virement a bien été validé.')).toBeVisible()
  await expect(row(signed)).toHaveCount(0)
  await signOut(page)

  await signIn(page, customers.accountant, 'transfers')
  await page.getByRole('row').filter({ hasText: signed }).getByRole('link').click()
  const panel = page.getByRole('dialog', { name: 'Virement' })
  await expect(panel.getByText('Validé par Ibrahima Mané')).toBeVisible()
  await expect(panel.getByText(/^Validé · Ibrahima Mané, /)).toBeVisible()
  // The worker executes it within a second or two.
  await expect(async () => {
    await page.reload()
    await expect(panel.getByText('Exécuté', { exact: true }).first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.goto('transfers?status=refused')
  await expect(page.getByRole('row').filter({ hasText: refused })).toContainText('Refusé')
  await page.getByRole('row').filter({ hasText: refused }).getByRole('link').click()
  await expect(panel.getByText('Refusé par Ibrahima Mané. Rien n’est parti.')).toBeVisible()
  await page.goto('transfers?status=executed')
  await expect(page.getByRole('row').filter({ hasText: signed })).toContainText('Exécuté')
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
  const year = new Date().getUTCFullYear() + 1
  const start = page.getByLabel('Première échéance')
  await start.pressSequentially(`0101${year}`)
  await expect(start).toHaveValue(`01/01/${year}`)
  await expect(page.getByText(/au lieu du .*1er janvier/)).toBeVisible()
  await expectNoBarrier(page)
  await expect.poll(async () => plain(await page.locator('body').textContent())).toContain('10 585 F CFA')
  await submitButton(page).click()
  await confirmTransfer(page)
  await page.getByRole('link', { name: 'Voir le virement' }).click()
  const panel = page.getByRole('dialog', { name: 'Virement' })
  await expect(panel.getByText('Prochaines échéances')).toBeVisible()
  await expect(panel.getByText(/^Prochain virement \p{L}+ \d+ janvier\.$/u)).toBeVisible()
  await expectNoBarrier(page)
  await panel.getByRole('button', { name: 'Suspendre' }).click()
  await expect(page.getByText('Le virement permanent a été suspendu.')).toBeVisible()
  await expect(panel.getByText(/^En pause depuis le .*\. Aucun virement ne part\.$/)).toBeVisible()
  await panel.getByRole('button', { name: 'Reprendre' }).click()
  await confirm(page, 'Reprendre le virement permanent')
  await expect(page.getByText('Le virement permanent a été réactivé.')).toBeVisible()
  await panel.getByRole('button', { name: 'Annuler le virement' }).click()
  await confirm(page, 'Annuler le virement')
  await expect(page.getByText('Le virement a bien été annulé.')).toBeVisible()
  await expect(panel.getByText(/^Annulé par Awa Ndiaye le /)).toBeVisible()
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

  await panel.getByRole('link', { name: 'Modifier', exact: true }).click()
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

  await panel.getByRole('link', { name: 'Refaire ce virement' }).click()
  await expect(page.getByLabel('Montant', { exact: true })).toHaveValue('53\u202F000')
  await expect(page.getByLabel('Motif du virement')).toHaveValue(label)
  await page.getByRole('link', { name: 'Quitter' }).click()
})

test('an order abroad requires a purpose and documents', async ({ page }) => {
  await signIn(page, customers.accountant)
  await writeTransfer(page, { payee: 'Maison Delorme', amount: '600000', label: 'Pièces de rechange' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payer à l’étranger')
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
  await expect(page.getByRole('dialog', { name: 'Confirmez l’opération' })).toContainText('Maison Delorme')
})

test('all items to sign are in one list, counted identically everywhere and signed together', async ({ page }) => {
  await signIn(page, customers.director, 'transfers/to-sign')
  await expect(page.getByRole('heading', { level: 1, name: 'À valider' })).toBeVisible()
  const rows = page.getByRole('row').filter({ has: page.getByRole('button') })
  for (const name of ['Mbacké Froid', 'Transports Casamance'])
    await expect(rows.filter({ hasText: name })).toBeVisible()
  const signable = await rows.getByRole('checkbox').count()
  await button(page, 'Tout choisir').click()
  await expect(page.getByText(`${signable} opérations choisies`)).toBeVisible()
  expect(await rows.count()).toBeGreaterThan(signable)
  await expectNoBarrier(page)
  await button(page, 'Ne rien choisir').click()

  const waiting = await rows.count()
  await page.goto('dashboard')
  const card = page.getByRole('region', { name: `${waiting} opérations attendent votre signature` })
  await card.getByRole('link', { name: 'Examiner et signer' }).click()
  await rows.filter({ hasText: 'Mbacké Froid' }).getByRole('button').click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Approuver' })).toBeVisible()
})

test('sending for signature shows a message, and the home page counts the orders', async ({ page }, { project }) => {
  const label = `Loyer ${project.name}`
  await signIn(page, customers.accountant)
  await writeTransfer(page, { payee: 'Moustapha Thiam', amount: '41000', label })
  await submitButton(page).click()
  await confirmTransfer(page)
  await expect(page.getByText('Un valideur doit maintenant accepter ce virement.')).toBeVisible()
  await page.goto('dashboard')
  await expect(page.getByRole('heading', { name: 'Envoyé pour signature' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /votre signature/ })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Envoyé pour signature' })).toContainText(/\d+ virements?/)
})

test('the status filter offers the displayed statuses, and finds the rows that display them', async ({ page }) => {
  await signIn(page, customers.awa, 'transfers')
  const labels = ['Programmé', 'Actif', 'En cours', 'Exécuté', 'Annulé', 'Refusé', 'En retard', 'En pause']
  const found: string[] = []
  for (const word of labels) {
    if (isPhone(page) && (await page.getByLabel('Statut', { exact: true }).isHidden()))
      await button(page, 'Filtres').click()
    await page.getByLabel('Statut', { exact: true }).selectOption({ label: word })
    await expect(page).toHaveURL(/status=/)
    // The former entry with this label is gone.
    await page.reload()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') })
    const none = page.getByText('Aucun virement ne correspond')
    await expect(async () => {
      const texts = await rows.allTextContents()
      expect((await none.isVisible()) || (texts.length > 0 && texts.every((text) => text.includes(word)))).toBe(true)
    }).toPass()
    if (await none.isHidden()) found.push(word)
  }
  expect(found).toEqual(expect.arrayContaining(['Programmé', 'Exécuté']))
  await expectNoBarrier(page)
})
