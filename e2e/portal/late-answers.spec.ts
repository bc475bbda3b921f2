// On a slow network, unknown values are not shown, and no action depends on them.
import { expect, type Page, test } from '@playwright/test'
import { customers, signIn } from '../customer.ts'
import { confirmTransfer, submitButton, writeTransfer } from '../transfer-form.ts'

/** Delays the answers of these calls until the returned function is called. */
async function holdBack(page: Page, calls: RegExp): Promise<() => void> {
  const arrives = Promise.withResolvers<void>()
  await page.route(calls, async (route) => {
    await arrives.promise
    await route.continue()
  })
  return arrives.resolve
}

/** The deadline of the calls that are under way is over when the journey says so. */
const controlDeadlines = (page: Page) =>
  page.addInitScript(() => {
    const deadlines: AbortController[] = []
    AbortSignal.timeout = () => {
      const deadline = new AbortController()
      deadlines.push(deadline)
      return deadline.signal
    }
    addEventListener('deadline', () => {
      for (const deadline of deadlines.splice(0)) deadline.abort()
    })
  })
const passDeadline = (page: Page) => page.evaluate(() => dispatchEvent(new Event('deadline')))

test('the header shows no count before it is loaded', async ({ page }) => {
  const release = await holdBack(page, /wb-api\/messages\?.*unread/)
  await signIn(page, customers.awa, 'rib')
  await expect(
    page.getByRole('link', { name: 'Messagerie', exact: true }).locator('visible=true').first(),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: /^Messagerie, / })).toHaveCount(0)
  release()
  await expect(page.getByRole('link', { name: /^Messagerie, \d+ messages? non lus?$/ })).toBeVisible()
})

test('categories cannot be removed before the list of categories is loaded', async ({ page }) => {
  const release = await holdBack(page, /wb-api\/categories/)
  await signIn(page, customers.awa, 'operations')
  await page
    .getByRole('checkbox', { name: /^Choisir/ })
    .first()
    .check()
  await page.getByRole('region', { name: 'Sélection' }).getByRole('button', { name: 'Classer' }).click()
  const classing = page.getByRole('dialog', { name: 'Classer une opération' })
  const remove = classing.getByRole('button', { name: 'Retirer leurs catégories' })
  await expect(remove).toBeDisabled()
  release()
  await expect(classing.getByRole('list', { name: 'Catégories' }).getByRole('button').first()).toBeVisible()
  await expect(remove).toBeEnabled()
})

test('a form keeps its content when a later refresh fails', async ({ page }) => {
  await page.clock.install()
  await signIn(page, customers.director, 'account/access')
  await page.getByRole('link', { name: 'Khady Badji' }).click()
  await page.getByRole('button', { name: 'Modifier les droits' }).click()
  const rights = page.getByRole('dialog', { name: 'Droits de Khady Badji' })
  await expect(rights).toBeVisible()
  let failures = 0
  await page.route(/wb-api\/access\//, (route) => {
    failures += 1
    return route.abort()
  })
  // Older than the cache lifetime: returning to the page repeats the request.
  await page.clock.runFor(20_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(async () => {
    await page.clock.runFor(2_000)
    expect(failures).toBeGreaterThanOrEqual(2)
  }).toPass()
  await page.clock.runFor(1_000)
  await expect(rights).toBeVisible()
})

test('a call that a frozen server never answers fails, and is repeated on request', async ({ page }) => {
  await controlDeadlines(page)
  await signIn(page, customers.awa, 'account/rib')
  const release = await holdBack(page, /wb-api\/beneficiaries/)
  const isSent = page.waitForRequest(/wb-api\/beneficiaries/)
  await page.goto('transfers/beneficiaries')
  await isSent
  await passDeadline(page)
  await expect(page.getByText('Votre connexion semble lente ou interrompue')).toBeVisible()
  release()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('row', { name: /Moustapha Thiam/ })).toBeVisible()
})

test('an order whose answer never arrives is sent again, and executed once', async ({ page }) => {
  await controlDeadlines(page)
  await signIn(page, customers.awa)
  const isExecuted = Promise.withResolvers<void>()
  await page.route(/wb-api\/transfers$/, async (route) => {
    if (route.request().headers()['x-confirmation'] === undefined) return route.continue()
    await route.fetch()
    isExecuted.resolve()
  })
  const label = 'Réponse perdue'
  await writeTransfer(page, { payee: 'Cheikh Diatta', amount: '1450', label })
  await submitButton(page).click()
  await confirmTransfer(page)
  await isExecuted.promise
  await passDeadline(page)
  await expect(page.getByText('Le serveur ne répond pas.').first()).toBeVisible()
  // The server knows the order by its key: it answers what it did, without another confirmation.
  await submitButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^1.450.F.CFA envoyés à Cheikh Diatta$/)
  await page.goto(`transfers?search=${encodeURIComponent(label)}`)
  await expect(page.getByRole('row', { name: new RegExp(label) })).toHaveCount(1)
})

test('the progress bar runs while the next screen is being loaded', async ({ page }) => {
  const release = await holdBack(page, /assets\/CreditListScreen/)
  await signIn(page, customers.awa, 'account/rib')
  await expect(page.getByRole('heading', { level: 1, name: 'Coordonnées bancaires' })).toBeVisible()
  const bar = page.locator('#root > div[aria-hidden=true]')
  await expect(bar).toHaveCount(0)
  await page.getByRole('link', { name: 'Crédits', exact: true }).click()
  await expect(page).toHaveURL(/\/credits$/)
  await expect(bar).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Crédits' })).toBeVisible()
  await expect(bar).toHaveCount(0)
})
