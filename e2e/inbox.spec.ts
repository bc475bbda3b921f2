import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { customers, isPhone, signIn } from './customer.ts'

const PDF = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n')

const axe = async (page: Page) =>
  expect((await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag22aa']).analyze()).violations).toEqual([])

test('a message is read, and unread again, and the header counts with it', async ({ page }, { project }) => {
  // Each project reads the inbox of another customer: what one reads is no longer unread for the other.
  await signIn(page, project.name === 'phone' ? customers.accountant : customers.awa)
  const icon = page.getByRole('link', { name: /^Messagerie, \d+ messages? non lus?$/ })
  const count = async () => Number(/\d+/.exec((await icon.getAttribute('aria-label')) ?? '')?.[0])
  await icon.waitFor()
  const before = await count()
  await icon.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Messagerie' })).toBeVisible()
  await axe(page)
  await page.getByRole('link', { name: 'Non lus', exact: true }).click()
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(before)
  const subject = (await page.getByRole('table').getByRole('link').first().textContent())?.replace(' (non lu)', '') ?? ''
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
  await axe(page)
  if (before > 1) await expect.poll(count).toBe(before - 1)
  await page.getByRole('button', { name: 'Marquer comme non lu' }).click()
  await expect(page).toHaveURL(/\/inbox$/)
  await expect.poll(count).toBe(before)
  if (!isPhone(page)) {
    await page.goto('dashboard')
    await page.getByRole('region', { name: 'Messagerie' }).getByRole('link', { name: subject }).click()
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
    await page.getByRole('button', { name: 'Marquer comme non lu' }).click()
    await expect(page).toHaveURL(/\/inbox$/)
  }
})

test('a message goes to the bank with a file, and its answer shows without a reload', async ({ page }) => {
  test.skip(isPhone(page), 'most of it is to wait for the answer: once is enough')
  test.setTimeout(120_000)
  await signIn(page, customers.moustapha, 'inbox')
  const icon = page.getByRole('link', { name: /^Messagerie, / })
  const count = async () => Number(/\d+/.exec((await icon.getAttribute('aria-label')) ?? '')?.[0] ?? 0)
  await page.getByRole('table').waitFor()
  const before = await count()
  const subject = 'Question sur une facture'
  const write = page.getByRole('button', { name: 'Écrire à mon conseiller' })
  const dialog = page.getByRole('dialog', { name: 'Nouveau message' })

  // What was written is there again when the window was closed.
  await write.click()
  await dialog.getByLabel('Objet').fill(subject)
  await dialog.getByLabel('Message', { exact: true }).fill('Bonjour,\n<b>Voici</b> ma facture.')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await write.click()
  await expect(dialog.getByLabel('Objet')).toHaveValue(subject)
  await dialog.locator('input[type=file]').setInputFiles({ name: 'facture.pdf', mimeType: 'application/pdf', buffer: PDF })
  await axe(page)
  await dialog.getByRole('button', { name: 'Envoyer le message' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Votre message a bien été envoyé.' })).toBeVisible()
  await expect(page.getByRole('table').getByRole('link', { name: subject })).toBeVisible()

  await expect.poll(count, { timeout: 60_000 }).toBe(before + 1)
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
  await page.getByLabel('Votre réponse').fill('Merci !')
  await page.getByRole('button', { name: 'Envoyer la réponse' }).click()
  await expect(letters.getByText('Merci !')).toBeVisible()
  await expect(page.getByLabel('Votre réponse')).toHaveValue('')
  await axe(page)
  await page.getByRole('button', { name: 'Archiver', exact: true }).click()
  await expect(page).toHaveURL(/\/inbox$/)
  await page.getByRole('link', { name: 'Archivés' }).click()
  await expect(page.getByRole('table').getByRole('link', { name: subject })).toBeVisible()
})
