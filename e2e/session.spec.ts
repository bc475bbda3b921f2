import { expect, test } from '@playwright/test'
import { customers, fillCredentials, plain, signIn, signOut } from './customer.ts'

test('a wrong password is refused in the words of the specification, and only the password is asked again', async ({ page }) => {
  await page.goto('login')
  await fillCredentials(page, customers.awa, 'pas le bon')
  const alert = page.getByRole('alert').filter({ hasText: 'Mauvais identifiant et/ou mot de passe' })
  await expect(alert).toBeFocused()
  await expect(page.getByLabel('Mot de passe', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Identifiant', { exact: true })).toHaveValue(customers.awa)
})

test('a reload keeps the session, and the page that was asked for comes after the sign-in', async ({ page }) => {
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

test('to log out leaves nothing behind', async ({ page }) => {
  await signIn(page, customers.awa)
  await expect(page.getByRole('heading', { name: 'Derniers encaissements' })).toBeVisible()
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toMatch(/Awa|Ndiaye|eyJ|balance|francs/i)
  await signOut(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await page.goto('dashboard')
  await expect(page).toHaveURL(/\/login/)
})

test('a session that is over says so once', async ({ page }) => {
  await signIn(page, customers.awa)
  await expect(page).toHaveURL(/\/dashboard/)
  await page.context().clearCookies()
  await page.goto('transfers')
  await expect(page.getByText('Votre session est expirée. Merci de vous reconnecter.')).toHaveCount(1)
})

test('who does nothing for five minutes is warned, then logged out', async ({ page }) => {
  await page.clock.install()
  await signIn(page, customers.awa)
  await expect(page.getByRole('heading', { name: 'Derniers encaissements' })).toBeVisible()
  await page.clock.runFor(238_000)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.clock.runFor(5_000)
  await expect(page.getByRole('dialog', { name: 'Vous êtes toujours là ?' })).toBeVisible()
  await page.getByRole('button', { name: 'Rester connecté' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.clock.runFor(302_000)
  await expect(page.getByText("Vous avez été déconnecté pour cause d'inactivité.")).toBeVisible()
})

test('people are led to what is theirs', async ({ browser }) => {
  const visit = async (id: string, asked: string) => {
    const page = await browser.newPage()
    await signIn(page, id)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Bonjour')
    await page.goto(asked)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const seen = { url: page.url().replace(/.*\/connect/, ''), title: plain(await page.getByRole('heading', { level: 1 }).textContent()) }
    await page.close()
    return seen
  }
  expect(await visit(customers.withoutAccount, 'dashboard')).toEqual({
    url: '/restricted',
    title: 'Aucun compte n’est rattaché à votre identifiant',
  })
  expect(await visit(customers.withoutRights, 'operations')).toEqual({ url: '/account', title: 'Accès en cours d’activation' })
  expect(await visit(customers.student, 'transfers')).toMatchObject({ url: '/dashboard' })
  expect(await visit(customers.student, 'nulle/part')).toMatchObject({ url: '/dashboard' })
})
