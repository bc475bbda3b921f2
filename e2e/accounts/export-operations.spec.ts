import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { customers, isPhone, plain, signIn } from '../customer.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

test('an operation stores a receipt, and the found operations are exported as a file', async ({ page }) => {
  await signIn(page, customers.accountant, 'operations?sign=debit')
  const links = page.getByRole('table').getByRole('link')
  // Each device uses an operation of its own: both share one bank.
  await links.nth(isPhone(page) ? 1 : 2).click()
  const panel = page.getByRole('dialog', { name: 'Opération' })
  const name = isPhone(page) ? 'recu-mobile.pdf' : 'recu-bureau.pdf'
  await panel.getByRole('button', { name: 'Joindre un justificatif' }).click()
  await panel.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer: PDF })
  await expect(page.getByText('Les documents ont bien été joints.')).toBeVisible()
  await panel.getByRole('button', { name: `Voir ${name}` }).click()
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'Fermer le panneau' }).click()

  await page.goto('operations?sign=debit&documents=with')
  await expect(page.getByRole('button', { name: 'Retirer le filtre Avec pièce jointe' })).toBeVisible()
  await expect(links.first()).toBeVisible()
  const visible = await links.count()
  await page.getByRole('button', { name: 'Exporter', exact: true }).click()
  const exporting = page.getByRole('dialog', { name: 'Exporter les opérations' })
  await exporting.getByRole('radio', { name: 'CSV' }).check()
  await exporting.getByLabel('Devise').uncheck()
  const download = page.waitForEvent('download')
  await exporting.getByRole('button', { name: 'Exporter' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Operations-\d+-\d{4}-\d{2}-\d{2}\.csv$/)
  const [head = '', ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(head).toContain('"Date";"État";"Type";"Nom";"Motif";"Libellé de la banque"')
  expect(head).not.toContain('Devise')
  expect(lines).toHaveLength(visible)
  await expect(exporting).toBeHidden()

  await page.getByRole('button', { name: 'Exporter', exact: true }).click()
  await expect(exporting.getByRole('radio', { name: 'CSV' })).toBeChecked()
  await expect(exporting.getByLabel('Devise')).not.toBeChecked()
  await page.keyboard.press('Escape')

  await links.nth(0).click()
  await panel
    .getByRole('button', { name: /^Retirer .*\.pdf$/ })
    .first()
    .click()
  await page
    .getByRole('dialog', { name: /^Supprimer «\s.*\.pdf\s»\s\?$/ })
    .getByRole('button', { name: 'Supprimer' })
    .click()
  await expect(page.getByText('Le fichier a bien été supprimé.')).toBeVisible()
})

test('the export dialog shows the number of operations, upcoming ones included', async ({ page }) => {
  await signIn(page, customers.awa, 'operations?sign=debit&from=2026-01-01')
  await page.getByRole('button', { name: 'Exporter', exact: true }).click()
  const exporting = page.getByRole('dialog', { name: 'Exporter les opérations' })
  const countIn = async (name: RegExp) =>
    Number(/([\d ]+) opérations?/.exec(plain(await exporting.getByText(name).textContent()))?.[1]?.replaceAll(' ', ''))
  await exporting.getByRole('radio', { name: 'OFX' }).check()
  const booked = await countIn(/opérations?, toutes les pages/)
  await exporting.getByRole('radio', { name: 'CSV' }).check()
  const all = await countIn(/opérations?, toutes les pages/)
  expect(all).toBeGreaterThan(booked)
  const download = page.waitForEvent('download')
  await exporting.getByRole('button', { name: 'Exporter' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(all + 1)
})
