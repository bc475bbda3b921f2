import { expect, test } from '@playwright/test'
import { customers, isPhone, plain, signIn } from '../customer.ts'

test('the forecast shows its causes, and a spending category leads to its operations', async ({ page }) => {
  await signIn(page, customers.awa)
  const balance = page.getByRole('region', { name: /^Solde au/ })
  await expect(balance).toContainText(/Prévu\s: [\d\s]+\sF\sCFA le \d/)
  const chart = balance.getByRole('slider')
  await expect(chart).toHaveAttribute('aria-label', /Évolution du solde.*Solde prévu jusqu’au/)
  await chart.focus()
  await page.keyboard.press('End')
  await expect(chart).toHaveAttribute('aria-valuetext', /^[\d\s]+\sF\sCFA, /)
  const month = await chart.getAttribute('aria-valuetext')
  await balance.getByRole('button', { name: '3 mois' }).click()
  await chart.focus()
  await page.keyboard.press('End')
  await expect(chart).not.toHaveAttribute('aria-valuetext', month ?? '')
  const ahead = page.getByRole('region', { name: 'À venir' })
  await expect(ahead.getByRole('listitem')).toHaveCount(5)
  await expect(ahead).toContainText('Senelec')

  await page.getByRole('link', { name: 'Analyse' }).click()
  await expect(page).toHaveURL(/\/operations\/analysis$/)
  await expect(page.getByRole('region', { name: 'Mois par mois' }).getByRole('listitem')).toHaveCount(6)

  const spending = page.getByRole('region', { name: 'Dépenses par catégorie' }).getByRole('listitem').first()
  const spendingText = plain(await spending.textContent())
  await spending.getByRole('link').click()
  await expect(page).toHaveURL(/\/operations\?sign=debit&from=[\d-]+&to=[\d-]+&categories=/)
  // The same count and sum as in the analysis.
  const number = /(\d+ opérations?)(− [\d ]+ F\sCFA)/.exec(spendingText)
  const found = page.getByRole('status').filter({ hasText: /opérations?/ })
  await expect(found).toContainText(number?.[1] ?? 'no count')
  expect(plain(await found.textContent())).toContain(number?.[2] ?? 'no amount')
})

test('the labels below the forecast do not overlap', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await signIn(page, customers.awa)
  const balance = page.getByRole('region', { name: /^Solde au/ })
  const marks = balance.locator('figure span', { hasText: /^(Aujourd’hui|\d+(er)? [a-zûé]+\.?)$/ })
  await expect(marks).toHaveCount(5)
  const boxes = await marks.evaluateAll((all) =>
    all.map((mark) => mark.getBoundingClientRect()).map(({ left, right }) => [left, right]),
  )
  for (const [index, [left = 0]] of boxes.entries())
    if (index > 0) expect(left).toBeGreaterThan(boxes[index - 1]?.[1] ?? 0)
})

test('a forecast that cannot be loaded leaves the balance and the movements, and is loaded again on request', async ({
  page,
}) => {
  let isBroken = true
  await page.route('**/wb-api/dashboard/outlook*', (route) => (isBroken ? route.abort() : route.continue()))
  await signIn(page, customers.awa)
  await expect(page.getByRole('region', { name: 'Derniers mouvements' }).getByRole('listitem')).toHaveCount(8)
  await expect(page.getByText('Vos prévisions n’ont pas pu être chargées.')).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('region', { name: 'À venir' })).toBeVisible()
})

test('a part that the server could not read says so in its place, and is read again on request', async ({ page }) => {
  let isBroken = true
  await page.route('**/wb-api/dashboard', async (route) => {
    const response = await route.fetch()
    if (!isBroken || !response.ok()) return route.fulfill({ response })
    const answer = { ...(await response.json()), movements: null, position: null, failed: ['movements', 'position'] }
    // Another content has another tag.
    return route.fulfill({ response, json: answer, headers: { ...response.headers(), etag: 'W/"without"' } })
  })
  await signIn(page, customers.awa)
  await expect(page.getByRole('region', { name: /^Solde au/ })).toBeVisible()
  const movements = page.getByRole('region', { name: 'Derniers mouvements' })
  await expect(movements).toContainText('Ces données n’ont pas pu être chargées.')
  await expect(page.getByRole('region', { name: 'Position' }).getByRole('alert')).toBeVisible()
  await expect(page.getByRole('region', { name: 'À venir' })).toBeVisible()
  isBroken = false
  await movements.getByRole('button', { name: 'Réessayer' }).click()
  await expect(movements.getByRole('listitem').first()).toBeVisible()
  await expect(page.getByText('Ces données n’ont pas pu être chargées.')).toHaveCount(0)
})

test('the last payee is paid again from the home page, and the side card names the account on one line', async ({
  page,
}) => {
  test.skip(isPhone(page), 'a phone finds them in a new transfer')
  await signIn(page, customers.awa)
  const card = page.getByRole('complementary', { name: 'Compte et menu' })
  const name = await card.getByText('Compte de chèques').boundingBox()
  const number = await card.getByText('•• 1001').boundingBox()
  expect(name?.y).toBe(number?.y)
  await page
    .getByRole('region', { name: 'Payer à nouveau' })
    .getByRole('link', { name: /^Payer Moustapha/ })
    .click()
  await expect(page).toHaveURL(/\/transfers\/create\?beneficiary=/)
  await expect(page.getByRole('main')).toContainText('Moustapha Thiam')
})

test('a company sees its position over the accounts, what its balance reaches for, and who waits for whom', async ({
  page,
}) => {
  await signIn(page, customers.director)
  const position = page.getByRole('region', { name: 'Position' })
  await expect(position.getByRole('listitem').filter({ hasText: 'Compte courant' })).toContainText('•• 2001')
  await expect(page.getByRole('heading', { name: /^Trésorerie, \d comptes$/ })).toBeVisible()
  const due = page.getByRole('region', { name: 'Paies et échéances' })
  await expect(due.getByText(/^(Couvert|À préparer)$/).first()).toBeVisible()
  if (!isPhone(page)) await expect(page.getByRole('region', { name: 'Équipe' })).toContainText('Fatou Diagne')
  await position.getByRole('button', { name: 'Compte salaires' }).click()
  await expect(page.getByRole('region', { name: /^Solde au/ })).toContainText('12 000 000'.replaceAll(' ', '\u202F'))
})
