import pg from 'pg'
import { expect, type Page, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { customers, fillCredentials, isPhone, signIn, signOut, loseSession } from '../customer.ts'

test('a wrong password shows the specified message, and only the password is emptied', async ({ page }) => {
  await page.goto('login')
  await fillCredentials(page, customers.awa, 'pas le bon')
  const alert = page.getByRole('alert').filter({ hasText: 'Mauvais identifiant et/ou mot de passe' })
  await expect(alert).toBeFocused()
  await expect(page.getByLabel('Mot de passe', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Identifiant', { exact: true })).toHaveValue(customers.awa)
})

test('an empty sign-in form shows an error above its fields', async ({ page }) => {
  await page.goto('login')
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Certaines informations sont manquantes' })).toBeFocused()
  await expect(page.getByText('Saisissez votre identifiant', { exact: true })).toBeVisible()
  await expect(page.getByText('Saisissez votre mot de passe', { exact: true })).toBeVisible()
})

test('a user whose access is being activated sees only the known contact of the account', async ({ page }) => {
  await signIn(page, customers.withoutRights)
  const advisor = page.getByRole('region', { name: 'Votre conseiller' })
  await expect(advisor.getByRole('link', { name: 'Écrire un e-mail' })).toHaveAttribute('href', /^mailto:.+@/)
  await expect(advisor.getByRole('link', { name: 'Appeler' })).toHaveAttribute('href', /^tel:\+221/)
  await expect(page.getByText('En cours à l’agence')).toHaveCount(0)
  await expectNoBarrier(page)
})

test('a reload keeps the session, and sign-in leads to the requested page', async ({ page }) => {
  await page.goto('operations/page/2')
  await expect(page).toHaveURL(/\/login/)
  await fillCredentials(page, customers.awa)
  await expect(page).toHaveURL(/\/operations\/page\/2$/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Synthèse' })).toBeVisible()
  await expect(page).toHaveURL(/\/operations\/page\/2$/)
  await page.goto('login')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('sign-out deletes the stored data', async ({ page }) => {
  await signIn(page, customers.awa)
  await expect(page.getByRole('heading', { name: 'Derniers mouvements' })).toBeVisible()
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toMatch(/Awa|Ndiaye|eyJ|balance|francs/i)
  await signOut(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await page.goto('dashboard')
  await expect(page).toHaveURL(/\/login/)
})

test('an expired session shows one message', async ({ page }) => {
  await signIn(page, customers.awa)
  await expect(page).toHaveURL(/\/dashboard/)
  await loseSession(page)
  await page.goto('transfers')
  await expect(page.getByText('Votre session est expirée. Merci de vous reconnecter.')).toHaveCount(1)
})

test('a user without activity is warned after five minutes, then signed out', async ({ page }) => {
  await page.clock.install()
  await signIn(page, customers.awa)
  await expect(page.getByRole('heading', { name: 'Derniers mouvements' })).toBeVisible()
  // The clock runs on by itself: the margin is what a slow machine takes until then.
  await page.clock.runFor(180_000)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.clock.runFor(62_000)
  await expect(page.getByRole('dialog', { name: 'Vous êtes toujours là ?' })).toBeVisible()
  await page.getByRole('button', { name: 'Rester connecté' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // A user who returns before the bank has processed the end stays signed in: the late answer does not end the new session.
  const arrives = Promise.withResolvers<void>()
  await page.route('**/user/auth*', async (route) => {
    if (route.request().method() === 'DELETE') await arrives.promise
    await route.continue()
  })
  await page.clock.runFor(302_000)
  await expect(page.getByText('Vous avez été déconnecté pour cause d’inactivité.')).toBeVisible()
  await fillCredentials(page, customers.awa)
  await expect(page.getByRole('button', { name: 'Se connecter' })).toHaveAttribute('aria-busy', 'true')
  arrives.resolve()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Derniers mouvements' })).toBeVisible()
})

test('a click after a sleep of more than five minutes signs out, before any timer has run', async ({ page }) => {
  await page.clock.install()
  await signIn(page, customers.awa)
  const heading = page.getByRole('heading', { name: 'Derniers mouvements' })
  await expect(heading).toBeVisible()
  await page.clock.pauseAt(Date.now() + 10_000)
  await page.clock.setSystemTime(Date.now() + 320_000)
  await heading.click()
  await page.clock.runFor(1_000)
  await expect(page.getByText('Vous avez été déconnecté pour cause d’inactivité.')).toBeVisible()
})

test('activity in one tab counts in the other, and signing out of one signs out of both', async ({ context }) => {
  await context.clock.install()
  const [one, other] = [await context.newPage(), await context.newPage()]
  await signIn(one, customers.awa)
  await other.goto('operations')
  await expect(other.getByRole('table')).toBeVisible()
  const warningIn = (page: Page) => page.getByRole('dialog', { name: 'Vous êtes toujours là ?' })
  await context.clock.runFor(243_000)
  await expect(warningIn(one)).toBeVisible()
  await expect(warningIn(other)).toBeVisible()
  await expect(warningIn(other).getByRole('status')).toHaveText('Il reste 60 secondes.')
  await context.clock.runFor(28_000)
  await expect(warningIn(other).getByRole('status')).toHaveText('Il reste 30 secondes.')
  await other.getByRole('button', { name: 'Rester connecté' }).click()
  await context.clock.runFor(2_000)
  await expect(warningIn(one)).toHaveCount(0)
  await expect(warningIn(other)).toHaveCount(0)
  await signOut(other)
  await expect(one).toHaveURL(/\/login/)
})

test('signing out deletes the drafts of the other tabs, also when the server answers slowly', async ({ context }) => {
  const [one, other] = [await context.newPage(), await context.newPage()]
  await signIn(one, customers.awa)
  await other.goto('inbox')
  await other.getByRole('button', { name: 'Écrire à mon conseiller' }).locator('visible=true').first().click()
  await other.getByLabel('Message', { exact: true }).fill('Texte personnel')
  await one.route('**/user/auth', async (route) => {
    const response = await route.fetch()
    // The other tab is refused meanwhile.
    await other.waitForURL(/\/login/)
    await route.fulfill({ response })
  })
  await signOut(one)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Bonjour')
  await expect(other.getByText('Votre session est expirée')).toHaveCount(0)
  expect(await other.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Texte personnel')
})

/** Ends the sessions of a customer at the bank, as a password change on another device does. */
async function endSessionsOf(login: string): Promise<void> {
  const bank = new pg.Client({ connectionString: process.env.CONNECT_DATABASE ?? '' })
  await bank.connect()
  await bank.query(
    'UPDATE sessions SET ended_at = now() WHERE ended_at IS NULL AND user_id = (SELECT id FROM users WHERE login = $1)',
    [login],
  )
  await bank.end()
}

test('the page of an ended session opens for its user only, in every tab', async ({ context }) => {
  const [one, other] = [await context.newPage(), await context.newPage()]
  await signIn(one, customers.awa)
  const search = /\/operations\?search=LOYER/
  const lose = async (page: Page) => {
    await page.goto('operations?search=LOYER')
    // The tab has to know its user.
    await expect(page.getByRole('button', { name: /^Menu d/ })).toBeVisible()
    await loseSession(page)
    await page.goto('operations?search=LOYER')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bonjour')
  }
  await lose(other)
  // The other tab waits at the sign-in page while its user signs in and out here.
  await signIn(one, customers.awa)
  await signOut(one)
  await fillCredentials(other, customers.controller)
  await expect(other).toHaveURL(/\/dashboard/)
  await signOut(other)

  await signIn(other, customers.awa)
  await lose(other)
  await fillCredentials(other, customers.controller)
  await expect(other).toHaveURL(/\/dashboard/)
  await signOut(other)
  await signIn(other, customers.awa)
  await lose(other)
  await fillCredentials(other, customers.awa)
  await expect(other).toHaveURL(search)
})

test('a session that can no longer be renewed ends with one message', async ({ page }) => {
  await page.clock.install()
  // The page does not learn of the end by itself: its event stream never connects.
  await page.route(/\/wb-api\/events$/, (route) => route.abort())
  await signIn(page, customers.awa)
  await expect(page.getByRole('heading', { name: 'Derniers mouvements' })).toBeVisible()
  // A user who works all the time: the token ends, not the session's inactivity limit.
  for (let minute = 0; minute < 3; minute += 1) {
    await page.clock.runFor(61_000)
    await page.mouse.click(5, 5)
  }
  await endSessionsOf(customers.awa)
  const refused = page.waitForResponse((answer) => answer.status() === 401)
  await page.clock.runFor(61_000)
  // From here the clock follows the answers: a page that waits for over two minutes gives up.
  await refused
  await expect(page.getByText('Votre session est expirée. Merci de vous reconnecter.')).toHaveCount(1)
  await expect(page).toHaveURL(/\/login/)
  await fillCredentials(page, customers.awa)
  await expect(page).toHaveURL(/\/dashboard/)
})

test('an expired token is detected at the next navigation, which signs out through /logout once', async ({ page }) => {
  await page.clock.install()
  // The page is not notified of it either: its event stream never connects.
  await page.route(/\/wb-api\/events$/, (route) => route.abort())
  await signIn(page, customers.awa)
  await expect(page.getByRole('heading', { name: 'Derniers mouvements' })).toBeVisible()
  // No timer runs before the step, and no request is sent.
  await page.clock.pauseAt(Date.now() + 10_000)
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  // The clock jumps past the end of the token.
  await page.clock.setSystemTime(Date.now() + 302_000)
  await page.getByRole('link', { name: 'Synthèse' }).locator('visible=true').first().press('Enter')
  await expect(page.getByText('Votre session est expirée. Merci de vous reconnecter.')).toHaveCount(1)
  await expect(page).toHaveURL(/\/login$/)
  expect(visited.filter((path) => path === '/connect/logout')).toHaveLength(1)
  await page.clock.resume()
  await fillCredentials(page, customers.awa)
  await expect(page).toHaveURL(/\/operations$/)
})

test('a device with a wrong clock signs in and stays signed in', async ({ browser }) => {
  for (const minutes of [-60, 60]) {
    const page = await browser.newPage()
    await page.clock.install({ time: Date.now() + minutes * 60_000 })
    await signIn(page, customers.awa)
    await expect(page.getByRole('heading', { name: 'Derniers mouvements' })).toBeVisible()
    await page.getByRole('link', { name: 'Synthèse' }).locator('visible=true').first().click()
    await expect(page.getByRole('table')).toBeVisible()
    await page.close()
  }
})

test('the next customer in the same browser sees no data of the previous one', async ({ page }) => {
  await signIn(page, customers.awa)
  await expect(page.getByRole('heading', { name: 'Derniers mouvements' })).toBeVisible()
  await page.goto('operations')
  await expect(page.getByRole('table')).toBeVisible()
  await signOut(page)
  await expect(page).toHaveTitle('Connexion · Banque Téranga')
  const requested: string[] = []
  page.on('response', async (answer) => {
    if (answer.url().includes('/wb-api/')) requested.push(await answer.text().catch(() => ''))
  })
  await signIn(page, customers.controller)
  await expect(page.getByRole('heading', { name: 'Derniers mouvements' })).toBeVisible()
  const seen = async () =>
    page.evaluate(() =>
      JSON.stringify([document.documentElement.outerHTML, document.title, { ...localStorage }, { ...sessionStorage }]),
    )
  expect(await seen()).not.toMatch(/Awa|Ndiaye/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await seen()).not.toMatch(/Awa|Ndiaye/)
  expect(requested.join('')).not.toMatch(/Awa Ndiaye/)
})

test('five wrong passwords lock an id, and the page shows for how long', async ({ page }) => {
  await page.goto('login')
  const nobody = isPhone(page) ? '77777771' : '77777772'
  for (let times = 0; times < 5; times += 1) {
    await fillCredentials(page, nobody, 'pas le bon')
    await expect(page.getByRole('alert').filter({ hasText: 'Mauvais identifiant et/ou mot de passe' })).toBeFocused()
  }
  await expect(page.getByRole('alert').filter({ hasText: 'Nouvel essai possible dans 15 min.' })).toBeVisible()
})

test('redirects lead to the page that the user may see', async ({ browser }) => {
  const expectRedirect = async (id: string, requested: string, to: string, title = /./) => {
    const page = await browser.newPage()
    await signIn(page, id)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Bonjour')
    await page.goto(requested)
    await expect(page).toHaveURL(new RegExp(`/connect${to}$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await page.close()
  }
  await expectRedirect(
    customers.withoutAccount,
    'dashboard',
    '/restricted',
    /^Aucun compte n’est rattaché à votre identifiant$/,
  )
  await expectRedirect(customers.withoutRights, 'operations', '/account', /^Accès en cours d’activation$/)
  await expectRedirect(customers.student, 'transfers', '/dashboard')
  await expectRedirect(customers.student, 'nulle/part', '/dashboard')
})
