// No address crashes a screen: unknown parameters are dropped, and the portal sends the bank only valid requests.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, type Page, type Request, test } from '@playwright/test'
import { customers, signIn } from '../customer.ts'

const folder = new URL('../../web/src/app/routes/', import.meta.url)
const routes = readdirSync(folder)
  .map((file) => readFileSync(new URL(file, folder), 'utf8'))
  .flatMap((source) => [...source.matchAll(/\bpath: '(\/?[^']*)'/g)].map(([, path = '']) => path))
  // The reader of codes opens as a document of its own: read-a-code.spec.ts.
  .filter((path) => path.startsWith('/') && !['/', '/logout', '/pi/lire'].includes(path))

const HOSTILE = [
  'utm_source=mail&page=-1&from=x&to=2026-99-99&min=abc&max=-1&type=zzz&tab=zzz&status=zzz&view=zzz&sign=zzz&search=%00&list=1&id=x&categories=a,b&account=zzz&step=zzz&show=zzz&year=abc&operation=1&card=x&topup=x&chequebook=x&cheque=abc&person=x&kind=zzz&entry=x&documents=zzz&only=zzz&international=zzz&next=zzz&edit=x&beneficiary=x',
  'page=9999999&from=2026-02-30&search=%22%5C&type=%5B%5D&sign=credit&sign=debit&min=9&max=1&page=%7B%22a%22%3A1%7D',
  'page=9999&from=2026-03-02&to=2026-03-01&search=%20&min=1e5&categories=%2C&account=null&__proto__=1&constructor=x',
]
const IDS = ['0190a0b0-1111-7222-8333-444455556666', 'zzz', '%2e%2e', '0']

/** Counts pending requests, so that a screen is checked once it is complete. */
function watchRequests(page: Page): () => number {
  const countPending = new Set<Request>()
  const forget = (request: Request) => void countPending.delete(request)
  // The event stream never ends.
  page.on('request', (request) => void (request.url().includes('/events') || countPending.add(request)))
  page.on('requestfinished', forget)
  page.on('requestfailed', forget)
  return () => countPending.size
}

async function open(page: Page, address: string, countPending: () => number): Promise<void> {
  // As a link inside the portal: the page is not reloaded for each of a hundred addresses.
  await page.evaluate(async (path) => {
    history.pushState({}, '', `/connect${path}`)
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  }, address)
  const countBusy = () => page.evaluate(() => document.querySelectorAll('main [aria-busy=true]').length)
  await expect.poll(async () => countPending() + (await countBusy()), { message: address }).toBe(0)
  await expect(page.locator('main h1').first(), address).toBeAttached()
}

for (const customer of ['director', 'awa'] as const) {
  test(`no address crashes a screen (${customer})`, async ({ page }) => {
    test.setTimeout(180_000)
    const errors: string[] = []
    const titles = new Set<string>()
    let address = ''
    const countPending = watchRequests(page)
    page.on('pageerror', (error) => errors.push(`${address}: ${error.message}`))
    page.on('console', (message) => {
      // A detail that does not exist is a 404, and the browser logs it.
      if (message.type() === 'error' && !message.text().includes('404')) errors.push(`${address}: ${message.text()}`)
    })
    page.on('response', (response) => {
      const status = response.status()
      if (status === 400 || status === 422 || status >= 500) errors.push(`${address}: ${status} ${response.url()}`)
    })
    await signIn(page, customers[customer], 'dashboard')
    expect(routes.length).toBeGreaterThan(35)
    for (const route of routes) {
      for (const [turn, search] of HOSTILE.entries()) {
        address = `${route.replaceAll(/\$\w+/g, IDS[turn] ?? 'zzz')}?${search}`
        await open(page, address, countPending)
        titles.add(await page.locator('main h1').first().innerText())
        await expect(page.getByText('Une erreur est survenue'), address).toHaveCount(0)
        await expect(page.getByText(/^Code [45]\d\d/), address).toHaveCount(0)
        // A draft of many transfers that another journey left shows its errors.
        const alerts = page.getByRole('alert').filter({ hasText: /\S/, hasNotText: /contien(?:t|nent) une erreur/ })
        await expect(alerts, address).toHaveCount(0)
        expect(page.url(), address).not.toMatch(/utm_source|zzz=|=x(&|$)/)
      }
    }
    expect(errors).toEqual([])
    // Different screens were open, not the first one repeatedly.
    expect(titles.size).toBeGreaterThan(15)
  })
}

test('an unreadable filter is reported as ignored and removed from the address', async ({ page }) => {
  await signIn(page, customers.awa, 'operations?from=2026-02-30&sign=credit&utm_source=mail')
  const notice = page.getByRole('note').filter({ hasText: 'Un filtre de l’adresse n’est pas valable et a été ignoré.' })
  await expect(notice).toBeVisible()
  await expect(page).toHaveURL(/\/operations\?sign=credit$/)
  await expect(page.getByRole('table')).toBeVisible()
  await notice.getByRole('button', { name: 'Fermer le message' }).click()
  await expect(notice).toHaveCount(0)
  // An address without a screen redirects to the first screen, whatever its parameters.
  await page.goto('connect?utm_source=mail')
  await expect(page).toHaveURL(/\/dashboard$/)
  // Unknown filters cause no message.
  await page.goto('operations?utm_source=mail')
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page).toHaveURL(/\/operations$/)
  await expect(notice).toHaveCount(0)
})

test('a page past the end redirects to the first one in every list', async ({ page }) => {
  await signIn(page, customers.director, 'dashboard')
  for (const path of [
    'operations/page/9999',
    'transfers?page=999',
    'transfers/beneficiaries?page=77',
    'inbox?page=99',
    'statements?page=99',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText('Cette page n’existe pas'), path).toBeVisible()
    await page.getByRole('button', { name: 'Voir la première page' }).click()
    await expect(page.getByRole('main').getByRole('table'), path).toBeVisible()
  }
  for (const wrong of ['0', '-2', 'abc']) {
    await page.goto(`operations/page/${wrong}`)
    await expect(page).toHaveURL(/\/operations$/)
    await expect(page.getByRole('table')).toBeVisible()
  }
})

test('a missing detail redirects to its list and is not requested again', async ({ page }) => {
  await signIn(page, customers.awa, 'dashboard')
  const id = '0190a0b0-1111-7222-8333-444455556666'
  for (const [path, list] of [
    [`dat/${id}`, /\/dat$/],
    ['credits/zzz', /\/credits$/],
    [`inbox/${id}`, /\/inbox$/],
    [`transfers/${id}`, /\/transfers$/],
    // The path of another call is no identifier.
    ['dat/offers', /\/dat$/],
    ['transfers/import', /\/transfers$/],
    [`transfers/create?from=${id}`, /\/transfers$/],
    [`transfers/create?edit=${id}`, /\/transfers$/],
    ['transfers/batches/to-sign', /\/transfers\/batches$/],
    [`operations?operation=${id}`, /\/operations$/],
    [`transfers/batches/${id}`, /\/transfers\/batches$/],
    [`payment-methods/checks?chequebook=${id}`, /\/payment-methods\/checks$/],
    [`debits?id=${id}`, /\/debits$/],
    [`debits?tab=mandates&id=${id}`, /\/debits\?tab=mandates$/],
    [`transfers/requests?request=${id}`, /\/transfers\/requests$/],
    [`transfers/requests?view=returns&request=${id}`, /\/transfers\/requests\?view=returns$/],
  ] as const) {
    await page.goto(path)
    const back = page
      .getByRole('button', { name: 'Retour à la liste' })
      .or(page.getByRole('link', { name: 'Retour à la liste' }))
    await expect(back, path).toBeVisible()
    await expect(page.getByRole('button', { name: 'Réessayer' }), path).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    await back.click()
    await expect(page).toHaveURL(list)
  }
  // An event of the activity log has no call of its own.
  await page.goto(`account/audit?entry=${id}`)
  await expect(page.getByText('Cet événement n’est pas sur cette page du journal')).toBeVisible()
})

test('a page without the right to it redirects with a message', async ({ page }) => {
  await signIn(page, customers.controller, 'transfers')
  const notice = page.getByRole('note').filter({ hasText: 'Vous n’avez pas accès à cette page sur ce compte.' })
  await expect(notice).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('operations')
  await expect(page.getByRole('table')).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('the last movements of the home page link to their list, and to each of them', async ({ page }) => {
  await signIn(page, customers.awa, 'dashboard')
  await page.getByRole('link', { name: /Derniers mouvements/ }).click()
  await expect(page).toHaveURL(/\/operations$/)
  await page.goto('dashboard')
  const first = page
    .getByRole('region', { name: 'Derniers mouvements' })
    .getByRole('listitem')
    .first()
    .getByRole('link')
  const name = await first.textContent()
  await first.click()
  await expect(page).toHaveURL(/\/operations\?operation=[\w-]+$/)
  await expect(page.getByRole('dialog', { name: 'Opération' })).toContainText(name ?? 'no name')
})
