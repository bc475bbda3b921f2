// Browsers that store nothing: private modes, blocked cookies, pages that are opened inside another app.
import { expect, test } from '@playwright/test'
import { customers, fillCredentials } from '../customer.ts'

test('a browser without storage shows the sections, and signs in again after a reload', async ({ page }) => {
  const failed: string[] = []
  page.on('pageerror', ({ message }) => failed.push(message))
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', { value: null })
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  })
  await page.goto('login')
  await fillCredentials(page, customers.director)
  await expect(page.getByText('Disponible :')).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Menu principal' })
    .getByRole('link', { name: /^Virements/ })
    .click()
  await expect(page.getByRole('row').filter({ hasText: 'F CFA' }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Bonjour' })).toBeVisible()
  expect(failed).toEqual([])
})

test('where cookies are blocked, the sign-in page says what to do', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'cookieEnabled', { value: false })
  })
  await page.goto('login')
  await expect(page.getByText('Votre navigateur bloque les cookies')).toBeVisible()
  await page.getByText('English', { exact: true }).click()
  await expect(page.getByText('Your browser blocks cookies')).toBeVisible()
})
