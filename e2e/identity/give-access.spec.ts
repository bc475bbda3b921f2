// Administrators grant and reduce access; the person concerned sees it in the open page.
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { customers, isPhone, PASSWORD, signIn } from '../customer.ts'

async function confirm(page: Page, verb: string): Promise<void> {
  await page.getByLabel('Votre mot de passe').fill(PASSWORD)
  await page.getByRole('dialog', { name: 'Confirmez l’opération' }).getByRole('button', { name: verb }).click()
}

async function aPageOf(browser: Browser, id: string, like: Page): Promise<Page> {
  const context = await browser.newContext({ viewport: like.viewportSize() })
  const page = await context.newPage()
  await signIn(page, id)
  // The first section has loaded: it cannot overtake the next request.
  await expect(page).toHaveURL(/\/dashboard$/)
  return page
}

/** Ticks or unticks a right of Khady. */
async function setOperationsOfKhady(page: Page, isOpen: boolean): Promise<void> {
  await page.goto('account/access')
  // The person's current rights may come late: the form starts with them.
  const arrives = Promise.withResolvers<void>()
  await page.route('**/access/people/*/accounts?*', async (route) => {
    await arrives.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Khady Badji' }).click()
  const change = page.getByRole('button', { name: 'Modifier les droits' })
  await change.click()
  await expect(change).toHaveAttribute('aria-busy', 'true')
  arrives.resolve()
  const rights = page.getByRole('dialog', { name: 'Droits de Khady Badji' })
  await rights.getByRole('checkbox', { name: 'Synthèse' }).setChecked(isOpen)
  await rights.getByRole('button', { name: 'Enregistrer' }).click()
  await confirm(page, 'Modifier les accès')
}

test('reduced rights apply immediately in the open page; added rights wait for a second administrator', async ({
  browser,
  page: ibrahima,
}) => {
  const khady = await aPageOf(browser, customers.controller, ibrahima)
  await khady.goto('operations')
  await expect(khady.getByRole('table')).toBeVisible()

  await signIn(ibrahima, customers.director)
  await expect(ibrahima).toHaveURL(/\/dashboard$/)
  // Without interaction, the page is notified, shows a temporary message, and leaves a section without a right.
  const reductionNotice = khady.getByText(/Vos droits ont changé/).waitFor()
  await setOperationsOfKhady(ibrahima, false)
  await expect(ibrahima.getByText('Les droits ont été modifiés.')).toBeVisible()
  await reductionNotice
  await expect(khady).toHaveURL(/\/dashboard$/)
  await expect(khady.getByRole('link', { name: 'Synthèse', exact: true }).locator('visible=true')).toHaveCount(0)

  await setOperationsOfKhady(ibrahima, true)
  await expect(ibrahima.getByText('Un autre administrateur doit accepter ces droits.')).toBeVisible()
  await ibrahima.goto('account/access?view=changes')
  await expect(ibrahima.getByRole('heading', { name: 'Plus de droits pour Khady Badji' })).toBeVisible()
  await expect(ibrahima.getByRole('button', { name: 'Accepter' })).toHaveCount(0)

  const adama = await aPageOf(browser, customers.generalDirector, ibrahima)
  await adama.goto('account/access?view=changes')
  await adama.getByRole('button', { name: 'Accepter' }).click()
  const additionNotice = khady.getByText('De nouveaux droits vous ont été ouverts.').waitFor()
  await confirm(adama, 'Accepter la demande')
  await expect(adama.getByText('La demande a été acceptée.')).toBeVisible()
  await additionNotice
  await adama.goto('account/access')
  // The search is in the address, as in every list: back and reload keep it.
  const person = adama.getByRole('searchbox', { name: 'Rechercher une personne' })
  await person.fill('personne de ce nom')
  await expect(adama.getByText('Personne ne correspond à « personne de ce nom »')).toBeVisible()
  await expect(adama).toHaveURL(/search=/)
  await adama.reload()
  await expect(person).toHaveValue('personne de ce nom')
  await adama.getByRole('button', { name: 'Tout effacer' }).click()
  await expect(adama).not.toHaveURL(/search=/)
  await adama.getByRole('link', { name: 'Khady Badji' }).click()
  const panel = adama.getByRole('dialog', { name: 'Accès d’une personne' })
  // The same journey on the phone leaves the same lines: the newest is first.
  await expect(panel.getByText('Droits modifiés : Sur mesure → Consultation seule').first()).toBeVisible()
  await expect(panel.getByText(/ · Adama Sané$/).first()).toBeVisible()

  await expect(khady.getByRole('link', { name: 'Synthèse', exact: true }).locator('visible=true')).toBeVisible()
})

test('a private customer invites a person and withdraws the invitation', async ({ page }) => {
  await signIn(page, customers.awa)
  await page.getByRole('button', { name: /^Menu d/ }).click()
  await page.getByRole('menuitem', { name: 'Accès aux comptes' }).click()
  await page.getByRole('button', { name: 'Inviter une personne' }).click()
  const form = page.getByRole('dialog', { name: 'Inviter une personne' })
  await form.getByRole('button', { name: 'Inviter', exact: true }).click()
  await expect(form.getByText('L’email n’est pas valide')).toBeVisible()
  await form.getByLabel('Prénom').fill('Ousmane')
  await form.getByLabel('Nom', { exact: true }).fill('Ndiaye')
  await form.getByLabel('Adresse e-mail').fill(`ousmane.ndiaye.${isPhone(page) ? 'phone' : 'desk'}@courrier.example`)
  await form.getByLabel('Comptes concernés').selectOption('all')
  await form.getByRole('button', { name: 'Inviter', exact: true }).click()
  const requested = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await expect(requested).toContainText('Consultation seule')
  await expect(requested).toContainText('2 comptes')
  await confirm(page, 'Envoyer l’invitation')
  await expect(page.getByText('L’invitation est partie.')).toBeVisible()
  await page.getByRole('link', { name: 'Ousmane Ndiaye' }).click()
  const panel = page.getByRole('dialog', { name: 'Accès d’une personne' })
  await expect(panel.getByText('Invitation envoyée').first()).toBeVisible()
  await panel.getByRole('button', { name: 'Annuler l’invitation' }).click()
  await confirm(page, 'Retirer l’accès')
  await expect(page.getByText('L’invitation est annulée.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ousmane Ndiaye' })).toHaveCount(0)
})

test('an administrator alone gives powers: they take effect later, and the request can be withdrawn until then', async ({
  page,
}) => {
  await signIn(page, customers.awa, 'account/access')
  await page.getByRole('button', { name: 'Inviter une personne' }).click()
  const form = page.getByRole('dialog', { name: 'Inviter une personne' })
  await form.getByLabel('Prénom').fill('Aminata')
  await form.getByLabel('Nom', { exact: true }).fill('Gaye')
  await form.getByLabel('Adresse e-mail').fill(`aminata.gaye.${isPhone(page) ? 'phone' : 'desk'}@courrier.example`)
  await form.getByLabel('Rôle').selectOption('maker')
  await form.getByRole('button', { name: 'Inviter', exact: true }).click()
  await confirm(page, 'Envoyer l’invitation')
  await expect(page.getByText('L’invitation partira après un délai de sécurité')).toBeVisible()
  await page.goto('account/access?view=changes')
  const request = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /Aminata Gaye$/ }) })
  await expect(request.getByText('Prend effet sans opposition le')).toBeVisible()
  await expectNoBarrier(page)
  await request.getByRole('button', { name: 'Annuler la demande' }).click()
  await expect(page.getByText('La demande a été annulée.')).toBeVisible()
  await expect(request).toHaveCount(0)
})

test('weaker signature rules of an administrator alone take effect on the next business day', async ({ page }) => {
  await signIn(page, customers.treasurer, 'account/access?view=rules')
  await page.getByRole('button', { name: 'Modifier Virements', exact: true }).click()
  const modal = page.getByRole('dialog', { name: 'Virements' })
  await expect(modal.getByText('Une règle moins stricte prend effet le prochain jour ouvré.')).toBeVisible()
  await modal.getByLabel('Au-delà').selectOption('Une signature')
  await modal.getByRole('button', { name: 'Enregistrer' }).click()
  await confirm(page, 'Enregistrer les règles')
  await expect(page.getByText('Ces règles prendront effet le prochain jour ouvré.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Des règles vont prendre effet' })).toBeVisible()
  await expectNoBarrier(page)
  await page.getByRole('button', { name: 'Retirer la demande' }).click()
  await expect(page.getByText('La demande est close : les règles ne changent pas.')).toBeVisible()
})

test('the last administrator cannot be removed, and other users do not see the screen', async ({ browser, page }) => {
  await signIn(page, customers.treasurer)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('account/access')
  await page.getByRole('link', { name: /Ndèye Coumba Tine/ }).click()
  await expect(page.getByRole('dialog').getByText('300 comptes').first()).toBeVisible()
  await page.getByRole('button', { name: 'Modifier les droits' }).click()
  const rights = page.getByRole('dialog', { name: /^Droits d/ })
  await rights.getByLabel('Comptes concernés').selectOption('all')
  await rights.getByLabel('Rôle').selectOption('viewer')
  await rights.getByRole('button', { name: 'Enregistrer' }).click()
  await confirm(page, 'Modifier les accès')
  await expect(page.getByText('Chaque compte garde au moins un administrateur actif.').first()).toBeVisible()

  const student = await aPageOf(browser, customers.student, page)
  await student.goto('account/access')
  await expect(student).toHaveURL(/\/dashboard$/)
  await student.getByRole('button', { name: /^Menu d/ }).click()
  await expect(student.getByRole('menuitem', { name: 'Accès aux comptes' })).toHaveCount(0)
})

test('a limit of zero is an error at its field, not the absence of a limit', async ({ page }) => {
  await page.clock.install()
  let [version, changes] = [0, 0]
  await page.route('**/account/signing-rules', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    // The whole answer, also where it is the known one.
    const { 'if-none-match': _known, ...headers } = route.request().headers()
    const reply = await route.fetch({ headers })
    const rules = (await reply.json()) as { version: number }
    version = rules.version
    await route.fulfill({ response: reply, json: { ...rules, version: version + changes } })
  })
  await signIn(page, customers.treasurer, 'account/access?view=rules')
  await page.getByRole('button', { name: 'Modifier les plafonds du compte', exact: true }).click()
  const modal = page.getByRole('dialog', { name: 'Plafonds du compte' })
  await modal.getByRole('textbox').first().fill('0')
  await modal.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(modal.getByText('Un plafond est supérieur à zéro.')).toBeVisible()
  await expectNoBarrier(page)
  // Rules that somebody else sets meanwhile are not overwritten: what is sent is a change of those that were open.
  changes = 1
  const refreshed = page.waitForResponse('**/account/signing-rules')
  await page.clock.runFor(20_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await refreshed
  const sent = page.waitForRequest((call) => call.url().includes('signing-rules') && call.method() === 'PUT')
  await modal.getByRole('textbox').first().fill('1000')
  await modal.getByRole('button', { name: 'Enregistrer' }).click()
  expect(((await sent).postDataJSON() as { version: number }).version).toBe(version)
  await page.getByRole('dialog', { name: 'Confirmez l’opération' }).getByRole('button', { name: 'Annuler' }).click()
  await modal.getByRole('button', { name: 'Annuler' }).click()
  await expect(modal).toBeHidden()
})

test('weaker signature rules wait for a second administrator', async ({ page }) => {
  await signIn(page, customers.generalDirector, 'account/access?view=rules')
  await expect(page.getByRole('heading', { name: 'Signatures' })).toBeVisible()
  await expectNoBarrier(page)
  await page.getByRole('button', { name: 'Modifier Virements', exact: true }).click()
  const modal = page.getByRole('dialog', { name: 'Virements' })
  await modal.getByLabel('Jusqu’à').fill('6000000')
  await modal.getByRole('button', { name: 'Ajouter un palier' }).click()
  await modal.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(modal.getByText('Saisissez un montant supérieur au précédent')).toBeVisible()
  await expectNoBarrier(page)
  await modal.getByRole('button', { name: 'Retirer ce palier' }).last().click()
  await modal.getByRole('button', { name: 'Enregistrer' }).click()
  const password = page.getByRole('dialog', { name: 'Confirmez l’opération' })
  await password.getByLabel('Votre mot de passe').fill(PASSWORD)
  await password.getByRole('button', { name: 'Enregistrer les règles' }).click()
  await expect(page.getByText('Un autre administrateur doit accepter ces règles.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Des règles attendent un accord' })).toBeVisible()
  await expectNoBarrier(page)
  await page.getByRole('button', { name: 'Retirer la demande' }).click()
  await expect(page.getByText('La demande est close : les règles ne changent pas.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Des règles attendent un accord' })).toHaveCount(0)
})
