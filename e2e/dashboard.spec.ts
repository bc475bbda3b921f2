import { expect, test } from '@playwright/test'
import { customers, plain, signIn } from './customer.ts'

test('what is to come is drawn with its causes, and a kind of spending leads to its operations', async ({ page }) => {
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
  const said = plain(await spending.textContent())
  await spending.getByRole('link').click()
  await expect(page).toHaveURL(/\/operations\?sign=debit&from=[\d-]+&to=[\d-]+&categories=/)
  // As many and as much as the dashboard said.
  const figures = /(\d+ opérations?)(− [\d ]+ F CFA)/.exec(said)
  const found = page.getByRole('status').filter({ hasText: /opérations?/ })
  await expect(found).toContainText(figures?.[1] ?? 'no count')
  expect(plain(await found.textContent())).toContain(figures?.[2] ?? 'no amount')
})
