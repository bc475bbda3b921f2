import { expect, test } from '@playwright/test'
import { customers, plain, signIn } from '../customer.ts'

test('the forecast shows its causes, and a spending category leads to its operations', async ({ page }) => {
  await signIn(page, customers.awa)
  const ahead = page.getByRole('region', { name: 'À venir' })
  await expect(ahead).toContainText('Solde prévu d’après ce qui est programmé')
  const chart = ahead.getByRole('slider')
  await chart.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(chart).toHaveAttribute('aria-valuetext', /^[\d\s]+\sF\sCFA, /)
  await expect(page.getByRole('region', { name: 'Mois par mois' }).getByRole('listitem')).toHaveCount(6)

  const spending = page.getByRole('region', { name: 'Dépenses par catégorie' }).getByRole('listitem').first()
  const spendingText = plain(await spending.textContent())
  await spending.getByRole('link').click()
  await expect(page).toHaveURL(/\/operations\?sign=debit&from=[\d-]+&to=[\d-]+&categories=/)
  // The same count and sum as on the dashboard.
  const number = /(\d+ opérations?)(− [\d ]+ F CFA)/.exec(spendingText)
  const found = page.getByRole('status').filter({ hasText: /opérations?/ })
  await expect(found).toContainText(number?.[1] ?? 'no count')
  expect(plain(await found.textContent())).toContain(number?.[2] ?? 'no amount')
})

test('the labels below the forecast do not overlap', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await signIn(page, customers.awa)
  const ahead = page.getByRole('region', { name: 'À venir' })
  const marks = ahead.locator('span', { hasText: /^(Aujourd’hui|\d+(er)? [a-zûé]+\.?)$/ })
  await expect(marks).toHaveCount(4)
  const boxes = await marks.evaluateAll((all) =>
    all.map((mark) => mark.getBoundingClientRect()).map(({ left, right }) => [left, right]),
  )
  for (const [index, [left = 0]] of boxes.entries())
    if (index > 0) expect(left).toBeGreaterThan(boxes[index - 1]?.[1] ?? 0)
})
