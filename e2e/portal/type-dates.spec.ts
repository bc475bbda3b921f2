// Dates are typed day first; an invalid date is reported on leaving the field.
import { expect, test } from '@playwright/test'
import { customers, signIn } from '../customer.ts'
import { yearOfNext } from '../days.ts'
import { choosePayee, submitButton } from '../transfer-form.ts'

test('a date is typed with or without zeros, a month covers its days, and an invalid date is an error on leaving', async ({
  page,
}) => {
  await signIn(page, customers.awa, 'operations')
  await page
    .getByRole('button', { name: /^Filtres/ })
    .locator('visible=true')
    .first()
    .click()
  const [from, to] = [page.getByLabel('Du', { exact: true }), page.getByLabel('Au', { exact: true })]
  // Each calendar is named after its field.
  await expect(page.getByRole('button', { name: 'Choisir dans le calendrier : Du' })).toBeVisible()
  for (const [keys, visible] of [
    ['5/6/2026', '05/06/2026'],
    ['1/1/26', '01/01/2026'],
    ['05062026', '05/06/2026'],
    ['05/2026', '01/05/2026'],
  ] as const) {
    await from.fill('')
    await from.pressSequentially(keys)
    await from.blur()
    await expect(from).toHaveValue(visible)
    await expect(from).not.toHaveAttribute('aria-invalid')
  }
  await to.pressSequentially('2/2026')
  await to.blur()
  await expect(to).toHaveValue('28/02/2026')
  await to.fill('')
  await to.pressSequentially('31/02/2026')
  await expect(to).not.toHaveAttribute('aria-invalid')
  await to.blur()
  await expect(to).toHaveValue('31/02/2026')
  await expect(to).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Saisissez une date valide')).toBeVisible()
  await page.getByRole('button', { name: /^Afficher / }).click()
  await expect(to).toBeFocused()
  await to.fill('31052026')
  await page.getByRole('button', { name: /^Afficher / }).click()
  await expect(page).toHaveURL(/from=2026-05-01&to=2026-05-31/)
})

test('English dates have the day first too', async ({ page }) => {
  await page.goto('login')
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByLabel('User ID').fill(customers.awa)
  await page.getByLabel('Password', { exact: true }).fill('Teranga-2026!')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/dashboard/)
  await page.goto('operations')
  await page
    .getByRole('button', { name: /^Filters/ })
    .locator('visible=true')
    .first()
    .click()
  const from = page.getByLabel('From', { exact: true })
  await from.pressSequentially('5/6/2026')
  await from.blur()
  await expect(from).toHaveValue('05/06/2026')
  await from.fill('12/31/2026')
  await from.blur()
  await expect(page.getByText('Enter a valid date')).toBeVisible()
  await from.fill('05/06/2026')
  await page.getByRole('button', { name: /^Show / }).click()
  await expect(page).toHaveURL(/from=2026-06-05/)
})

test('a transfer on a wrong date has one error, no other day of arrival, and is not quoted', async ({ page }) => {
  await signIn(page, customers.awa, 'transfers/create')
  await choosePayee(page, 'Sokhna Diarra')
  await page.getByLabel('Montant', { exact: true }).fill('2500')
  await page.getByRole('button', { name: 'Un jour', exact: true }).click()
  const day = page.getByLabel('Date d’exécution', { exact: true })
  const year = yearOfNext(1, 2)
  await day.fill(`01/02/${year}`)
  await expect(page.getByText(/^Part /)).toBeVisible()
  await expect(page.getByText(/^Arrive .*février/)).toBeVisible()
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url())
  })
  await day.fill(`31/02/${year}`)
  await day.blur()
  await expect(day).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(/^Arrive .*février/)).toHaveCount(0)
  await day.fill(`31/12/${year + 70}`)
  await submitButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Certaines informations' })).toBeFocused()
  await expect(page.getByText('Choisissez une date dans les douze mois')).toHaveCount(1)
  expect(refused).toEqual([])
})
