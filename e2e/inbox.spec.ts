import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { customers, isPhone, signIn } from './customer.ts'

const axe = async (page: Page) =>
  expect((await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag22aa']).analyze()).violations).toEqual([])

test('a message is read, and unread again, and the header counts with it', async ({ page }, { project }) => {
  // Each project reads the inbox of another customer: what one reads is no longer unread for the other.
  await signIn(page, project.name === 'phone' ? customers.accountant : customers.awa)
  const icon = page.getByRole('link', { name: /^Messagerie, \d+ messages? non lus?$/ })
  const count = async () => Number(/\d+/.exec((await icon.getAttribute('aria-label')) ?? '')?.[0])
  await icon.waitFor()
  const before = await count()
  await icon.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Messagerie' })).toBeVisible()
  await axe(page)
  await page.getByRole('link', { name: 'Non lus', exact: true }).click()
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(before)
  const subject = (await page.getByRole('table').getByRole('link').first().textContent())?.replace(' (non lu)', '') ?? ''
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
  await axe(page)
  if (before > 1) await expect.poll(count).toBe(before - 1)
  await page.getByRole('button', { name: 'Marquer comme non lu' }).click()
  await expect(page).toHaveURL(/\/inbox$/)
  await expect.poll(count).toBe(before)
  if (!isPhone(page)) {
    await page.goto('dashboard')
    await page.getByRole('region', { name: 'Messagerie' }).getByRole('link', { name: subject }).click()
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
    await page.getByRole('button', { name: 'Marquer comme non lu' }).click()
    await expect(page).toHaveURL(/\/inbox$/)
  }
})
