// Checks the first requests of a page: its own data, before it is rendered, and no fonts or scripts of other pages.
import { expect, type Page, test } from '@playwright/test'
import { customers, fillCredentials, signIn } from '../customer.ts'

/** The calls that the page sends from now on, without the address of the bank. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/wb-api/')) calls.push(pathname.slice('/wb-api'.length) + search)
  })
  return calls
}

/** The scripts that the page requests from now on, by the names of their chunks: without the hash, which may contain hyphens. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url().replace(/.*\/([^/]+?)-[\w-]{7,8}\.js$/, '$1'))
  })
  return scripts
}

const lists = [
  ['dashboard', '/dashboard'],
  ['operations?sign=debit', '/operations?page=1&sign=debit'],
  ['transfers?page=2', '/transfers/rows?page=2'],
  ['transfers/to-sign', '/signatures?page=1'],
  ['transfers/beneficiaries?search=a', '/beneficiaries?'],
  ['inbox?show=unread', '/messages?page=1&unread=true'],
] as const

for (const [path, call] of lists)
  test(`${path} is requested before its page is rendered`, async ({ page }) => {
    await signIn(page, customers.director, 'account/rib')
    // Late calls of that page are not counted.
    await page.goto('not-supported.html')
    const calls = callsOf(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('load')
    expect(calls.slice(0, 2)).toEqual(['/user', expect.stringContaining(call)])
  })

test('the home page is requested with the answer of the sign-in', async ({ page }) => {
  const calls = callsOf(page)
  await page.goto('')
  const answered = page.waitForResponse(/wb-api\/dashboard$/)
  await fillCredentials(page, customers.awa)
  await answered
  expect(calls.slice(0, 3)).toEqual(['/user/auth', '/dashboard', '/dashboard/outlook'])
})

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

test('a visitor who only looks at the sign-in page loads no script of another page', async ({ page }) => {
  const scripts = scriptsOf(page)
  // Some seconds after the form, as what keeps the files for a reload offline.
  const last = page.waitForRequest(/\/worker-registration-[^/]+\.js$/)
  await page.goto('login')
  // With all that it imports.
  await page.evaluate((address) => import(address), (await last).url())
  expect(scripts.toSorted()).toEqual([
    'boot',
    'core',
    'fr',
    'index',
    'react',
    'rolldown-runtime',
    'sign-in',
    'worker-registration',
  ])
})

test('the home page requests its data before scripts of other pages', async ({ page }) => {
  await signIn(page, customers.director, 'account/rib')
  await page.goto('not-supported.html')
  const scripts = scriptsOf(page)
  const requested = page.waitForRequest(/wb-api\/dashboard$/).then(() => [...scripts])
  await page.goto('dashboard')
  const before = await requested
  expect(before).toContain('DashboardScreen')
  expect(before).toContain('identity-icons')
  expect(before.filter((name) => ['lists', 'views', 'forms'].includes(name))).toEqual([])
})
