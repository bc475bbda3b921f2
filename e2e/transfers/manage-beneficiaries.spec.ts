// Beneficiaries: a private person saves, changes and deletes one; a company needs a second person.
import { groupByFour, ibanFrom } from 'contract/values/iban.ts'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { customers, PASSWORD, signIn } from '../customer.ts'
import { yearOfNext } from '../days.ts'
import { atTheBank, desk } from '../desk.ts'
import { ONCE } from '../once.ts'
import { choosePayee, confirmTransfer, foundPayee, payeeField, submitButton } from '../transfer-form.ts'

const PDF = '%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n'
// Each run uses its own accounts at the other bank.
const anIban = () => ibanFrom('SN', 'SN998', '01001', String(Math.floor(Math.random() * 1e12)).padStart(12, '0'))

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const expectStatus = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

async function confirm(page: Page, verb: string, sees: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await expect(dialog).toContainText(sees)
  await dialog.getByLabel('Votre mot de passe').fill(PASSWORD)
  await dialog.getByRole('button', { name: verb }).click()
}

async function aPageOf(browser: Browser, id: string, like: Page): Promise<Page> {
  const context = await browser.newContext({ viewport: like.viewportSize() })
  const page = await context.newPage()
  await signIn(page, id)
  await expect(page).toHaveURL(/\/dashboard$/)
  return page
}

test('a payee is saved in the middle of a transfer, corrected with a RIB file, and deleted', async ({ page }, {
  project,
}) => {
  const name = `Ndèye Essai ${project.name}`
  const [first, second] = [anIban(), anIban()]
  await signIn(page, customers.awa, 'transfers/create')
  await page.getByLabel('Montant', { exact: true }).fill('4500')
  await page.getByRole('link', { name: 'Nouveau', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nouveau bénéficiaire')
  await button(page, 'Enregistrer le bénéficiaire').click()
  await expect(page.getByText('Ce champ est obligatoire')).toHaveCount(2)
  await page.getByLabel('Nom du titulaire').fill(name)
  const number = page.getByLabel('IBAN ou RIB')
  await number.fill(`${first.slice(4, 27)}${(Number(first[27]) + 1) % 10}`)
  await expect(page.getByText('La clé RIB est incorrecte')).toBeVisible()
  // As printed: a RIB with its spaces.
  await number.fill(first.slice(4).replace(/^(.{5})(.{5})(.{12})/, '$1 $2 $3 '))
  await expect(page.getByText('Banque du Littoral, compte reconnu')).toBeVisible()
  // The bank's answer does not take the focus from the field.
  await expect(number).toBeFocused()
  await page.getByRole('button', { name: /^Ajouter des détails/ }).click()
  await page.getByLabel('Téléphone').fill('77 123')
  await button(page, 'Enregistrer le bénéficiaire').click()
  await expect(page.getByText('Le numéro de téléphone n’est pas valide')).toBeVisible()
  await page.getByLabel('Téléphone').fill('77 123 45 67')
  await button(page, 'Enregistrer le bénéficiaire').click()
  await confirm(page, 'Enregistrer le bénéficiaire', name)
  await expectStatus(page, 'Le bénéficiaire a bien été créé.')
  // Back in the transfer, selected.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Envoyer de l’argent')
  await expect(page.getByRole('region', { name: 'À' })).toContainText(name)
  await expect(page.getByLabel('Montant', { exact: true })).toHaveValue('4\u202F500')
  if (project.name === 'desktop') await expect(page.getByText('Premier paiement')).toBeVisible()

  await page.goto('transfers/beneficiaries')
  await page.getByRole('searchbox').fill('ndeye essai')
  await expect(page).toHaveURL(/search=ndeye/)
  await expect(page.getByRole('table').getByRole('link', { name, exact: true })).toHaveCount(1)
  await page.getByRole('table').getByRole('link', { name, exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Bénéficiaire' })
  await expect(panel).toContainText('+221 77 123 45 67')
  await panel.getByRole('link', { name: 'Modifier' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Modifier le bénéficiaire')
  await expect(number).toHaveValue(/^SN/)
  await number.fill(second)
  // Somebody with an account in Senegal lives in London: the postcode is one of that country.
  await page.getByLabel('Code postal').fill('SW1A 1AA')
  await page.getByLabel('Ville').fill('Londres')
  await button(page, 'Enregistrer le bénéficiaire').click()
  await expect(page.getByText('Format invalide')).toBeVisible()
  await page.getByLabel('Pays de l’adresse').selectOption({ label: 'Royaume-Uni' })
  await expect(page.getByText('Format invalide')).toHaveCount(0)
  await page
    .getByLabel('RIB du bénéficiaire')
    .setInputFiles({ name: 'rib.pdf', mimeType: 'application/pdf', buffer: Buffer.from(PDF) })
  await expect(page.getByText('rib.pdf', { exact: true })).toBeVisible()
  await button(page, 'Enregistrer le bénéficiaire').click()
  // People compare the two numbers by eye: both are in groups.
  await confirm(page, 'Modifier le bénéficiaire', `Ancien compte${groupByFour(first)}`)
  await expectStatus(page, 'Le bénéficiaire a bien été modifié.')
  await expect(panel).toContainText('à la place de')
  await expect(panel).toContainText('SW1A 1AA Londres, Royaume-Uni')
  await panel.getByRole('button', { name: 'Afficher' }).click()
  await expect(page.getByRole('dialog', { name: 'rib.pdf' })).toBeVisible()
  await page.keyboard.press('Escape')
  // Removing the file alone is a change that is not lost without a question.
  await panel.getByRole('link', { name: 'Modifier' }).click()
  await button(page, 'Retirer rib.pdf').click()
  const cancel = page.getByRole('main').getByRole('link', { name: 'Annuler' })
  await cancel.click()
  await button(page, 'Continuer la saisie').click()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('Nous avons repris votre saisie')).toBeVisible()
  await expect(button(page, 'Retirer rib.pdf')).toHaveCount(0)
  await cancel.click()
  await button(page, 'Quitter sans envoyer').click()

  await panel.getByRole('button', { name: 'Supprimer' }).click()
  await page
    .getByRole('dialog', { name: 'Supprimer ce bénéficiaire ?' })
    .getByRole('button', { name: 'Supprimer le bénéficiaire' })
    .click()
  await confirm(page, 'Supprimer le bénéficiaire', name)
  await expectStatus(page, 'Le bénéficiaire a bien été supprimé.')
  await page.goto('transfers/beneficiaries?search=ndeye+essai')
  await expect(page.getByText('Aucun bénéficiaire ne correspond')).toBeVisible()
})

test(
  'the name of a payee at this bank is compared with the holder: a typing error is corrected, another name confirmed',
  ONCE,
  async ({ page }, { project }) => {
    const name = `Mariama Diallo-${project.name}`
    const [customer] = await desk('customers', 'create', '--kind', 'individual', '--name', name)
    const opening = ['--branch', '01002', '--kind', 'checking', '--label', 'Compte']
    const [account] = await desk('accounts', 'open', '--customer', String(customer?.['id']), ...opening)
    await signIn(page, customers.awa, 'transfers/beneficiaries/create')
    await page.getByLabel('IBAN ou RIB').fill(String(account?.['iban']))
    await expect(page.getByText(/^Banque Téranga, .*compte reconnu$/)).toBeVisible()
    const typed = page.getByLabel('Nom du titulaire')
    await typed.fill(name.replace('Mariama', 'Mariema'))
    await expect(page.getByText('Presque le même nom')).toBeVisible()
    await expectNoBarrier(page)
    await button(page, 'Utiliser ce nom').click()
    await expect(typed).toHaveValue(name)
    await expect(page.getByText('Presque le même nom')).toHaveCount(0)
    await typed.fill('Ousmane Sy')
    await expect(page.getByText('Ce n’est pas le nom du titulaire')).toBeVisible()
    await expectNoBarrier(page)
    await button(page, 'Enregistrer le bénéficiaire').click()
    await expect(
      page.getByText('Ce compte est au nom d’une autre personne ou d’une autre entreprise.', { exact: true }),
    ).toBeVisible()
    await page.getByRole('checkbox', { name: /^J’ai vérifié/ }).check()
    await button(page, 'Enregistrer le bénéficiaire').click()
    await confirm(page, 'Enregistrer le bénéficiaire', 'Ousmane Sy')
    await expectStatus(page, 'Le bénéficiaire a bien été créé.')
  },
)

test('a company manages lists, and a new account waits for the director’s approval', async ({ browser, page: fatou }, {
  project,
}) => {
  const unique = `${project.name} ${anIban().slice(-8)}`
  const [name, list] = [`Froid ${unique}`, `Liste ${unique}`]
  await signIn(fatou, customers.accountant)
  await fatou.goto('transfers/beneficiary-lists')
  await button(fatou, 'Nouvelle liste').click()
  const form = fatou.getByRole('dialog', { name: 'Nouvelle liste' })
  await form.getByLabel('Nom de la liste').fill(list)
  await form.getByLabel('Type de liste').selectOption({ label: 'Créer un nouveau type' })
  await form.getByRole('button', { name: 'Créer la liste' }).click()
  await expect(form.getByText('Indiquez un nom pour ce type.')).toBeVisible()
  await form.getByLabel('Nom du nouveau type').fill('Transporteurs')
  await form.getByRole('button', { name: 'Créer la liste' }).click()
  await expectStatus(fatou, 'La liste de bénéficiaires a bien été créée.')
  await expect(fatou.getByRole('heading', { level: 1 })).toHaveText(list)

  await fatou.getByRole('button', { name: 'Ajouter des bénéficiaires' }).click()
  const people = fatou.getByRole('dialog', { name: /^Ajouter à/ })
  await people.getByRole('searchbox').fill('sandaga')
  await people.getByRole('checkbox', { name: /Imprimerie Sandaga/ }).check()
  await people.getByRole('button', { name: 'Ajouter 1 bénéficiaire' }).click()
  await expect(fatou.getByText('La liste de bénéficiaires a bien été modifiée.')).toBeVisible()
  await expect(fatou.getByRole('table')).toContainText('Imprimerie Sandaga')

  // Among many lists, the chosen ones come first, and the others are searched.
  await atTheBank(
    `INSERT INTO beneficiary_lists (account_id, id, name, created_at)
     SELECT account_id, gen_random_uuid(), 'A, équipe ' || n, now() FROM beneficiary_lists, generate_series(1, 40) n WHERE name = $1`,
    list,
  )
  await fatou.getByRole('link', { name: 'Nouveau bénéficiaire' }).click()
  await fatou.getByLabel('Nom du titulaire').fill(name)
  await fatou.getByLabel('IBAN ou RIB').fill(anIban())
  const lists = fatou.getByRole('group', { name: 'Listes' })
  await expect(lists.getByRole('checkbox').first()).toBeChecked()
  await lists.getByRole('searchbox', { name: 'Chercher une liste' }).fill('equipe 40')
  await expect(lists.getByRole('checkbox', { name: 'A, équipe 40' })).toBeVisible()
  await expect(lists.getByRole('checkbox')).toHaveCount(1)
  await lists.getByRole('searchbox').fill('')
  await expect(fatou.getByRole('checkbox', { name: list })).toBeChecked()
  await atTheBank("DELETE FROM beneficiary_lists WHERE name LIKE 'A, équipe %'")
  await button(fatou, 'Enregistrer le bénéficiaire').click()
  await confirm(fatou, 'Enregistrer le bénéficiaire', name)
  await expect(fatou.getByRole('heading', { level: 1 })).toHaveText(list)
  await expect(fatou.getByRole('row').filter({ hasText: name })).toContainText('En attente')
  await fatou.goto('transfers/create')
  await payeeField(fatou).fill(name)
  await expect(foundPayee(fatou, name)).toHaveAttribute('aria-disabled', 'true')

  const ibrahima = await aPageOf(browser, customers.director, fatou)
  await ibrahima.goto('transfers/beneficiaries')
  await ibrahima.getByRole('link', { name: 'Voir ce qui attend une décision' }).click()
  await ibrahima.getByRole('table').getByRole('link', { name, exact: true }).click()
  const panel = ibrahima.getByRole('dialog', { name: 'Bénéficiaire' })
  await panel.getByRole('button', { name: 'Approuver' }).click()
  await confirm(ibrahima, 'Approuver le compte', name)
  await expectStatus(ibrahima, 'Le compte a bien été approuvé.')
  await expect(panel).toContainText('Approuvé par Ibrahima Mané')
  await ibrahima.context().close()

  await fatou.goto('transfers/create')
  await choosePayee(fatou, name)

  await fatou.goto('transfers/beneficiary-lists')
  await fatou.getByRole('link', { name: list }).click()
  await fatou.getByRole('button', { name: 'Retirer Imprimerie Sandaga de la liste' }).click()
  await expect(fatou.getByText('1 bénéficiaire', { exact: true })).toBeVisible()
  await button(fatou, 'Supprimer').click()
  await fatou.getByRole('dialog').getByRole('button', { name: 'Supprimer la liste' }).click()
  await expectStatus(fatou, 'La liste de bénéficiaires a bien été supprimée.')
  // Its beneficiaries stay.
  await fatou.goto(`transfers/beneficiaries?search=${encodeURIComponent(name)}`)
  const row = fatou.getByRole('table').getByRole('link', { name, exact: true })
  await row.click()
  await fatou.getByRole('button', { name: 'Supprimer', exact: true }).click()
  await fatou.getByRole('button', { name: 'Supprimer le bénéficiaire' }).click()
  await confirm(fatou, 'Supprimer le bénéficiaire', name)
  await expect(fatou.getByText('Aucun bénéficiaire ne correspond')).toBeVisible()
})

test(
  'orders wait while the account of their payee changes, and the approver decides whether they continue or end',
  ONCE,
  async ({ browser, page: fatou }, { project }) => {
    const name = `Mareyeurs ${project.name} ${anIban().slice(-8)}`
    const label = `Glace ${project.name} ${anIban().slice(-8)}`
    const beneficiary = fatou.getByRole('dialog', { name: 'Bénéficiaire' })
    const ibrahima = await aPageOf(browser, customers.director, fatou)
    const open = async (page: Page) => {
      await page.goto(`transfers/beneficiaries?search=${encodeURIComponent(name)}`)
      await page.getByRole('table').getByRole('link', { name, exact: true }).click()
    }
    const approve = async (verb: string) => {
      await open(ibrahima)
      await ibrahima
        .getByRole('dialog', { name: 'Bénéficiaire' })
        .getByRole('button', { name: verb, exact: true })
        .click()
      await confirm(ibrahima, 'Approuver le compte', name)
      await expectStatus(ibrahima, 'Le compte a bien été approuvé.')
    }
    const change = async (iban: string) => {
      await open(fatou)
      await beneficiary.getByRole('link', { name: 'Modifier' }).click()
      await fatou.getByLabel('IBAN ou RIB').fill(iban)
      await button(fatou, 'Enregistrer le bénéficiaire').click()
      await confirm(fatou, 'Modifier le bénéficiaire', 'Virements qui seront suspendus1')
      await expectStatus(fatou, 'Le bénéficiaire a bien été modifié.')
    }
    const order = async (status: string) => {
      await fatou.goto(`transfers?search=${encodeURIComponent(label)}`)
      const row = fatou.getByRole('row').filter({ hasText: label })
      await expect(row).toContainText(status)
      await row.getByRole('link').click()
      return fatou.getByRole('dialog', { name: 'Virement' })
    }
    const [first, second] = [anIban(), anIban()]

    await signIn(fatou, customers.accountant, 'transfers/beneficiaries/create')
    await fatou.getByLabel('Nom du titulaire').fill(name)
    await fatou.getByLabel('IBAN ou RIB').fill(anIban())
    await button(fatou, 'Enregistrer le bénéficiaire').click()
    await confirm(fatou, 'Enregistrer le bénéficiaire', name)
    await expectStatus(fatou, 'Le bénéficiaire a bien été créé.')
    await approve('Approuver')
    await fatou.goto('transfers/create')
    await choosePayee(fatou, name)
    await fatou.getByLabel('Montant', { exact: true }).fill('31000')
    await fatou.getByLabel('Motif du virement').fill(label)
    await button(fatou, 'Régulièrement').click()
    await fatou.getByLabel('Première échéance', { exact: true }).fill(`04/01/${yearOfNext(4, 1)}`)
    // Its bank has answered: the order names the look-up of this account.
    await expect(fatou.getByRole('radio', { name: /^Instantané/ })).toBeChecked()
    await submitButton(fatou).click()
    await confirmTransfer(fatou)
    await expectStatus(fatou, 'Votre demande de virement a bien été transmise.')

    await change(first)
    const suspended = await order('Suspendu')
    await expect(suspended).toContainText('Reprendra dès que son nouveau compte sera approuvé.')
    await expectNoBarrier(fatou)
    await open(ibrahima)
    const decision = ibrahima.getByRole('dialog', { name: 'Bénéficiaire' })
    await expect(decision).toContainText('Un virement est suspendu jusqu’à la décision')
    await expect(decision.getByRole('button', { name: 'Approuver et arrêter les virements' })).toBeVisible()
    await expectNoBarrier(ibrahima)
    await approve('Approuver et reprendre les virements')
    await expect(await order('En attente')).toContainText(groupByFour(first))

    await change(second)
    await approve('Approuver et arrêter les virements')
    const ended = await order('Annulé')
    await expect(ended).toContainText(groupByFour(first))
    await ibrahima.context().close()
  },
)

test('a user without the capability reads beneficiaries and has no actions to change them', ONCE, async ({ page }) => {
  await signIn(page, customers.director, 'transfers/beneficiaries')
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Nouveau bénéficiaire' })).toHaveCount(0)
  await page.goto('transfers/beneficiaries/create')
  await expect(page).toHaveURL(/\/dashboard$/)
})
