// Statements, notices and the files for accountants.
import { ofFrench } from 'contract/values/elision.ts'
import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { customers, isPhone, plain, signIn } from '../customer.ts'

async function downloaded(page: Page, act: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const coming = page.waitForEvent('download')
  await act()
  const file = await coming
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) }
}

test('statements are displayed, downloaded in other formats, and selected into one archive', async ({ page }) => {
  await signIn(page, customers.awa)
  if (isPhone(page)) await page.getByRole('button', { name: 'Plus' }).click()
  await page.getByRole('link', { name: 'Relevés', exact: true }).click()
  const table = page.getByRole('table')
  // The worker of a new bank writes the statements of fourteen months during the first journeys.
  await expect(async () => {
    await page.reload()
    await expect(table.getByRole('button', { name: /\d{4} \(nouveau\)$/ }).first()).toBeVisible({ timeout: 5_000 })
  }).toPass()
  const latest = table.getByRole('button', { name: /^(?!Afficher|Télécharger|Formats|Frais)/ }).first()
  const month = plain(await latest.textContent()).replace(' (nouveau)', '')

  await latest.click()
  const viewer = page.getByRole('dialog', { name: `Relevé ${ofFrench(month.toLowerCase())}` })
  await expect(viewer.getByText('Relevé de compte').first()).toBeAttached()
  await expect(viewer.getByText('SN08 SN99 9010 0310 0001 1010 0169')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(latest).toHaveText(month)

  await page.getByRole('button', { name: `Formats ${ofFrench(month)}` }).click()
  const camt = await downloaded(page, () =>
    page.getByRole('menuitem', { name: 'Télécharger en camt.053 (XML)' }).click(),
  )
  expect(camt.name).toMatch(/\.camt053\.xml$/)
  expect(camt.content.toString()).toContain('urn:iso:std:iso:20022:tech:xsd:camt.053.001.02')

  // Beside a year that has ended are its fees.
  const fees = table.getByRole('button', { name: /^Frais de \d{4}$/ }).first()
  const yearly = page.getByRole('dialog', { name: plain(await fees.textContent()) })
  await fees.click()
  await expect(yearly.getByText('Récapitulatif annuel des frais').first()).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(yearly).toHaveCount(0)

  const openPeriod = () =>
    isPhone(page)
      ? page.getByRole('button', { name: /^Filtres/ }).click()
      : page
          .getByRole('search')
          .getByRole('button', { name: /^Période/ })
          .click()
  const show = page.getByRole('button', { name: /^Afficher le résultat|^Afficher \d+ document/ })
  await openPeriod()
  // The statements of fourteen months begin later, whatever the month.
  const year = new Date().getUTCFullYear() - 2
  const last = page.getByRole('textbox', { name: 'Au', exact: true })
  await page.getByRole('button', { name: String(year), exact: true }).click()
  await expect(last).toHaveValue(`31/12/${year}`)
  await last.fill(`31/03/${year}`)
  await show.click()
  await expect(page.getByText('Aucun document ne correspond')).toBeVisible()
  await openPeriod()
  await expect(last).toHaveValue(`31/03/${year}`)
  await last.fill(`31/12/${year - 1}`)
  await show.click()
  await expect(page.getByText('La fin de la période précède son début')).toBeVisible()
  await last.fill(`30/02/${year + 1}`)
  await last.blur()
  await expect(page.getByText('Saisissez une date valide')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(last).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`to=${year}-03-31`))
  await page.getByRole('link', { name: 'Voir tous les documents' }).click()
  await expect(page).not.toHaveURL(/to=/)

  // The rows of one tab are never shown under another, however late they come.
  const arrives = Promise.withResolvers<void>()
  await page.route('**/statements?*type=avis*', async (route) => {
    await arrives.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Avis', exact: true }).click()
  await expect(page.getByText('Chargement en cours').first()).toBeAttached()
  await expect(table).toHaveCount(0)
  arrives.resolve()
  await expect(table.getByText(/^(Prélèvement|Facture|Virement|Recharge)/).first()).toBeVisible({
    visible: !isPhone(page),
  })
  // Names are read from the wording of the bank, which stays in the document.
  await expect(table.getByText(/^(VIR|PRLV|RETRAIT|VERSEMENT|CHEQUE) /)).toHaveCount(0)
  if (!isPhone(page)) {
    for (const index of [0, 1]) await page.getByRole('checkbox').nth(index).check()
    // What is chosen on one page is exported from another.
    await page.getByRole('button', { name: 'Page suivante' }).click()
    await expect(page).toHaveURL(/page=2/)
    await page.getByRole('checkbox', { checked: false }).first().check()
  }
  await page.getByRole('button', { name: 'Exporter', exact: true }).click()
  const exporting = page.getByRole('dialog', {
    name: isPhone(page) ? /^Exporter \d+ documents$/ : 'Exporter 3 documents',
  })
  await expect(exporting).toContainText(isPhone(page) ? 'Les documents de cette page' : 'Les documents choisis')
  const archive = await downloaded(page, () => exporting.getByRole('button', { name: 'Exporter' }).click())
  expect(archive.name).toMatch(/^Documents-.*\.zip$/)
  expect(archive.content.toString('latin1').match(/Avis-[\w-]+\.pdf/g)).toHaveLength(isPhone(page) ? 40 : 6)

  await page.goto('operations?type=transfer_in')
  // The first one may be upcoming, which has no notice yet.
  await table.getByRole('link').last().click()
  await page.getByRole('button', { name: 'Voir l’avis' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Avis de l’opération' }).getByText('Avis de crédit').first(),
  ).toBeAttached()
})
