// Opens one screen for a picture: signed in, with a clock that stands still, and everything loaded.
import { expect, type Page } from '@playwright/test'
import { PASSWORD } from '../customers.ts'
import type { Screen } from './screens.ts'

/** The moment of the bank and of the browser: the Sunday of the demo bank's design. */
export const MOMENT = '2026-11-22T10:20:00Z'

export type Look = { theme: 'light' | 'dark'; lang: 'fr' | 'en' }

async function signInOnce(page: Page, customer: string): Promise<void> {
  const status = await page.evaluate(async (credentials) => {
    const headers = {
      authorization: `Basic ${btoa(credentials)}`,
      'x-client-datetime': new Date().toISOString().replace(/\..*/, '+00:00'),
    }
    return (await fetch('/wb-api/user/auth', { headers })).status
  }, `${customer}:${PASSWORD}`)
  expect(status).toBe(200)
}

export async function showScreen(page: Page, { path, customer, open }: Screen, { theme, lang }: Look): Promise<void> {
  await page.clock.setFixedTime(MOMENT)
  await page.goto('not-supported.html')
  await page.evaluate((state) => localStorage.setItem('connect.state', JSON.stringify(state)), {
    v: 1,
    menu: 'home',
    theme,
    lang,
  })
  if (customer) await signInOnce(page, customer)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  const loading = page.getByText(/Chargement en cours|Loading/)
  await expect(loading).toHaveCount(0)
  if (open) await open(page)
  await expect(loading).toHaveCount(0)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // Letters of a font are fetched when the first text needs them, after the answer that holds the text.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        await new Promise(requestAnimationFrame)
        return document.fonts.status
      }),
    )
    .toBe('loaded')
}
