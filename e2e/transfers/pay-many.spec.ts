// Many transfers from one file: corrected, sent as one, signed by another person, paid line by line.
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { nameOfFile } from 'contract/values/file-name.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { expectNoBarrier } from '../barriers.ts'
import { PASSWORD, customers, escapeAndContinue, isPhone, plain, signIn, signOut } from '../customer.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function confirm(page: Page, verb: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await dialog.getByLabel('Votre mot de passe').fill(PASSWORD)
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await expect(dialog).toBeHidden()
}

const drop = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Signs the accountant in, and answers the account number of a saved beneficiary of the company. */
async function savedIban(page: Page): Promise<string> {
  const [reply] = await Promise.all([
    page.waitForResponse((response) => /\/wb-api\/beneficiaries(\?|$)/.test(response.url()) && response.ok()),
    signIn(page, customers.accountant, 'transfers/beneficiaries'),
  ])
  const saved = (await reply.json()) as { iban: string; approval_status: string }[]
  const found = saved.find(({ iban, approval_status }) => approval_status === 'approved' && iban.startsWith('SN'))
  if (!found) throw new Error('the company has saved nobody')
  return found.iban
}

/** Removes the draft. The bank has removed it when a file can be chosen again: the next journey begins without it. */
async function abandonDraft(page: Page): Promise<void> {
  await button(page, 'Changer de fichier').click()
  await button(page, 'Abandonner le brouillon').click()
  await expect(button(page, 'Choisir un fichier')).toBeVisible()
}

test('an accountant imports a file with an error, and the director signs it as one batch', async ({ page }, {
  project,
}) => {
  const name = `salaires-${project.name}.csv`
  const iban = (index: number) =>
    ibanFrom('SN', 'SN010', '01520', String(485_000_000_100 + index + (isPhone(page) ? 10 : 0)))
  await signIn(page, customers.accountant, 'transfers/create/multiple')
  await expect(page.getByRole('heading', { level: 1, name: 'Virements multiples' })).toBeVisible()
  await expectNoBarrier(page)
  await drop(page, 'paie.csv', '%PDF-1.7')
  await expect(page.getByText('Fichier invalide !')).toBeVisible()
  await expect(page.getByText(/C’est un PDF\./)).toBeVisible()

  // A workbook is read like a CSV: the empty template has no transfers.
  const [template] = await Promise.all([page.waitForEvent('download'), button(page, 'Modèle Excel').click()])
  await page.locator('input[type=file]').setInputFiles(await template.path())
  await expect(page.getByText('Le fichier ne contient aucun virement.')).toBeVisible()

  const head = 'nom_beneficiaire;iban;montant;libelle'
  // A thousand lines are one list, of which only the visible part is in the document.
  const many = Array.from({ length: 1_000 }, (_, index) => `Salarié ${index + 1};${iban(index)};1000;Salaire`)
  await drop(page, `mille-${name}`, [head, ...many].join('\n'))
  const table = page.getByRole('grid', { name: 'Lignes du fichier' })
  await expect(table).toHaveAttribute('aria-rowcount', '1001')
  expect(await table.getByRole('row').count()).toBeLessThan(60)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(table.getByText('Salarié 1000', { exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Rechercher une ligne' }).fill('salarie 507')
  await expect(table).toHaveAttribute('aria-rowcount', '2')
  await expect(table.getByText('Salarié 507', { exact: true })).toBeVisible()
  // Another file replaces this one after a confirmation.
  await button(page, 'Changer de fichier').click()
  await button(page, 'Conserver').click()
  await expect(table).toBeVisible()
  await abandonDraft(page)

  // The amounts of a file that writes their unit are corrected together. A duplicate line is reported at once.
  const inUnits = [...many.slice(0, 60), many[7] ?? ''].map((line) => line.replace(';1000;', ';1 000 F CFA;'))
  await drop(page, `deux-${name}`, [head, ...inUnits].join('\n'))
  await button(page, 'Écrire les 61 montants en chiffres seuls').click()
  await expect(page.getByText('1 ligne pourrait payer deux fois')).toBeVisible()
  await button(page, 'Les montrer').click()
  await expect(table).toHaveAttribute('aria-rowcount', '2')
  await table.getByRole('checkbox', { name: /: Salarié 8$/ }).click()
  await expect(page.getByText('1 ligne pourrait payer deux fois')).toBeHidden()
  await expect(page.getByText('60 virements sélectionnés')).toBeVisible()
  await abandonDraft(page)

  const lines = [
    `Fatou Ndour;${iban(1)};27O 000;Salaire`,
    `Khady Sarr;${iban(2)};150 000;Salaire`,
    `Modou Faye;${iban(3)};5 000;Salaire`,
  ]
  await drop(page, name, [head, ...lines].join('\n'))
  await expect(page.getByText('1 ligne contient une erreur')).toBeVisible()
  await expect(page.getByText('Montant illisible : la lettre O à la place du zéro')).toBeVisible()
  // The page has the name of the file; lines without problems fold away, and one box chooses all that can be sent.
  await expect(page.getByRole('heading', { level: 1, name: nameOfFile(name) })).toBeVisible()
  await button(page, 'Les replier').click()
  await expect(table.getByText('Khady Sarr', { exact: true })).toBeHidden()
  await expect(table.getByText('Fatou Ndour', { exact: true })).toBeVisible()
  await button(page, 'Les montrer').click()
  await expect(table.getByText('Khady Sarr', { exact: true })).toBeVisible()
  const everything = table.getByRole('checkbox', { name: 'Envoyer toutes les lignes' })
  await everything.click()
  await expect(page.getByText('0 virement sélectionné')).toBeVisible()
  await everything.click()
  await expect(page.getByText('2 virements sélectionnés')).toBeVisible()
  await expectNoBarrier(page)
  // The draft is on the server: a reload loses nothing.
  await page.reload()
  await page.getByRole('button', { name: 'Corriger la ligne 2' }).click()
  const line = page.getByRole('dialog', { name: 'Ligne 2' })
  await line.getByLabel('Montant').fill('270 000')
  await escapeAndContinue(page)
  await line.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(line).toBeHidden()
  await expect(page.getByText('3 virements sélectionnés')).toBeVisible()
  await button(page, 'Envoyer les virements').click()
  await confirm(page, 'Envoyer les virements')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Signatures manquantes')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Ibrahima Mané' })).toBeVisible()
  await expectNoBarrier(page)
  await signOut(page)

  await signIn(page, customers.director, 'transfers/to-sign')
  // The list says how many lines are worth a look.
  await expect(page.getByRole('row').filter({ hasText: `Salaires ${project.name}` })).toContainText(
    '3 points à regarder',
  )
  await page.getByRole('button', { name: `Salaires ${project.name}`, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  // She examines it: what is worth a look first, each with why, the total of each bank, and the lines as a file.
  await expect(page.getByRole('button', { name: 'Jamais payés 3' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Khady Sarr' })).toContainText('Jamais payé')
  const bar = page.getByRole('region', { name: 'Décision' })
  await expect(bar).toContainText('Encore 3 lignes à regarder.')
  await page.getByRole('checkbox', { name: /regardée\s: Khady Sarr/ }).check()
  await expect(bar).toContainText('Encore 2 lignes à regarder.')
  await expectNoBarrier(page)
  await page.getByLabel('Trier par').selectOption('Nom')
  await expect(page.getByRole('row').nth(2)).toContainText('Khady Sarr')
  await page.getByLabel('Trier par').selectOption('Montant, le plus élevé d’abord')
  await expect(page).toHaveURL(/sort=amount/)
  await expect(page.getByRole('row').nth(1)).toContainText('Fatou Ndour')
  await page.getByText('Total par banque').click()
  await expect
    .poll(async () => plain(await page.getByText('3 nouveaux bénéficiaires').locator('..').textContent()))
    .toContain('425 000')
  const [exported] = await Promise.all([page.waitForEvent('download'), button(page, 'Exporter les lignes').click()])
  expect(await readFile(await exported.path(), 'utf8')).toContain('"Fatou Ndour"')
  await page.getByRole('button', { name: 'Jamais payés 3' }).click()
  await page.getByRole('searchbox', { name: 'Rechercher une ligne' }).fill('modou')
  await expect(page.getByRole('row').filter({ hasText: 'Khady Sarr' })).toBeHidden()
  await page
    .getByRole('row')
    .filter({ hasText: 'Modou Faye' })
    .getByRole('button', { name: /^Refuser la ligne/ })
    .click()
  await page.getByRole('searchbox', { name: 'Rechercher une ligne' }).fill('')
  await page.getByRole('button', { name: 'Toutes 3' }).click()
  await button(page, 'Refuser 1 ligne').click()
  const refusal = page.getByRole('dialog', { name: 'Pourquoi refuser 1 ligne ?' })
  await refusal.getByRole('textbox').fill('Parti en octobre')
  await refusal.getByRole('button', { name: 'Refuser', exact: true }).click()
  await expect(refusal).toBeHidden()
  await page.getByRole('link', { name: 'Ne montrer que ces lignes' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Parti en octobre' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Khady Sarr' })).toBeHidden()
  await page.getByRole('link', { name: 'Montrer tout le lot' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Khady Sarr' })).toBeVisible()
  await button(page, 'Signer le lot').click()
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await expect.poll(async () => plain(await dialog.textContent())).toContain('420 000')
  await confirm(page, 'Valider le lot')
  await expect(page.getByText('Le lot a bien été signé.')).toBeVisible()
  await page.goto('transfers/batches')
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText(/Programmé|En cours|Exécuté|à reprendre/)
  await expectNoBarrier(page)

  // It is one row among the other transfers; a search for a person finds it and names them. Its payees are not saved as beneficiaries.
  await page.goto('transfers')
  const batch = page.getByRole('row').filter({ hasText: `Salaires ${project.name}` })
  const khady = page.getByRole('row').filter({ hasText: 'Khady Sarr' })
  await expect(batch.first()).toContainText('Lot de 2 virements')
  await expect(khady).toBeHidden()
  await page.getByRole('searchbox', { name: 'Rechercher un virement' }).fill('Khady Sarr')
  await expect(khady.first()).toContainText(/Lot de 2 virements · .*Khady Sarr/)
  await expectNoBarrier(page)
  await khady.first().getByRole('link').click()
  await expect(page).toHaveURL(/transfers\/batches\//)
  await expect(page.getByRole('row').filter({ hasText: 'Modou Faye' })).toBeVisible()
  await page.goto('transfers/beneficiaries')
  await page.getByRole('searchbox').fill('Khady Sarr')
  await expect(page.getByText(/Aucun bénéficiaire/)).toBeVisible()
})

test('a salary file with three errors: the excluded payees are listed, and paid later', async ({ page }, {
  project,
}) => {
  const name = `paie-novembre-${project.name}.csv`
  const iban = (index: number) =>
    ibanFrom('SN', 'SN010', '01520', String(485_000_002_000 + index + (isPhone(page) ? 10 : 0)))
  const lines = [
    `Sokhna Mbaye;${iban(1)};110000;Salaire novembre;`,
    `Ibrahima Sow;${iban(2).slice(0, 20)};120000;Salaire novembre;`,
    `Marième Gueye;${iban(3)};13O000;Salaire novembre;`,
    `Pape Cissé;${iban(4)};140000;Salaire novembre;31/02/2027`,
    `Société Fantôme;${await savedIban(page)};150000;Salaire novembre;`,
  ]
  await page.goto('transfers/create/multiple')
  await drop(page, name, ['nom_beneficiaire;iban;montant;libelle;date_execution', ...lines].join('\n'))
  await expect(page.getByText('3 lignes contiennent une erreur')).toBeVisible()
  await expect(page.getByText('Cette date n’existe pas')).toBeVisible()
  await expect(page.getByText('1 nom ne correspond pas au compte')).toBeVisible()
  await expectNoBarrier(page)

  // The name is acknowledged before anything is sent.
  await button(page, 'Envoyer les virements').click()
  const table = page.getByRole('grid', { name: 'Lignes du fichier' })
  await expect(table).toHaveAttribute('aria-rowcount', '2')
  await table.getByRole('button', { name: /^C’est la bonne personne/ }).click()
  await expect(page.getByText('1 nom ne correspond pas au compte')).toBeHidden()
  await button(page, 'Envoyer les virements').click()
  const dialog = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  for (const text of ['Du compte', 'Compte courant', 'Nombre de virements', '260 000', 'Date'])
    await expect.poll(async () => plain(await dialog.textContent())).toContain(text)
  await confirm(page, 'Envoyer les virements')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const leftOut = page.getByText('3 personnes du fichier ne sont pas dans cet envoi')
  await expect(leftOut).toBeVisible()
  await expect(page.getByText('Compte débité')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Historique' }).getByText(/^Créé par/)).toBeVisible()
  await expectNoBarrier(page)
  const first = page.url()

  await page.getByRole('link', { name: 'Les voir et les envoyer' }).click()
  await expect(page.getByText('2 virements de ce fichier ont été envoyés')).toBeVisible()
  await expect(table).toHaveAttribute('aria-rowcount', '4')
  const [errors] = await Promise.all([page.waitForEvent('download'), button(page, 'Fichier des erreurs').click()])
  expect(await readFile(await errors.path(), 'utf8')).toContain('Marième Gueye')
  const correct = async (index: number, column: string, text: string) => {
    await page.getByRole('button', { name: `Corriger la ligne ${index}` }).click()
    const line = page.getByRole('dialog', { name: `Ligne ${index}` })
    await line.getByLabel(column).fill(text)
    await line.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(line).toBeHidden()
  }
  await correct(3, 'IBAN', iban(2))
  await correct(4, 'Montant', '130 000')
  await button(page, 'Envoyer les virements').click()
  await confirm(page, 'Envoyer les virements')
  await expect(page.getByText('1 personne du fichier n’est pas dans cet envoi')).toBeVisible()
  await expect(page.getByText('Sa ligne est restée dans votre brouillon.')).toBeVisible()
  await page.getByRole('link', { name: 'La voir et l’envoyer' }).click()
  await correct(5, 'Date d’exécution', '')
  await button(page, 'Envoyer les virements').click()
  await confirm(page, 'Envoyer les virements')
  await expect(page).not.toHaveURL(first)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(/pas dans cet envoi/)).toBeHidden()
  await page.goto(first)
  await expect(page.getByText('Compte débité')).toBeVisible()
  await expect(leftOut).toBeHidden()
})

test('a salary file is corrected by keyboard: one touch, the next problem, a pasted column, and undo', async ({
  page,
  context,
}, { project }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const iban = (index: number) => ibanFrom('SN', 'SN010', '01520', String(485_000_003_000 + index))
  const lines = [
    `Sokhna Mbaye;${iban(1)};110000;Salaire`,
    `Marième Gueye;${iban(2)};13O000;Salaire`,
    `Pape Cissé;${iban(3).slice(0, 20)};140000;Salaire`,
    `Awa Sow;${iban(4)};150000;Salaire`,
  ]
  await signIn(page, customers.accountant, 'transfers/create/multiple')
  await drop(page, `clavier-${project.name}.csv`, ['nom_beneficiaire;iban;montant;libelle', ...lines].join('\n'))
  const grid = page.getByRole('grid', { name: 'Lignes du fichier' })
  const nameAt = (row: number) => grid.getByRole('row').nth(row).getByRole('gridcell').nth(1)
  // Problems come first, whatever their place in the file.
  await expect(nameAt(1)).toHaveText('Marième Gueye')
  await expect(nameAt(2)).toHaveText('Pape Cissé')
  await expect(page.getByText('2 lignes prêtes')).toBeVisible()
  await expectNoBarrier(page)

  // The plan of the file is changed where it stands.
  await page.getByRole('button', { name: 'Changer le débit sur le relevé' }).click()
  await expect(page.getByText('Un seul débit')).toBeVisible()
  await page.getByRole('button', { name: 'Changer la date' }).click()
  await page.getByRole('dialog', { name: 'Pour toutes les lignes' }).getByRole('button', { name: 'Annuler' }).click()

  await grid.getByRole('button', { name: /^Écrire 130.000/ }).click()
  await expect(page.getByText('1 ligne contient une erreur')).toBeVisible()
  // The corrected line stays where it is.
  await expect(nameAt(1)).toHaveText('Marième Gueye')

  await nameAt(1).click()
  await page.keyboard.press('F8')
  await expect(grid.getByRole('gridcell', { name: /^SN/ }).and(page.locator(':focus'))).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(iban(3))
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 ligne contient une erreur')).toBeHidden()

  // Esc gives up; Tab saves and continues in the next cell.
  await nameAt(3).click()
  await page.keyboard.type('X')
  await page.keyboard.press('Escape')
  await expect(nameAt(3)).toHaveText('Sokhna Mbaye')
  await page.keyboard.press('F2')
  await page.keyboard.press('End')
  await page.keyboard.type(' Diop')
  await page.keyboard.press('Tab')
  await expect(grid.getByRole('textbox', { name: 'IBAN, ligne 2' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(nameAt(3)).toHaveText('Sokhna Mbaye Diop')

  await page.evaluate(() => navigator.clipboard.writeText('111000\n222000\n'))
  await page.keyboard.press('End')
  await page.keyboard.press('ControlOrMeta+V')
  const amountAt = (row: number) => grid.getByRole('row').nth(row).getByRole('gridcell').nth(4)
  await expect(amountAt(3)).toHaveText(/^111.000/)
  await expect(amountAt(4)).toHaveText(/^222.000/)
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(amountAt(3)).toHaveText(/^110.000/)
  await expect(amountAt(4)).toHaveText(/^150.000/)
  // One tab stop: the grid is left by one key.
  await page.keyboard.press('Tab')
  await expect(grid.locator(':focus')).toHaveCount(0)

  // The answer to one cell does not take back what was typed into the next one meanwhile.
  const saving = '**/transfers/import/*/lines'
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const waiting = gates.values()
  await page.route(saving, async (route) => {
    await waiting.next().value?.promise
    await route.continue()
  })
  await nameAt(4).click()
  await page.keyboard.type('Awa Sow Ba')
  await page.keyboard.press('Enter')
  await amountAt(4).click()
  await page.keyboard.type('160000')
  await page.keyboard.press('Enter')
  // Whoever closes the page before all is stored is asked.
  const opened = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await opened
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  // The second call begins when the answer to the first one has been taken.
  const next = page.waitForRequest(saving)
  gates[0]?.resolve()
  await next
  await expect(amountAt(4)).toHaveText('160000')
  await expect(nameAt(4)).toHaveText('Awa Sow Ba')
  const saved = page.waitForResponse(saving)
  gates[1]?.resolve()
  await saved
  await expect(amountAt(4)).toHaveText(/^160.000/)
  await page.unroute(saving)

  // What was not saved stays in its cell, and nothing is sent before it is.
  await page.route(saving, (route) => route.abort())
  await nameAt(4).click()
  await page.keyboard.type('Awa Ba')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 modification n’est pas enregistrée')).toBeVisible()
  await expect(nameAt(4)).toHaveText('Awa Ba')
  await expect(button(page, 'Envoyer les virements')).toBeDisabled()
  await page.getByRole('main').getByRole('link', { name: 'Virements multiples' }).click()
  const leaving = page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' })
  await expect(leaving).toContainText('1 modification de la liste n’est pas enregistrée.')
  await leaving.getByRole('button', { name: 'Continuer la saisie' }).click()
  await expect(nameAt(4)).toHaveText('Awa Ba')
  await page.unroute(saving)
  const stored = page.waitForResponse(saving)
  await button(page, 'Enregistrer de nouveau').click()
  await expect(page.getByText('1 modification n’est pas enregistrée')).toBeHidden()
  await stored
  await page.reload()
  await expect(grid.getByText('Awa Ba')).toBeVisible()

  // Two lines are left out quickly, and the first one fails: it is sent after all, and a message says so.
  const boxes = grid.getByRole('checkbox', { name: /^Envoyer la ligne/ })
  let isFirst = true
  await page.route(/transfers\/import\/[\da-f-]{36}$/, async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    await route.abort()
  })
  // The draft that is read after the failure arrives after the change that followed, and without it.
  const changed = page.waitForResponse(/transfers\/import\/[\da-f-]{36}$/)
  await page.route(
    /transfers\/import$/,
    async (route) => {
      const response = await route.fetch()
      await changed
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await boxes.nth(0).click()
  await boxes.nth(1).click()
  await expect(page.getByText('La connexion au serveur a échoué.')).toBeVisible()
  await expect(boxes.nth(0)).toBeChecked()
  await expect(boxes.nth(1)).not.toBeChecked()
  await abandonDraft(page)
})

test('a draft debits another account of the company, and keeps its corrections', async ({ page }) => {
  await signIn(page, customers.accountant, 'transfers/create/multiple')
  const iban = ibanFrom('SN', 'SN010', '01520', '485000000990')
  await drop(
    page,
    'autre-compte.csv',
    ['nom_beneficiaire;iban;montant;libelle', `Astou Ba;${iban};1000;Prime`].join('\n'),
  )
  const grid = page.getByRole('grid', { name: 'Lignes du fichier' })
  await grid.getByRole('checkbox', { name: /: Astou Ba$/ }).click()
  await expect(grid.getByRole('checkbox', { name: /: Astou Ba$/ })).not.toBeChecked()
  const main = page.getByRole('main')
  const debit = async (account: RegExp) => {
    await button(page, 'Changer le compte débité').click()
    await page.getByRole('dialog', { name: 'Choisir un compte' }).getByRole('button', { name: account }).click()
  }
  await expect(main.getByText('Compte courant •• 2001')).toBeVisible()
  await debit(/^Compte salaires/)
  await expect(main.getByText('Compte salaires •• 2002')).toBeVisible()
  await expect(grid.getByText('Astou Ba')).toBeVisible()
  await expect(grid.getByRole('checkbox', { name: /: Astou Ba$/ })).not.toBeChecked()
  await page.reload()
  await expect(main.getByText('Compte salaires •• 2002')).toBeVisible()
  await debit(/^Compte courant/)
  await expect(main.getByText('Compte courant •• 2001')).toBeVisible()
  await abandonDraft(page)
})

test('a file is paid instantly where the banks of its payees are connected, after they have confirmed the accounts', async ({
  page,
}, { project }) => {
  test.skip(isPhone(page), 'a company prepares its files on a desktop')
  await signIn(page, customers.awa, 'transfers/create/multiple')
  const head = 'nom_beneficiaire;iban;montant;libelle'
  const [connected, elsewhere] = [
    ibanFrom('SN', 'SN998', '01001', '003150101901'),
    ibanFrom('SN', 'SN777', '01520', '485000000901'),
  ]
  await drop(
    page,
    `pi-${project.name}.csv`,
    [head, `Awa Test;${connected};5000;Aide`, `Ali Test;${elsewhere};6000;Aide`].join('\n'),
  )
  const networks = page.getByRole('list', { name: 'Réseaux des lignes' })
  await expect(networks).toContainText('Compensation · 2 lignes')
  await expectNoBarrier(page)
  await page.getByRole('checkbox', { name: /Paiement instantané quand la banque du bénéficiaire/ }).click()
  await expect(networks).toContainText('Instantané (PI) · 1 ligne, sans frais')
  await expect(networks).toContainText('Compensation · 1 ligne')
  const table = page.getByRole('grid', { name: 'Lignes du fichier' })
  // The name that the payee's bank knows is another one: it is confirmed line by line, like that of every account.
  await expect(table.getByRole('row').filter({ hasText: 'Awa Test' })).toContainText('C’est la bonne personne')
  await expect(table.getByRole('row').filter({ hasText: 'Ali Test' })).toContainText('Compensation')
  await expectNoBarrier(page)
  await abandonDraft(page)
})

test('what was chosen for a file is there in another browser; a day that is over is refused, and pasted lines beyond the list are named', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, customers.treasurer, 'transfers/create/multiple')
  const iban = (index: number) => ibanFrom('SN', 'SN010', '01520', String(485_000_007_000 + index))
  const head = 'nom_beneficiaire;iban;montant;libelle;date_execution'
  await drop(page, 'paie.csv', [head, ...[1, 2].map((at) => `Agent ${at};${iban(at)};1000;Paie;2027-01-15`)].join('\n'))
  // No line can be sent, and one date for all of them repairs the file.
  await expect(page.getByText('2 lignes contiennent une erreur')).toBeVisible()
  await button(page, 'Date, libellé ou motif communs').click()
  const common = page.getByRole('dialog', { name: 'Pour toutes les lignes' })
  const day = common.getByRole('textbox', { name: /^Date d’exécution/ })
  await day.fill('02/01/2024')
  await common.getByRole('button', { name: 'Appliquer' }).click()
  await expect(common.getByText('Choisissez une date à partir d’aujourd’hui')).toBeVisible()
  const later = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  await day.fill(later.split('-').toReversed().join('/'))
  await escapeAndContinue(page)
  await common.getByRole('button', { name: 'Appliquer' }).click()
  await expect(common).toBeHidden()
  await expect(page.getByText('2 virements sélectionnés')).toBeVisible()

  const confidential = page.getByRole('checkbox', { name: /Virements confidentiels/ })
  const stored = page.waitForResponse((response) => response.url().endsWith('/options'))
  await confidential.check()
  await expect(page.getByText('Un seul débit')).toBeVisible()
  expect((await stored).status()).toBe(204)
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await expect(confidential).toBeChecked()
  await expect(page.getByText('Un seul débit')).toBeVisible()

  const grid = page.getByRole('grid', { name: 'Lignes du fichier' })
  const nameAt = (row: number) => grid.getByRole('row').nth(row).getByRole('gridcell').nth(1)
  await page.evaluate(() => navigator.clipboard.writeText('"Awa\nNdoye"\nBocar\nCoumba\n'))
  await nameAt(1).click()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(nameAt(1)).toHaveText('Awa Ndoye')
  await expect(nameAt(2)).toHaveText('Bocar')
  await expect(page.getByText('1 ligne collée dépasse la liste : elle n’a pas été reprise.')).toBeVisible()
  await button(page, 'Envoyer les virements').click()
  await confirm(page, 'Envoyer les virements')
  await expect(page.getByText(/ · envoyé par Ndèye Coumba Tine, le .* · confidentiel$/)).toBeVisible()
})
