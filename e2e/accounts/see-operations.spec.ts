import { expect, test } from '@playwright/test'
import { customers, isPhone, plain, signIn } from '../customer.ts'
import { ONCE } from '../once.ts'

test.beforeEach(async ({ page }) => {
  await signIn(page, customers.awa, 'operations')
  await expect(page.getByRole('table')).toBeVisible()
})

test('operations are grouped by month, upcoming ones first, with the totals of the month', async ({ page }) => {
  const coming = page.getByRole('button', { name: /^À venir/ })
  await expect(coming).toHaveAttribute('aria-expanded', 'false')
  const rows = page.getByRole('table').getByRole('link')
  const booked = await rows.count()
  await coming.click()
  await expect.poll(() => rows.count()).toBeGreaterThan(booked)
  await coming.click()
  await expect(rows).toHaveCount(booked)
  const groups = page.getByRole('rowheader')
  await expect(groups.first()).toHaveText(
    /^(Janvier|Février|Mars|Avril|Mai|Juin|Juillet|Août|Septembre|Octobre|Novembre|Décembre) \d{4}$/,
  )
  const month = plain(await groups.first().textContent())
  // The text of an operation may name its month too, as that of a premium for November.
  const group = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: month, exact: true }) })
  const totals = plain(await group.textContent())
  expect(totals).toMatch(/− [\d ]+ F\sCFA/)
  expect(totals).toContain('francs CFA')
  // Whoever copies a row gets each amount once, without the one for screen readers.
  await group.selectText()
  const copied = plain(await page.evaluate(() => String(getSelection())))
  expect(copied).toMatch(/− [\d ]+ F\sCFA/)
  expect(copied).not.toContain('francs')
})

test('pages have their own address, and the focus moves to the new page', async ({ page }) => {
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await expect(page).toHaveURL(/\/operations\/page\/2$/)
  await expect(page.getByText(/^21–40 sur/)).toBeVisible()
  await expect(page.getByRole('region', { name: /page 2 sur/ })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(/\/operations$/)
  await expect(page.getByText(/^1–20 sur/)).toBeVisible()
})

test('an operation opens beside the list at its own address, and closes by keyboard', async ({ page }) => {
  // The last one of the page is booked, whatever is upcoming.
  const link = page.getByRole('table').getByRole('link').last()
  const subject = plain(await link.textContent())
  await link.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Opération' })
  await expect(panel).toContainText(subject)
  await expect(panel).toContainText('Solde après')
  await panel.getByText('Libellé de la banque, date de valeur').click()
  await expect(panel).toContainText('valeur du')
  await expect(page).toHaveURL(/\?operation=/)
  await page.reload()
  await expect(panel).toContainText(subject)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(/\/operations$/)
})

test('fees show the tax that they include', ONCE, async ({ page }) => {
  for (let number = 1; number < 6; number += 1) {
    const fee = page.getByRole('row').filter({ hasText: 'Frais de recharge de carte' }).first()
    if (await fee.isVisible()) {
      await fee.getByRole('link').click()
      await expect(page.getByRole('dialog')).toContainText('Taux de taxe')
      await expect(page.getByRole('dialog')).toContainText(/17\s%/)
      return
    }
    await page.goto(`operations/page/${number + 1}`)
    await expect(page.getByRole('table')).toBeVisible()
  }
  throw new Error('No fee on the first pages')
})

test('the top bar shows the heading and the balance after the heading was scrolled away', async ({ page }) => {
  test.skip(isPhone(page), 'a phone keeps its account in the top bar')
  await page.evaluate(() => scrollTo(0, 400))
  await expect(page.getByRole('banner')).toContainText('Synthèse')
  await expect(page.getByRole('banner')).toContainText(/F\sCFA/)
  await page.evaluate(() => scrollTo(0, 0))
  await expect(page.getByRole('banner')).not.toContainText('Synthèse')
})

test('displayed operations stay visible when their refresh fails', ONCE, async ({ page }) => {
  await page.clock.install()
  let failures = 0
  page.on('requestfailed', (request) => {
    if (request.url().includes('/wb-api/operations')) failures += 1
  })
  await page.route('**/wb-api/operations*', (route) => route.abort())
  // Older than the cache lifetime: returning to the page repeats the request, and once more after a failure.
  await page.clock.runFor(20_000)
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await page.clock.runFor(2_000)
    expect(failures).toBeGreaterThanOrEqual(2)
  }).toPass()
  await page.clock.runFor(1_000)
  await expect(page.getByRole('table')).toBeVisible()
})
