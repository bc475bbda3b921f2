// Requests to pay and money that is asked back, with people at other institutions.
import { expect, type Page, test } from '@playwright/test'
import { ibanFrom } from 'contract/values/iban.ts'
import { expectNoBarrier } from '../barriers.ts'
import { customers, isPhone, PASSWORD, signIn, signOut } from '../customer.ts'
import { outside } from '../platform.ts'
import { confirmTransfer, payeeField, submitButton } from '../transfer-form.ts'

async function confirm(page: Page, verb: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await dialog.getByLabel('Votre mot de passe').fill(PASSWORD)
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await expect(dialog).toBeHidden()
}

const AWA_IBAN = 'SN08SN9990100310000110100169'
const INVOICE = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const COMPANY_IBAN = ibanFrom('SN', 'SN999', '04001', '200001102001')

test('a request is paid with one confirmation, and another is refused with a reason', async ({ page }) => {
  // They come between the loading of the list and the opening of the event stream.
  const { promise: arrival, resolve: openStream } = Promise.withResolvers<void>()
  await page.route('**/wb-api/events', (route) => arrival.then(() => route.continue()))
  const listed = page.waitForResponse(/\/instant-payments\/requests\?/)
  await signIn(page, customers.awa, 'transfers/requests')
  await listed
  await outside('/demo/request', {
    to: AWA_IBAN,
    amount: 6_500,
    purpose: 'Tissus bazin',
    discount: 500,
    may_change_amount: true,
  })
  await outside('/demo/request', { to: AWA_IBAN, amount: 9_900, purpose: 'Facture inconnue' })
  openStream()
  const about = (label: string) => page.getByRole('row').filter({ hasText: label }).getByRole('link')
  await about('Tissus bazin').click()
  const panel = page.getByRole('dialog', { name: 'Demande reçue' })
  await expect(panel).toContainText('Tissus bazin')
  await expectNoBarrier(page)
  const payButton = panel.getByRole('button', { name: /^Payer/ })
  await expect(payButton).toHaveText(/6.000.F.CFA/)
  await panel.getByLabel('Montant à payer').fill('')
  await expect(payButton).toBeDisabled()
  await panel.getByLabel('Montant à payer').fill('6200')
  await expect(payButton).toHaveText(/6.200.F.CFA/)
  await payButton.click()
  await expect(page.getByText('Un paiement instantané est irrévocable')).toBeVisible()
  await confirmTransfer(page)
  await expect(page.getByText('Le paiement est parti.')).toBeVisible()
  await expect(panel).toContainText('Payée')
  await panel.getByRole('link', { name: 'Voir le paiement' }).click()
  await expect(page.getByText(/^Arrivé en .*\s: Akwaba Money, Côte d’Ivoire\.$/)).toBeVisible()

  await page.goto('transfers/requests')
  await about('Facture inconnue').click()
  await panel.getByRole('button', { name: 'Refuser' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refuser cette demande ?' })
  await dialog.getByLabel('Motif').selectOption({ label: 'La facture est fausse' })
  await dialog.getByRole('button', { name: 'Refuser la demande' }).click()
  await expect(panel).toContainText('Refusée')
  // In the words in which it was chosen.
  await expect(panel).toContainText('La facture est fausse')
})

test('money is asked for by telephone number, with the file of an invoice, and arrives when the other accepts', async ({
  page,
}) => {
  await signIn(page, customers.awa, 'transfers/requests')
  await page.getByRole('button', { name: 'Demander de l’argent' }).click()
  await page.getByRole('button', { name: 'Chercher', exact: true }).click()
  await expect(page.getByText('Saisissez un numéro, une adresse ou un IBAN')).toBeVisible()
  await page.getByLabel('Numéro de téléphone, adresse de paiement ou IBAN').fill('+225 07 00 00 01 01')
  await page.getByRole('button', { name: 'Chercher', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Demander de l’argent' })
  await expect(form).toContainText('Akwaba Money')
  await form.getByLabel('Montant demandé').fill('4200')
  await form.getByLabel('Motif').fill('Part du taxi')
  // A reload loses nothing: the payer is looked up again.
  await page.reload()
  await expect(form).toContainText('Akwaba Money')
  await expect(form.getByLabel('Montant demandé')).toHaveValue(/^4.200$/)
  await expect(form.getByLabel('Motif')).toHaveValue('Part du taxi')
  await expect(form).toContainText('ailleurs, le fichier n’est pas transmis')
  const file = { name: 'taxi.pdf', mimeType: 'application/pdf', buffer: INVOICE }
  await form.locator('input[type=file]').setInputFiles(file)
  await expect(form.getByRole('button', { name: 'Retirer taxi.pdf' })).toBeVisible()
  await form.getByLabel('Le payeur peut changer le montant').check()
  await form.getByRole('button', { name: 'Envoyer la demande' }).click()
  await expect(page.getByText('La demande est envoyée à Adjoua Kouassi.')).toBeVisible()
  await page.getByRole('button', { name: 'Demander de l’argent' }).click()
  await page.getByLabel('Numéro de téléphone, adresse de paiement ou IBAN').fill('+221 76 999 00 68')
  await page.getByRole('button', { name: 'Chercher', exact: true }).click()
  await form.getByLabel('Montant demandé').fill('4300')
  await form.getByLabel('Motif').fill('Rien de dû')
  await form.getByRole('button', { name: 'Envoyer la demande' }).click()
  const refused = page.getByRole('row').filter({ hasText: 'Rien de dû' })
  await expect(refused).toContainText('Refusée')
  await refused.getByRole('link').click()
  await expect(page.getByText('Le payeur n’accepte pas cette demande')).toBeVisible()
  await page.getByRole('dialog', { name: 'Demande envoyée' }).getByRole('button', { name: 'Fermer le panneau' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Part du taxi' })
  await expect(row).toContainText('Payée')
  await row.getByRole('link').click()
  await page.getByRole('button', { name: 'Voir taxi.pdf' }).click()
  await expect(page.getByRole('dialog', { name: 'taxi.pdf' })).toBeVisible()
  await page.goto('operations')
  await expect(page.getByRole('row').filter({ hasText: 'Adjoua Kouassi' }).first()).toContainText(/4.200/)
})

test('money that was paid twice is asked back and comes back', async ({ page }) => {
  await signIn(page, customers.awa, 'transfers/create')
  await payeeField(page).fill('+225 07 00 00 01 01')
  await page.getByRole('option', { name: /^Payer/ }).click()
  await expect(page.getByLabel('Montant', { exact: true })).toBeFocused()
  await page.getByLabel('Montant', { exact: true }).fill('3300')
  await submitButton(page).click()
  await confirmTransfer(page)
  await page.getByRole('link', { name: 'Voir le virement' }).click()
  const panel = page.getByRole('dialog', { name: 'Virement' })
  await panel.getByRole('button', { name: 'Demander le retour' }).click()
  const dialog = page.getByRole('dialog', { name: 'Demander le retour du paiement ?' })
  await dialog.getByLabel('Motif').selectOption({ label: 'Payé deux fois' })
  // A failure is not shown again when the dialog is opened anew.
  const requests = /wb-api\/transfers\/[^/]+\/return/
  await page.route(requests, (route) => route.abort())
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click()
  const failure = dialog.getByText('La connexion au serveur a échoué.')
  await expect(failure).toBeVisible()
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await page.unroute(requests)
  await panel.getByRole('button', { name: 'Demander le retour' }).click()
  await expect(dialog.getByLabel('Motif')).toBeVisible()
  await expect(failure).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click()
  await expect(panel).toContainText('Retour demandé par')
  await expect(panel).toContainText(/Rendu\s: /)
})

test('a company sends a list of invoices from a file, after its errors are corrected', async ({ page }, {
  project,
}) => {
  test.skip(isPhone(page), 'a company prepares its files on a desktop')
  await signIn(page, customers.accountant, 'transfers/requests')
  await page.getByRole('button', { name: 'Envoyer une liste de factures' }).click()
  const dialog = page.getByRole('dialog', { name: 'Envoyer une liste de factures' })
  const drop = (...lines: string[]) =>
    dialog.locator('input[type=file]').setInputFiles({
      name: `factures-${project.name}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(['telephone;montant;motif;numero_facture', ...lines].join('\n')),
    })
  const sendButton = dialog.getByRole('button', { name: 'Envoyer les demandes' })
  await drop('+225 07 00 00 01 01;12,5;Livraison;L-1')
  await sendButton.click()
  await expect(dialog).toContainText('Ligne 2, montant : Montant sans point ni virgule')
  await expectNoBarrier(page)
  await drop('+225 07 00 00 01 01;12500;Livraison;L-1')
  await sendButton.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('1 demande envoyée, 0 en attente, 0 sans compte trouvé')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Livraison' })).toBeVisible()
})

test('a company gives money back with the signature of its director', async ({ page }, { project }) => {
  test.skip(isPhone(page), 'a company signs on a desktop')
  const purpose = `Acompte ${project.name}`
  const row = page.getByRole('row').filter({ hasText: 'Adjoua Kouassi' }).first()
  const { end_to_end_id } = await outside('/demo/pay', { to: COMPANY_IBAN, amount: 45_700, purpose })
  await signIn(page, customers.accountant, 'operations')
  // Only when the payment has arrived, the other institution asks for it.
  const payment = page.getByRole('row').filter({ hasText: /45.700/ })
  await expect(payment.first()).toBeVisible()
  await outside('/demo/ask-return', { end_to_end_id, reason: 'DUPL' })
  await page.goto('transfers/requests?view=returns')
  await row.getByRole('link').click()
  const panel = page.getByRole('dialog', { name: 'Retour d’argent' })
  await expect(panel).toContainText(purpose)
  await panel.getByRole('button', { name: /^Rendre 45.700.F.CFA$/ }).click()
  await confirm(page, 'Rendre l’argent')
  await expect(page.getByText('Le retour attend les signatures de votre entreprise.')).toBeVisible()
  await expect(panel).toContainText('Il manque 1 signature')
  await expectNoBarrier(page)
  await page.goto('transfers')
  await signOut(page)

  await signIn(page, customers.director, 'transfers/to-sign')
  await row.getByRole('button', { name: 'Adjoua Kouassi', exact: true }).click()
  const item = page.getByRole('dialog', { name: 'Retour d’argent à signer' })
  await expect(item.getByText('L’argent est rendu aussitôt.')).toBeVisible()
  await expectNoBarrier(page)
  await item.getByRole('button', { name: /^Signer 45/ }).click()
  await confirm(page, 'Signer')
  await expect(page.getByText('La demande a bien été signée.')).toBeVisible()
  await page.goto('transfers/requests?view=returns')
  await expect(row).toContainText('Rendu')
})
