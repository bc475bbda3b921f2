import { expect, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { customers, isPhone, signIn } from '../customer.ts'
import { ONCE } from '../once.ts'

const PDF = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n')

test('a message is marked as read and unread, and the count in the header follows', async ({ page }, { project }) => {
  // Each project reads the inbox of another customer: messages read in one project would not be unread in the other.
  await signIn(page, project.name === 'phone' ? customers.accountant : customers.awa)
  const icon = page.getByRole('link', { name: /^Messagerie, \d+ messages? non lus?$/ })
  const count = async () => Number(/\d+/.exec((await icon.getAttribute('aria-label')) ?? '')?.[0])
  await icon.waitFor()
  const before = await count()
  await icon.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Messagerie' })).toBeVisible()
  await expectNoBarrier(page)
  await page.getByRole('link', { name: 'Non lus', exact: true }).click()
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(before)
  const subject =
    (await page.getByRole('table').getByRole('link').first().textContent())?.replace(' (non lu)', '') ?? ''
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
  await expectNoBarrier(page)
  if (before > 1) await expect.poll(count).toBe(before - 1)
  await page.getByRole('button', { name: 'Marquer comme non lu' }).click()
  // Back in the list from which it was opened.
  await expect(page).toHaveURL(/\/inbox\?show=unread$/)
  await expect.poll(count).toBe(before)
  if (!isPhone(page)) {
    await page.goto('dashboard')
    await page.getByRole('region', { name: 'Votre conseiller' }).getByRole('link', { name: subject }).click()
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
    await page.getByRole('button', { name: 'Marquer comme non lu' }).click()
    await expect(page).toHaveURL(/\/inbox$/)
  }
})

test('a photograph that a slow phone is still reducing is neither lost nor left out', async ({ page }) => {
  await page.addInitScript(() => {
    const read = globalThis.createImageBitmap.bind(globalThis)
    globalThis.createImageBitmap = (async (picture: Blob) => {
      await new Promise((resolve) => addEventListener('photo-is-reduced', resolve, { once: true }))
      return read(picture)
    }) as typeof createImageBitmap
  })
  await signIn(page, customers.diaspora, 'inbox')
  await page.getByRole('button', { name: 'Écrire à mon conseiller' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau message' })
  await dialog.getByLabel('Objet').fill('Reçu')
  await dialog.getByLabel('Message', { exact: true }).fill('Voici la photo.')
  const input = dialog.locator('input[type=file]')
  const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(800_000)])
  await input.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: PNG })
  await input.setInputFiles({ name: 'facture.pdf', mimeType: 'application/pdf', buffer: PDF })
  await expect(dialog.getByText('En préparation…').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Envoyer le message' }).click()
  await expect(dialog.getByText('Un fichier est en préparation : envoyez dans un instant.')).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('photo-is-reduced')))
  await expect(dialog.getByRole('button', { name: 'Retirer photo.png' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Retirer facture.pdf' })).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

test('a copied picture is pasted into a message, and cells of a spreadsheet stay text', ONCE, async ({ page }) => {
  await signIn(page, customers.diaspora, 'inbox')
  await page.getByRole('button', { name: 'Écrire à mon conseiller' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau message' })
  const text = dialog.getByLabel('Message', { exact: true })
  /** Whether the field inserts what is pasted. */
  const paste = (copiedText: string | null) =>
    text.evaluate((field, copied) => {
      const clipboardData = new DataTransfer()
      const start = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
      clipboardData.items.add(new File([start], 'image.png', { type: 'image/png' }))
      if (copied !== null) clipboardData.setData('text/plain', copied)
      return field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, copiedText)
  const pasted = dialog.getByRole('button', { name: 'Retirer image.png' })
  expect(await paste('75 000\t12 mars')).toBe(true)
  expect(await paste(null)).toBe(false)
  await expect(pasted).toHaveCount(1)
})

test('a message is sent to the bank with a file, and the answer is displayed without a reload', async ({ page }) => {
  test.skip(isPhone(page), 'most of it is to wait for the answer: once is enough')
  await signIn(page, customers.moustapha, 'inbox')
  const icon = page.getByRole('link', { name: /^Messagerie, / })
  const count = async () => Number(/\d+/.exec((await icon.getAttribute('aria-label')) ?? '')?.[0] ?? 0)
  // The counters are empty until they are known.
  await icon.waitFor()
  const before = await count()

  // A user may also receive alerts about it.
  const bell = page.getByRole('button', { name: /^Alertes, / })
  // Another browser of the same user may be registered already.
  const unread = async () => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0)
  await bell.waitFor()
  const unreadBefore = await unread()
  await bell.click()
  const alerts = page.getByRole('dialog', { name: 'Alertes', exact: true })
  await alerts.getByRole('button', { name: 'Choisir mes alertes' }).click()
  const inputs = page.getByRole('dialog', { name: 'Choisir mes alertes' })
  // The form shows whether this browser receives alerts: a headless Chromium has blocked notifications, one with a window offers the
  // switch. Nothing is registered before it is pressed.
  await expect(inputs.getByText(/^Notifications désactivées$|sont bloquées dans votre navigateur$/)).toBeVisible()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await inputs.getByLabel('La banque vous écrit').check()
  await inputs.getByLabel('Un débit atteint un montant').check()
  await inputs.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(inputs.getByText('Indiquez un montant.')).toBeVisible()
  // An error scrolls into view inside the window, whose title stays in place.
  await expect(inputs.getByRole('heading', { name: 'Choisir mes alertes' })).toBeInViewport()
  expect(await inputs.evaluate((dialog) => dialog.scrollTop)).toBe(0)
  await inputs.getByLabel('Montant', { exact: true }).fill('50000')
  await expectNoBarrier(page)
  await inputs.getByRole('button', { name: 'Enregistrer' }).click()
  await alerts.waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const subject = 'Question sur une facture'
  const write = page.getByRole('button', { name: 'Écrire à mon conseiller' })
  const dialog = page.getByRole('dialog', { name: 'Nouveau message' })

  // The text is restored after the window was closed.
  await write.click()
  await expect(dialog.getByText('0 caractère sur 2 000')).toBeVisible()
  await expect(dialog.getByText(/^À .+, votre conseiller$/)).toBeVisible()
  await dialog.getByLabel('Objet').fill(subject)
  await dialog.getByLabel('Message', { exact: true }).fill('Bonjour,\n<b>Voici</b> ma facture.')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await write.click()
  await expect(dialog.getByLabel('Objet')).toHaveValue(subject)
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'facture.pdf', mimeType: 'application/pdf', buffer: PDF })
  await expectNoBarrier(page)
  await dialog.getByRole('button', { name: 'Envoyer le message' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Votre message a bien été envoyé.' })).toBeVisible()
  await expect(page.getByRole('table').getByRole('link', { name: subject })).toBeVisible()

  await expect.poll(count, { timeout: 60_000 }).toBe(before + 1)
  await expect.poll(unread).toBe(unreadBefore + 1)
  await bell.click()
  await expectNoBarrier(page)
  await alerts.getByRole('link', { name: 'Nouveau message de la banque' }).click()
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
  await expect.poll(unread).toBe(unreadBefore)
  await expect.poll(count).toBe(before)
  await page.goBack()
  await page.getByRole('searchbox', { name: 'Rechercher un message' }).fill('facture')
  await expect(page).toHaveURL(/search=facture/)
  await page.getByRole('table').getByRole('link', { name: subject }).click()
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
  const letters = page.getByRole('list', { name: 'Échange' })
  await expect(letters.getByText('<b>Voici</b> ma facture.')).toBeVisible()
  await expect(letters.getByText('J’ai bien reçu vos pièces jointes.')).toBeVisible()
  await expect.poll(count).toBe(before)
  await letters.getByRole('button', { name: 'Voir facture.pdf' }).click()
  await page.getByRole('dialog', { name: 'facture.pdf' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The reply is one line, which grows with its text.
  const reply = page.getByLabel('Votre réponse')
  const height = () => reply.evaluate(({ clientHeight }) => clientHeight)
  const oneLine = await height()
  expect(oneLine).toBeLessThan(60)
  await reply.fill('Bonjour,\n\nmerci,\nAwa')
  await expect.poll(height).toBeGreaterThan(oneLine)
  await reply.fill('Merci !')
  await page.getByRole('button', { name: 'Envoyer la réponse' }).click()
  await expect(letters.getByText('Merci !')).toBeVisible()
  await expect(page.getByLabel('Votre réponse')).toHaveValue('')
  await expectNoBarrier(page)
  await page.getByRole('button', { name: 'Archiver', exact: true }).click()
  await expect(page).toHaveURL(/\/inbox\?search=facture$/)
  await page.getByRole('link', { name: 'Archivés' }).click()
  await expect(page.getByRole('table').getByRole('link', { name: subject })).toBeVisible()

  // An address without an existing message redirects.
  await page.goto('inbox/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('Introuvable.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Messagerie', exact: true }).click()
  await expect(page).toHaveURL(/\/inbox$/)
})
