// Helpers of every journey: a signed-in customer, and displayed amounts.
import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { customers, PASSWORD } from './customers.ts'

export { customers, PASSWORD }

export async function fillCredentials(page: Page, id: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Identifiant', { exact: true }).fill(id)
  await page.getByLabel('Mot de passe', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
}

/**
 * Opens a page of the portal as a signed-in customer: with the call of the sign-in page, then as after a reload, for journeys that
 * are not about signing in. No page is opened for the call.
 */
export async function signIn(page: Page, id: string, path = ''): Promise<void> {
  const reply = await page.request.get('/wb-api/user/auth', {
    headers: {
      authorization: `Basic ${btoa(`${id}:${PASSWORD}`)}`,
      'x-client-datetime': new Date().toISOString().replace(/\..*/, '+00:00'),
    },
  })
  expect(reply.status()).toBe(200)
  // The state of a browser that has seen no other customer, once: a reload keeps what the journey chooses later.
  await page.addInitScript((mark) => {
    if (sessionStorage.getItem(mark)) return
    sessionStorage.setItem(mark, 'yes')
    localStorage.setItem('connect.state', JSON.stringify({ v: 1, menu: 'home' }))
  }, `signed-in-${randomUUID()}`)
  await page.goto(path)
  await expect(page).not.toHaveURL(/\/connect\/(login)?$/)
}

/** Ends the session behind the portal's back. The portal is left before: an answer under way would bring the cookie back. */
export async function loseSession(page: Page): Promise<void> {
  await page.goto('not-supported.html')
  await page.context().clearCookies()
}

/** Escape asks before typed text is lost: the typing goes on. */
export async function escapeAndContinue(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Continuer la saisie' }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menu d/ }).click()
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
  await expect(page).toHaveURL(/\/login/)
}

/** French typography uses no-break spaces of two widths; tests compare plain spaces. */
export const plain = (text: string | null) => (text ?? '').replaceAll(/[\u00A0\u202F]/g, ' ')

/** The balance of the dashboard, in francs: its text for screen readers has plain digits. */
export async function balanceOn(page: Page): Promise<number> {
  await page.goto('dashboard')
  const spoken = await page
    .locator('section[aria-labelledby="balance-title"]')
    .getByText(/^(moins )?\d+ francs CFA$/)
    .first()
    .textContent()
  return Number((spoken ?? '').replace('moins ', '-').replace(' francs CFA', ''))
}

/** The account picker opens from the sidebar on a desk and from the top bar on a phone. */
export const accountSwitch = (page: Page, name = /Changer de compte/): Locator =>
  page.getByRole('button', { name }).locator('visible=true')

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768
