// On a slow network, unknown values are not shown, and no action depends on them.
import { expect, type Page, test } from '@playwright/test'
import { customers, signIn } from '../customer.ts'
import { atTheBank } from '../desk.ts'
import { holdBack } from '../network.ts'
import { choosePayee } from '../transfer-form.ts'

test('the header shows no count before it is loaded', async ({ page }) => {
  const release = await holdBack(page, /wb-api\/messages\?.*unread/)
  await signIn(page, customers.awa, 'rib')
  await expect(
    page.getByRole('link', { name: 'Messagerie', exact: true }).locator('visible=true').first(),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: /^Messagerie, / })).toHaveCount(0)
  release()
  await expect(page.getByRole('link', { name: /^Messagerie, \d+ messages? non lus?$/ })).toBeVisible()
})

for (const [path, code] of [
  ['inbox', /InboxScreen/],
  ['', /DashboardScreen/],
] as const)
  test(`the code of the page /${path} loads while its session is continued`, async ({ page }) => {
    await signIn(page, customers.awa, 'account/rib')
    const release = await holdBack(page, /wb-api\/user$/)
    const requested = page.waitForRequest(code)
    await page.goto(path, { waitUntil: 'commit' })
    await requested
    release()
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  })

test('categories cannot be removed before the list of categories is loaded', async ({ page }) => {
  const release = await holdBack(page, /wb-api\/categories/)
  await signIn(page, customers.awa, 'operations')
  await page
    .getByRole('checkbox', { name: /^Choisir/ })
    .first()
    .check()
  await page.getByRole('region', { name: 'Sélection' }).getByRole('button', { name: 'Classer' }).click()
  const classing = page.getByRole('dialog', { name: 'Classer une opération' })
  const remove = classing.getByRole('button', { name: 'Retirer leurs catégories' })
  await expect(remove).toBeDisabled()
  release()
  await expect(classing.getByRole('list', { name: 'Catégories' }).getByRole('button').first()).toBeVisible()
  await expect(remove).toBeEnabled()
})

/** Makes these calls fail from now on, and returns to the page after the cache lifetime: it repeats them. The clock is installed. */
async function failRefresh(page: Page, calls: RegExp): Promise<void> {
  let failures = 0
  await page.route(calls, (route) => {
    failures += 1
    return route.abort()
  })
  await page.clock.runFor(20_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(async () => {
    await page.clock.runFor(2_000)
    expect(failures).toBeGreaterThanOrEqual(2)
  }).toPass()
  await page.clock.runFor(1_000)
}

test('a form keeps its content when a later refresh fails', async ({ page }) => {
  await page.clock.install()
  await signIn(page, customers.director, 'account/access')
  await page.getByRole('link', { name: 'Khady Badji' }).click()
  await page.getByRole('button', { name: 'Modifier les droits' }).click()
  const rights = page.getByRole('dialog', { name: 'Droits de Khady Badji' })
  await expect(rights).toBeVisible()
  await failRefresh(page, /wb-api\/access\//)
  await expect(rights).toBeVisible()
  await page.unroute(/wb-api\/access\//)
  await rights.getByRole('button', { name: 'Annuler' }).click()
  await page.getByRole('button', { name: 'Fermer le panneau' }).click()

  await page.getByRole('button', { name: /^Alertes/ }).click()
  await page.getByRole('dialog', { name: 'Alertes' }).getByRole('button', { name: 'Choisir mes alertes' }).click()
  const choices = page.getByRole('dialog', { name: 'Choisir mes alertes' })
  const first = choices.getByRole('checkbox').first()
  const wasChosen = await first.isChecked()
  await first.click()
  await failRefresh(page, /wb-api\/alerts\/preferences/)
  await expect(first).toBeChecked({ checked: !wasChosen })
  page.on('dialog', (dialog) => void dialog.accept())

  await page.goto('dat')
  await page.getByRole('button', { name: 'Simuler un placement' }).click()
  const amount = page.getByRole('dialog', { name: 'Simuler un placement' }).getByLabel('Montant à placer')
  await amount.fill('7000000')
  await failRefresh(page, /wb-api\/deposits\/offers/)
  await expect(amount).toHaveValue('7\u202F000\u202F000')
})

test('a ceiling is a change of the one that was read, also where a later refresh knows another one', async ({
  page,
}) => {
  await page.clock.install()
  const listed = page.waitForResponse(/wb-api\/mandates\?/)
  await signIn(page, customers.awa, 'debits?tab=mandates')
  const mandates = (await (await listed).json()) as { id: string; creditor_name: string; version: number }[]
  const { id = '', version } = mandates.find(({ creditor_name }) => creditor_name === 'Sonatel') ?? {}
  await page.getByRole('link', { name: 'Sonatel' }).click()
  const panel = page.getByRole('dialog', { name: 'Mandat de prélèvement' })
  await panel.getByRole('button', { name: 'Fixer un plafond' }).click()
  const ceiling = page.getByRole('dialog', { name: 'Plafond du mandat' })
  await ceiling.getByLabel('Montant maximum d’un prélèvement').fill('40000')
  // Somebody else has set it since.
  await atTheBank('UPDATE mandates SET max_amount = 61000, version = version + 1 WHERE id = $1', id)
  await page.clock.runFor(20_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(panel.getByText('61000 francs CFA')).toBeAttached()
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.route(/wb-api\/mandates\/[\da-f-]{36}$/, (route) => route.abort())
  await ceiling.getByRole('button', { name: 'Enregistrer' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ version, max_amount: 40_000 })
  await atTheBank('UPDATE mandates SET max_amount = NULL, version = version + 1 WHERE id = $1', id)
})

test('the progress bar runs while the next screen is being loaded', async ({ page }) => {
  const release = await holdBack(page, /assets\/CreditListScreen/)
  await signIn(page, customers.awa, 'account/rib')
  await expect(page.getByRole('heading', { level: 1, name: 'Coordonnées bancaires' })).toBeVisible()
  const bar = page.locator('#root > div[aria-hidden=true]')
  await expect(bar).toHaveCount(0)
  await page.getByRole('link', { name: 'Crédits', exact: true }).click()
  await expect(page).toHaveURL(/\/credits$/)
  await expect(bar).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Crédits' })).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('the payee of the address does not replace the one that was chosen while it was loading, nor after a reload', async ({
  page,
}) => {
  await signIn(page, customers.awa, 'transfers/beneficiaries')
  await page.getByRole('link', { name: 'Moustapha Thiam', exact: true }).click()
  await page.getByRole('link', { name: 'Faire un virement' }).click()
  await expect(page).toHaveURL(/transfers\/create\?beneficiary=/)
  const form = page.getByRole('region', { name: 'À', exact: true })
  await expect(form.getByText('Moustapha Thiam').last()).toBeVisible()

  const release = await holdBack(page, /wb-api\/transfers\/payees\?beneficiary=/)
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await choosePayee(page, 'Cheikh Diatta')
  release()
  await expect(page.getByRole('group', { name: 'Mes comptes et derniers bénéficiaires' })).toBeVisible()
  const summary = page.getByRole('complementary', { name: 'Récapitulatif' })
  await expect(summary.getByText('Cheikh Diatta')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Nous avons repris votre saisie')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Mes comptes et derniers bénéficiaires' })).toBeVisible()
  await expect(summary.getByText('Cheikh Diatta')).toBeVisible()
  await expect(summary.getByText('Moustapha Thiam')).toHaveCount(0)
})

test('a failure is shown where its screen was left, and where another call has followed', async ({ page }) => {
  await signIn(page, customers.awa, 'transfers')
  const release = Promise.withResolvers<void>()
  await page.route(/wb-api\/transfers\/[\da-f-]{36}$/, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    await release.promise
    await route.abort()
  })
  await page
    .getByRole('switch', { name: /^Virement régulier vers/, checked: true })
    .first()
    .click()
  await page.getByRole('link', { name: 'Relevés', exact: true }).click()
  await expect(page).toHaveURL(/\/statements/)
  release.resolve()
  await expect(page.getByText('La connexion au serveur a échoué.')).toBeVisible()
})

test('a refusal that fails after the requests to sign were left says so', async ({ page }) => {
  const listed = page.waitForResponse(/wb-api\/signatures\?/)
  await signIn(page, customers.director, 'transfers/to-sign')
  const items = (await (await listed).json()) as { id: string; kind: string }[]
  await page.goto(`transfers/to-sign?item=${items.find(({ kind }) => kind === 'transfer')?.id}`)
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Refuser' }).click()
  await panel.getByRole('button', { name: 'Montant incorrect' }).click()
  const release = Promise.withResolvers<void>()
  await page.route(/wb-api\/.*\/reject$/, async (route) => {
    await release.promise
    await route.abort()
  })
  await panel.getByRole('button', { name: /^Refuser et prévenir/ }).click()
  await panel.getByRole('button', { name: 'Fermer le panneau' }).click()
  await page.getByRole('link', { name: 'Relevés', exact: true }).click()
  await expect(page).toHaveURL(/\/statements/)
  release.resolve()
  await expect(page.getByText('La connexion au serveur a échoué.')).toBeVisible()
})

test('a success has its effect where its screen was left: a sent reply is no draft any more', async ({ page }) => {
  await signIn(page, customers.diaspora, 'inbox')
  await page.getByRole('row').getByRole('link').first().click()
  const reply = page.getByLabel('Votre réponse')
  const text = `Merci, c’est noté (${Date.now()}).`
  await reply.fill(text)
  const release = await holdBack(page, /wb-api\/messages\/[\da-f-]{36}\/replies$/)
  await page.getByRole('button', { name: 'Envoyer la réponse' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Messagerie' }).click()
  await expect(page).toHaveURL(/\/inbox$/)
  release()
  await expect(page.getByRole('status').filter({ hasText: 'Votre message a bien été envoyé.' })).toBeVisible()
  await page.getByRole('row').getByRole('link').first().click()
  await expect(page.getByRole('list', { name: 'Échange' })).toContainText(text)
  await expect(reply).toHaveValue('')
})

test('an account that is looked up is not selected when its screen was left', async ({ page }) => {
  await signIn(page, customers.accountant, 'dashboard')
  const current = page.getByRole('button', { name: /Changer de compte/ }).locator('visible=true')
  const before = (await current.textContent()) ?? ''
  const release = await holdBack(page, /wb-api\/accounts\?/)
  await page.getByRole('button', { name: 'Compte salaires', exact: true }).click()
  await page.getByRole('link', { name: 'Virements', exact: true }).locator('visible=true').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Virements' })).toBeVisible()
  const answered = page.waitForResponse(/wb-api\/accounts\?/)
  release()
  await answered
  // The account of this tab after a reload.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Virements' })).toBeVisible()
  await expect(current).toHaveText(before)
})

test('an alert about another account opens its object on that account', async ({ page }) => {
  await atTheBank(`
    INSERT INTO alerts (user_id, account_id, kind, about, right_needed, subject_id, at)
    SELECT m.user_id, a.id, 'chequebook_available', 'chequebook', 'payment-methods', gen_random_uuid(), now()
      FROM memberships m JOIN users u ON u.id = m.user_id JOIN accounts a ON a.id = m.account_id
     WHERE u.login = '${customers.accountant}' AND a.label = 'Compte salaires'`)
  await signIn(page, customers.accountant, 'dashboard')
  await page
    .getByRole('button', { name: /^Alertes/ })
    .locator('visible=true')
    .click()
  await page
    .getByRole('dialog', { name: 'Alertes' })
    .getByRole('button', { name: /chéquier/ })
    .first()
    .click()
  await expect(page).toHaveURL(/payment-methods\/checks\?chequebook=/)
  await expect(page.getByRole('button', { name: /Changer de compte/ }).locator('visible=true')).toContainText(
    'Compte salaires',
  )
})

test('operations of a former filter are not selected when their answer comes', async ({ page }) => {
  await signIn(page, customers.awa, 'operations')
  await page
    .getByRole('checkbox', { name: /^Choisir/ })
    .first()
    .check()
  const release = await holdBack(page, /wb-api\/operations\/ids/)
  const bar = page.getByRole('region', { name: 'Sélection' })
  await bar.getByRole('button', { name: /^Tout sélectionner|plus récentes$/ }).click()
  await page.getByRole('searchbox', { name: /^Rechercher/ }).fill('Senelec')
  await expect(bar).toHaveCount(0)
  const answered = page.waitForResponse(/wb-api\/operations\/ids/)
  release()
  await answered
  await page
    .getByRole('checkbox', { name: /^Choisir/ })
    .first()
    .check()
  await expect(bar).toContainText('1 opération choisie')
})

test('the prepared list of one account is not displayed on another', async ({ page }) => {
  await signIn(page, customers.accountant, 'transfers/create/multiple?list=0190a0b0-1111-7222-8333-444455556666')
  const release = Promise.withResolvers<void>()
  await page.route('**/transfers/import/list', async (route) => {
    await release.promise
    await route.fulfill({ json: { import_id: 'other', file_name: 'autre.csv', items: [] } })
  })
  await page.getByRole('button', { name: 'Préparer les virements' }).click()
  await page
    .getByRole('button', { name: /Changer de compte/ })
    .locator('visible=true')
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Compte salaires/ })
    .click()
  await expect(page).toHaveURL(/transfers$/)
  await page.getByRole('link', { name: 'Virements multiples' }).click()
  await page
    .getByRole('link', { name: /fichier/ })
    .first()
    .click()
  await expect(page.getByText('Déposez votre fichier ici')).toBeVisible()
  const answered = page.waitForResponse('**/transfers/import/list')
  release.resolve()
  await answered
  await expect(page.getByText('Déposez votre fichier ici')).toBeVisible()
  await page
    .getByRole('button', { name: /Changer de compte/ })
    .locator('visible=true')
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Compte courant/ })
    .click()
  await expect(page).toHaveURL(/transfers$/)
})

test('without live events, an action makes the data of the next screens stale', async ({ page }) => {
  await page.route(/wb-api\/events/, (route) => route.abort())
  await signIn(page, customers.accountant, 'operations')
  await expect(page.getByRole('row').nth(5)).toBeVisible()
  await page
    .getByRole('button', { name: /Changer de compte/ })
    .locator('visible=true')
    .click()
  const picker = page.getByRole('dialog', { name: 'Choisir un compte' })
  for (const name of [/^Ajouter Compte salaires/, /^Retirer Compte salaires/]) {
    // Data is stale from the answer on, which may come after the button has changed.
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await picker.getByRole('button', { name }).click()
    await (await answered).finished()
  }
  await expect(picker.getByRole('button', { name: /^Ajouter Compte salaires/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Virements', exact: true }).locator('visible=true').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Virements' })).toBeVisible()
  const again = page.waitForRequest(/wb-api\/operations\?/)
  await page.getByRole('link', { name: 'Synthèse', exact: true }).locator('visible=true').first().click()
  await again
})

test('without live events, a screen that is opened before the answer of an action fetches its data again', async ({
  page,
}) => {
  await page.route(/wb-api\/events/, (route) => route.abort())
  await signIn(page, customers.accountant, 'transfers')
  const choose = page.getByRole('button', { name: /Changer de compte/ }).locator('visible=true')
  const picker = page.getByRole('dialog', { name: 'Choisir un compte' })
  await choose.click()
  const release = await holdBack(page, /wb-api\/accounts\/[^/]+$/)
  await picker.getByRole('button', { name: /^Ajouter Compte salaires/ }).click()
  await page.keyboard.press('Escape')
  const first = page.waitForResponse(/wb-api\/dashboard$/)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await first
  await expect(page.getByRole('button', { name: 'Compte salaires', exact: true })).toBeVisible()
  const again = page.waitForRequest(/wb-api\/dashboard$/)
  release()
  await again
  // The account is as it was. The list that is opened again shows the former state until it is fetched.
  await choose.click()
  const restored = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await picker.getByRole('button', { name: /^Retirer Compte salaires/ }).click()
  await (await restored).finished()
})

test('what was decided about one request, and why it is refused, does not apply to the next one', async ({ page }) => {
  const ids = ['0190a0b0-1111-7222-8333-444455556666', '0190a0b0-1111-7222-8333-444455556677']
  await page.route(/wb-api\/signatures\?/, async (route) => {
    const reply = await route.fetch()
    const [one] = (await reply.json()) as { id: string; kind: string; account: { uuid: string } }[]
    await route.fulfill({ response: reply, json: ids.map((id) => ({ ...one, id, kind: 'beneficiary_account' })) })
    await page.route(/wb-api\/signatures\/.*beneficiary_account/, async (detail) => {
      const known = detail
        .request()
        .url()
        .replace(/signatures\/.*/, `signatures/${one?.account.uuid}/${one?.kind}/${one?.id}`)
      const answer = await detail.fetch({ url: known })
      const item = (await answer.json()) as object
      await detail.fulfill({
        response: answer,
        json: { ...item, old_iban: 'SN01', kind: 'beneficiary_account', may_sign: true },
      })
    })
  })
  await signIn(page, customers.director, `transfers/to-sign?item=${ids[0]}`)
  const panel = page.getByRole('dialog', { name: /^(Changement de compte à approuver|Refuser cette demande)$/ })
  const ended = panel.getByRole('radio', { name: 'Ses virements sont arrêtés' })
  await ended.check()
  await panel.getByRole('button', { name: 'Demande suivante' }).click()
  await expect(panel.getByText('2 sur 2', { exact: true })).toBeVisible()
  await expect(panel.getByRole('radio', { name: 'Ses virements reprennent vers le nouveau compte' })).toBeChecked()
  // A refusal that was begun keeps its own reason while another one is written.
  const why = panel.getByLabel(/^Un mot pour/)
  await panel.getByRole('button', { name: /^Refuser/ }).click()
  await why.fill('Raison du deuxième')
  await panel.getByRole('button', { name: 'Demande précédente' }).click()
  await expect(ended).toBeChecked()
  await panel.getByRole('button', { name: /^Refuser/ }).click()
  await expect(why).toHaveValue('')
  await why.fill('Raison du premier')
  await panel.getByRole('button', { name: 'Demande suivante' }).click()
  await expect(why).toHaveValue('Raison du deuxième')
  await panel.getByRole('button', { name: 'Demande précédente' }).click()
  await expect(why).toHaveValue('Raison du premier')
})

test('a category that is chosen while another one is on its way is added to it', async ({ page }) => {
  await signIn(page, customers.awa, 'operations?search=senelec')
  await page.getByRole('table').getByRole('link').nth(6).click()
  const panel = page.getByRole('dialog', { name: 'Opération' })
  const chosen = panel.getByRole('button', { name: /^Retirer la catégorie / })
  await panel.getByRole('button', { name: 'Autre', exact: true }).click()
  const choice = panel.getByLabel(/[Cc]atégorie$/)
  await expect(choice).toBeVisible()
  const before = await chosen.count()
  const release = await holdBack(page, /wb-api\/operations\/[\da-f-]{36}$/)
  const [, one = '', other = ''] = await choice.locator('option').allTextContents()
  await choice.selectOption(one)
  await choice.selectOption(other)
  release()
  await expect(chosen).toHaveCount(before + 2)
  for (const name of [one, other]) {
    await panel.getByRole('button', { name: `Retirer la catégorie ${name}`, exact: true }).click()
    await expect(panel.getByRole('button', { name: `Retirer la catégorie ${name}`, exact: true })).toHaveCount(0)
  }
  await expect(chosen).toHaveCount(before)
})

test('a star that is pressed twice is changed twice, in this order', async ({ page }) => {
  await signIn(page, customers.accountant, 'dashboard')
  await page
    .getByRole('button', { name: /Changer de compte/ })
    .locator('visible=true')
    .click()
  const picker = page.getByRole('dialog', { name: 'Choisir un compte' })
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postDataJSON())
  })
  const release = await holdBack(page, /wb-api\/accounts\/[\da-f-]{36}$/)
  await picker.getByRole('button', { name: /^Ajouter Compte salaires/ }).click()
  await picker.getByRole('button', { name: /^Retirer Compte salaires/ }).click()
  await expect(picker.getByRole('button', { name: /^Ajouter Compte salaires/ })).toBeVisible()
  // The second waits for the answer of the first.
  expect(sent).toEqual([{ is_favourite: true }])
  const isSecond = (body: unknown) => JSON.stringify(body) === '{"is_favourite":false}'
  const answered = page.waitForResponse((answer) => isSecond(answer.request().postDataJSON()))
  release()
  await (await answered).finished()
  expect(sent).toEqual([{ is_favourite: true }, { is_favourite: false }])
  await page.reload()
  await page
    .getByRole('button', { name: /Changer de compte/ })
    .locator('visible=true')
    .click()
  await expect(picker.getByRole('button', { name: /^Ajouter Compte salaires/ })).toBeVisible()
})

test('a list of accounts that is opened again shows a changed star before it was fetched', async ({ page }) => {
  await signIn(page, customers.accountant, 'dashboard')
  const open = () =>
    page
      .getByRole('button', { name: /Changer de compte/ })
      .locator('visible=true')
      .click()
  await open()
  const picker = page.getByRole('dialog', { name: 'Choisir un compte' })
  const add = picker.getByRole('button', { name: /^Ajouter Compte salaires/ })
  const remove = picker.getByRole('button', { name: /^Retirer Compte salaires/ })
  await expect(add).toBeVisible()
  const release = await holdBack(page, /wb-api\/accounts\?/)
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await add.click()
  await (await stored).finished()
  await page.keyboard.press('Escape')
  await expect(picker).toBeHidden()
  await open()
  await expect(remove).toBeVisible()
  await expect(add).toBeHidden()
  release()
  await remove.click()
  await expect(add).toBeVisible()
})
