// Checks the first requests of a page: the fonts that it needs.
import { expect, test } from '@playwright/test'
import { customers, signIn } from '../customer.ts'

test('names with œ need no font of another language', async ({ page }) => {
  const fonts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url())
  })
  await signIn(page, customers.awa, 'dashboard')
  await expect(page.getByText('Sacré-Cœur').first()).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const files = fonts.filter((address) => !address.startsWith('data:')).map((address) => address.replace(/.*\//, ''))
  expect(files.toSorted()).toEqual([
    expect.stringMatching(/^bricolage-grotesque-latin-600-/),
    expect.stringMatching(/^figtree-latin-wght-/),
  ])
})

test('the space of amounts is loaded before there is one', async ({ page }) => {
  await page.goto('login')
  await expect(page.getByLabel('Identifiant', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => document.fonts.check("1em 'Espace fine'", '\u202F'))).toBe(true)
})
