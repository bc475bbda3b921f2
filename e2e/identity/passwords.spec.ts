import { expect, test } from '@playwright/test'
import { customers, fillCredentials, PASSWORD, signIn, signOut } from '../customer.ts'
import { mailTo } from '../outbox.ts'

const NEW = 'Pirogue-bleue-47'

// These journeys change the bank, which answers the same request once a minute: they run once.

test('the link for a forgotten password arrives by e-mail and works once, and the old password is refused', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('login')
  await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click()
  await page.getByRole('button', { name: 'Recevoir le lien' }).click()
  await expect(page.getByText('Saisissez votre identifiant', { exact: true })).toBeVisible()
  await page.getByLabel('Identifiant', { exact: true }).fill(customers.moustapha)
  await page.getByRole('button', { name: 'Recevoir le lien' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consultez vos e-mails')
  await expect(
    page.getByRole('status').filter({ hasText: 'Un e-mail de réinitialisation du mot de passe vous a été envoyé.' }),
  ).toBeVisible()

  await expect(page.getByText(/Renvoi possible dans 0:5\d/)).toBeVisible()
  await page.clock.runFor(60_000)
  // The test's clock is ahead of the bank's, which measures the minute.
  await page.getByRole('button', { name: 'Renvoyer le lien' }).click()
  await expect(page.getByText('Trop de demandes. Réessayez dans 1 min.')).toBeVisible()

  const mail = await mailTo('moustapha.thiam@courrier.example', /password\/update#/)
  const [link = ''] = /http[^\s"<]+password\/update#[\w-]{43}/.exec(mail) ?? []
  const path = `password/update${new URL(link).hash}`
  // Another user is signed in: the page says so, without naming the owner of the link.
  await signIn(page, customers.awa)
  await page.goto(path)
  await expect(page.getByRole('note').filter({ hasText: 'Une session est ouverte dans ce navigateur' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choisissez votre mot de passe')
  expect(page.url()).toMatch(/\/password\/update$/)
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
    new URL(link).hash.slice(1),
  )

  const rules = page.getByRole('list').getByText('(respecté)')
  const made = page.getByLabel('Nouveau mot de passe')
  await made.pressSequentially('Pirogue')
  await expect(rules).toHaveCount(2)
  await made.fill('Pirogue47')
  await expect(rules).toHaveCount(4)
  await made.fill('Teranga-2026!')
  await expect(rules).toHaveCount(5)
  await page.getByLabel('Confirmer le mot de passe').fill('autre')
  await expect(page.getByText('Ce mot de passe est trop courant')).toBeVisible()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Les mots de passe ne correspondent pas')).toBeVisible()
  await made.fill(NEW)
  await page.getByLabel('Confirmer le mot de passe').fill(NEW)
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Votre mot de passe a bien été modifié.' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)

  await fillCredentials(page, customers.moustapha, PASSWORD)
  await expect(page.getByRole('alert').filter({ hasText: 'Mauvais identifiant et/ou mot de passe' })).toBeVisible()
  await fillCredentials(page, customers.moustapha, NEW)
  await expect(page).toHaveURL(/\/dashboard/)
  await mailTo('moustapha.thiam@courrier.example', /mot de passe de votre espace client vient/)
  await signOut(page)

  // No form until the link is known to be valid.
  const answers = Promise.withResolvers<void>()
  await page.route('**/user/password/*', async (route) => {
    await answers.promise
    await route.continue()
  })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choisissez votre mot de passe')
  await expect(made).toHaveCount(0)
  answers.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ce lien n’est plus valable')
  await page.getByRole('link', { name: 'Demander un nouveau lien' }).click()
  await expect(page).toHaveURL(/\/forgot$/)
})

test('a link whose answer was lost is said to have set the password', async ({ page }) => {
  let isLost = false
  await page.route('**/user/password/*', async (route) => {
    if (route.request().method() === 'GET')
      return route.fulfill({ json: { kind: 'existing', expires_at: Math.floor(Date.now() / 1000) + 3600 } })
    if (isLost)
      return route.fulfill({ status: 410, json: { code: 'password_link_over', message: 'over', status: 410 } })
    isLost = true
    await route.abort()
  })
  await page.goto(`password/update#${'A'.repeat(43)}`)
  await page.getByLabel('Nouveau mot de passe').fill(NEW)
  await page.getByLabel('Confirmer le mot de passe').fill(NEW)
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('La connexion au serveur a échoué.')).toBeVisible()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre mot de passe est sans doute enregistré')
  await page.getByRole('link', { name: 'Revenir à la connexion' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('an unknown id gets the same response', async ({ page }) => {
  await page.goto('forgot')
  await page.getByLabel('Identifiant', { exact: true }).fill('12121212')
  await page.getByRole('button', { name: 'Recevoir le lien' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consultez vos e-mails')
})

test('the first sign-in requires a new password before anything else', async ({ page }) => {
  await page.goto('operations')
  await fillCredentials(page, customers.firstLogin)
  await expect(page).toHaveURL(/\/password\/update$/)
  await expect(page.getByText('Bienvenue, Alioune Badara.')).toBeVisible()
  for (const requested of ['dashboard', 'transfers/create', 'login', 'forgot']) {
    await page.goto(requested)
    await expect(page).toHaveURL(/\/password\/update$/)
  }
  // The password was typed a moment ago.
  await expect(page.getByLabel('Mot de passe actuel')).toHaveCount(0)
  await page.getByLabel('Nouveau mot de passe').fill('Zèbres-Dramé-47')
  await page.getByLabel('Confirmer le mot de passe').fill('Zèbres-Dramé-47')
  await page.getByRole('button', { name: 'Enregistrer et continuer' }).click()
  await expect(page.getByText('Le mot de passe ne doit contenir ni votre identifiant ni votre nom.')).toBeVisible()
  await page.getByLabel('Nouveau mot de passe').fill(NEW)
  await page.getByLabel('Confirmer le mot de passe').fill(NEW)
  // The server sets it, and its answer is lost: the second attempt asks for no other password.
  await page.route('**/user/password', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Enregistrer et continuer' }).click()
  await expect(page.getByText('La connexion au serveur a échoué.')).toBeVisible()
  await page.unroute('**/user/password')
  await page.getByRole('button', { name: 'Enregistrer et continuer' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Votre mot de passe a bien été enregistré.' })).toBeVisible()
  await expect(page).toHaveURL(/\/operations$/)
  await signOut(page)
  await page.goto('login')
  await fillCredentials(page, customers.firstLogin, NEW)
  await expect(page).toHaveURL(/\/dashboard/)
})

test('a signed-in user is redirected from the pages for signed-out users', async ({ page }) => {
  await signIn(page, customers.awa)
  for (const requested of ['forgot', 'password/update']) {
    await page.goto(requested)
    await expect(page).toHaveURL(/\/dashboard/)
  }
})
