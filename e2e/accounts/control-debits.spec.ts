// Direct debits and mandates.
import { expect, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { PASSWORD, customers, escapeAndContinue, fillCredentials, signIn, signOut } from '../customer.ts'

test('a debit is displayed with its refund period; a mandate gets a maximum, is suspended and resumed', async ({
  page,
}) => {
  await signIn(page, customers.awa, 'debits')
  const table = page.getByRole('table')
  await table.getByRole('link').first().click()
  const panel = page.getByRole('dialog', { name: 'Prélèvement' })
  await expect(panel.getByText('Référence unique du mandat (RUM)')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Historique' }).click()
  // What was executed as planned has no badge; a status is found by its filter.
  await expect(table.getByRole('link').first()).toBeVisible()
  await expect(table.getByText('Exécuté')).toHaveCount(0)
  await page.getByRole('button', { name: 'Exporter', exact: true }).click()
  const exporting = page.getByRole('dialog', { name: /^Exporter \d+ prélèvements?$/ })
  const [exported] = await Promise.all([
    page.waitForEvent('download'),
    exporting.getByRole('button', { name: 'Exporter' }).click(),
  ])
  expect(exported.suggestedFilename()).toMatch(/^Prelevements-.*\.xlsx$/)

  await page.getByRole('link', { name: 'Mandats' }).click()
  await table.getByRole('link', { name: 'Senelec' }).click()
  const mandate = page.getByRole('dialog', { name: 'Mandat de prélèvement' })
  await mandate.getByRole('button', { name: 'Fixer un plafond' }).click()
  const ceiling = page.getByRole('dialog', { name: 'Plafond du mandat' })
  // Zero would remove the ceiling.
  await ceiling.getByLabel('Montant maximum d’un prélèvement').fill('0')
  await ceiling.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(ceiling.getByText('Saisissez un montant supérieur à zéro, ou laissez vide.')).toBeVisible()
  await ceiling.getByLabel('Montant maximum d’un prélèvement').fill('60000')
  await escapeAndContinue(page)
  // The list comes late: the following steps begin with the mandate as it is now.
  const arrives = Promise.withResolvers<void>()
  await page.route('**/mandates?*', async (route) => {
    await arrives.promise
    await route.continue()
  })
  await ceiling.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Le plafond du mandat est enregistré.')).toBeVisible()

  await mandate.getByRole('button', { name: 'Suspendre le mandat' }).click()
  await mandate.getByRole('button', { name: 'Réactiver le mandat' }).click()
  arrives.resolve()
  // The change allows debits again: it needs re-authentication.
  await page.getByLabel('Votre mot de passe').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(mandate.getByRole('button', { name: 'Suspendre le mandat' })).toBeVisible()
  // The pressed button is gone: the keyboard continues in the panel.
  await expect(mandate.getByRole('heading', { name: 'Mandat de prélèvement' })).toBeFocused()
})

test('a debit that was never authorised is refunded, and its reason is not that of a missing mandate', async ({
  page,
}) => {
  await signIn(page, customers.awa, 'debits?tab=history')
  const debit = page.getByRole('row').filter({ hasText: 'Sonatel' }).first().getByRole('link')
  await debit.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Prélèvement', exact: true })
  await panel.getByRole('button', { name: 'Contester le prélèvement' }).press('Enter')
  const dispute = page.getByRole('dialog', { name: 'Contester le prélèvement' })
  await dispute.getByLabel('Je n’ai jamais autorisé ce prélèvement').check()
  await dispute.getByRole('button', { name: 'Continuer' }).press('Enter')
  await page.getByLabel('Votre mot de passe').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Le prélèvement vous est remboursé.')).toBeVisible()
  // The panel and its dialog close together: the keyboard continues in the list.
  await expect(debit).toBeFocused()
  await debit.press('Enter')
  await expect(panel.getByText('Prélèvement non autorisé par vous')).toBeVisible()

  // Where an alert leads, which does not know whether the debit is still upcoming.
  const id = new URL(page.url()).searchParams.get('id')
  await page.goto(`debits?id=${id}`)
  await expect(panel.getByText('Prélèvement non autorisé par vous')).toBeVisible()
  await expect(page).toHaveURL(/tab=history/)
  // A link opens it where its list has other debits only.
  await page.goto(`debits?tab=history&status=refused&id=${id}`)
  await expect(panel.getByText('Prélèvement non autorisé par vous')).toBeVisible()
})

test('a company registers a mandate with its signed copy, and another person confirms it', async ({ page }) => {
  await signIn(page, customers.director, 'debits')
  await page.getByRole('link', { name: 'Mandats' }).click()
  await page.getByRole('button', { name: 'Enregistrer un mandat' }).click()
  const form = page.getByRole('dialog', { name: 'Enregistrer un mandat interentreprises' })
  const send = form.getByRole('button', { name: 'Enregistrer le mandat' })
  await form.getByLabel('Créancier', { exact: true }).fill('Ateliers du Rail')
  // Back, a press beside the dialog and Escape ask before they close a half-filled form.
  const question = page.getByRole('dialog', { name: 'Quitter sans envoyer ?' })
  const continueTyping = question.getByRole('button', { name: 'Continuer la saisie' })
  await page.goBack()
  await continueTyping.click()
  await page.mouse.click(5, 5)
  await continueTyping.click()
  // Chromium would close a dialog by itself that refuses Escape again and again.
  for (let press = 0; press < 4; press += 1) {
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await expect(form).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(form).toBeVisible()
  }
  await page.goBack()
  await continueTyping.click()
  await expect(form.getByLabel('Créancier', { exact: true })).toHaveValue('Ateliers du Rail')
  await form.getByLabel('Identifiant créancier').fill('DE97ZZZ09999999999')
  await form.getByLabel('Référence unique du mandat (RUM)').fill('RAIL-2026/4')
  await form.getByLabel('Signé le', { exact: true }).fill('02/11/2026')
  // Zero would be no ceiling.
  await form.getByLabel('Montant maximum d’un prélèvement').fill('0')
  await send.click()
  await expect(form.getByText('Saisissez un montant valable, supérieur à zéro')).toBeVisible()
  await form.getByLabel('Montant maximum d’un prélèvement').fill('900000')
  await expect(form.getByText('Cet identifiant créancier n’est pas valide')).toBeVisible()
  await expect(form.getByText('Joignez la copie signée du mandat')).toBeVisible()
  await form.getByLabel('Identifiant créancier').fill('de98 zzz 0999 9999 999')
  const copy = {
    name: 'mandat.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'),
  }
  await form.locator('input[type=file]').setInputFiles(copy)
  await expectNoBarrier(page)
  // What was typed outlives the session; the browser does not give the file again.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.context().clearCookies()
  await page.reload()
  await fillCredentials(page, customers.director)
  await page.getByRole('button', { name: 'Enregistrer un mandat' }).click()
  const lost = form.getByText('À joindre de nouveau : mandat.pdf')
  await expect(lost).toBeVisible()
  await expect(form.getByLabel('Montant maximum d’un prélèvement')).toHaveValue('900\u202F000')
  await form.locator('input[type=file]').setInputFiles(copy)
  await expect(lost).toHaveCount(0)
  await send.click()
  const confirmation = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await confirmation.getByLabel('Votre mot de passe').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Une autre personne doit le confirmer.')).toBeVisible()
  await signOut(page)

  await signIn(page, customers.generalDirector, 'debits?tab=mandates')
  await page.getByRole('link', { name: 'Ateliers du Rail' }).click()
  const mandate = page.getByRole('dialog', { name: 'Mandat de prélèvement' })
  await expect(mandate.getByRole('button', { name: 'Voir la copie signée' })).toBeVisible()
  await mandate.getByRole('button', { name: 'Confirmer le mandat' }).click()
  await confirmation.getByLabel('Votre mot de passe').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(mandate.getByRole('button', { name: 'Suspendre le mandat' })).toBeVisible()
})
