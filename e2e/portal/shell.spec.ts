// The frame of every screen: menu, search, account picker, and a section that fails to load.
import { expect, type Locator, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { accountSwitch, customers, isPhone, signIn } from '../customer.ts'
import { atTheBank } from '../desk.ts'
import { holdBack } from '../network.ts'
import { ONCE } from '../once.ts'

test('a question mark lists the shortcuts, but not while typing in a field', async ({ page }) => {
  await signIn(page, customers.awa)
  await page.getByRole('navigation', { name: 'Menu principal' }).locator('visible=true').waitFor()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Raccourcis clavier' })
  await expect(list).toBeVisible()
  await expect(list.getByRole('heading', { level: 3 })).toHaveText(['Partout', 'Lignes d’un fichier de virements'])
  // Each key has its own cap.
  await expect(
    list
      .locator('kbd')
      .filter({ hasText: /^Ctrl$/ })
      .first(),
  ).toBeVisible()
  await expectNoBarrier(page)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.goto('transfers/create')
  await page.getByRole('combobox').fill('?')
  await expect(list).toBeHidden()
})

test(
  'an open panel is printed whole, with the name of its account, without the list behind it',
  ONCE,
  async ({ page }) => {
    await signIn(page, customers.awa, 'operations')
    await page.getByRole('row').getByRole('link').first().click()
    const panel = page.getByRole('dialog', { name: 'Opération' })
    await expect(panel).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('table').first()).toBeHidden()
    expect(await panel.evaluate((element) => element.getBoundingClientRect().width - innerWidth)).toBe(0)
    const account = page.locator('header').getByText('1000 0110 1001')
    const [head, body] = await Promise.all([account.locator('visible=true').boundingBox(), panel.boundingBox()])
    expect(head?.height).toBeGreaterThan(0)
    expect(body?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0))
    await expect(panel.getByText('Signaler un problème')).toBeHidden()
    // The list alone takes more pages.
    const printed = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(printed.match(/\/Type \/Page\b/g)).toHaveLength(1)
  },
)

test(
  'a list is printed with the name and number of its account, without boxes to choose and menus of rows',
  ONCE,
  async ({ page }) => {
    await signIn(page, customers.accountant, 'statements')
    await expect(page.getByLabel(/^Choisir/).first()).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('row').first()).toBeVisible()
    const head = page.getByRole('banner')
    await expect(head.getByText('Sine Agro Négoce SA')).toBeVisible()
    await expect(head.getByText('2000 0110 2001').locator('visible=true')).toHaveCount(1)
    await expect(head.getByRole('link')).toHaveCount(0)
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await page.goto('transfers')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByRole('row').getByRole('button')).toHaveCount(0)
    // Nothing on paper can be pressed: names and categories stay as text.
    const main = page.getByRole('main')
    await page.goto('operations')
    await expect(main.getByRole('row').nth(1)).toBeVisible()
    await expect(main.getByRole('button', { name: /^(?!Catégorie)/ })).toHaveCount(0)
    await page.goto('transfers/sent')
    const name = main.getByRole('button', { name: 'Moustapha Thiam' })
    await expect(name).toBeVisible()
    await expect(main.getByRole('button', { name: 'Relancer' })).toHaveCount(0)
  },
)

test('the account picker works by keyboard, and a star marks a favourite account', ONCE, async ({ page }) => {
  await signIn(page, customers.treasurer)
  await accountSwitch(page).click()
  const picker = page.getByRole('dialog', { name: 'Choisir un compte' })
  await expect(picker.getByRole('listitem')).toHaveCount(20)
  await page.keyboard.press('PageDown')
  await expect(picker.getByText(/^21–40 sur 300 comptes$/)).toBeVisible()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(picker.getByRole('listitem').nth(1).getByRole('button').first()).toBeFocused()
  const name = 'Filiale 88'
  await picker.getByRole('searchbox').fill(name)
  await expect(picker.getByRole('listitem')).toHaveCount(1)
  // A choice that is changed before the bank has answered is sent after the answer.
  const release = await holdBack(page, /wb-api\/accounts\/[^?/]+$/)
  const unstarred = page.waitForResponse((answer) => answer.request().postData() === '{"is_favourite":false}')
  await picker.getByRole('button', { name: /aux favoris$/ }).click()
  await picker.getByRole('button', { name: /des favoris$/ }).click()
  release()
  await unstarred
  await picker.getByRole('button', { name: /aux favoris$/ }).click()
  await expect(picker.getByRole('button', { name: /des favoris$/ })).toBeVisible()
  await picker.getByRole('searchbox').fill('')
  await expect(picker.getByRole('listitem')).toHaveCount(20)
  await picker.getByRole('button', { name: 'Favoris', exact: true }).click()
  await expect(picker.getByRole('button', { name: /aux favoris$/ })).toHaveCount(0)
  await expect(picker.getByRole('listitem').filter({ hasText: name })).toBeVisible()
  await expectNoBarrier(page)
  // The bank receives the choice late: a picker that was opened meanwhile shows it all the same.
  const arrives = Promise.withResolvers<void>()
  await page.route('**/user/preferences', async (route) => {
    await arrives.promise
    await route.continue()
  })
  await picker.getByRole('listitem').filter({ hasText: name }).getByRole('button').first().press('Enter')
  await expect(picker).toBeHidden()
  await accountSwitch(page).click()
  const requested = page.waitForResponse(/accounts\?.*group=recent/)
  await picker.getByRole('button', { name: 'Récents', exact: true }).click()
  await requested
  arrives.resolve()
  await expect(picker.getByRole('listitem').first()).toContainText(name)
})

test('entries that do not fit into the bottom bar of a phone are behind Plus', async ({ page }) => {
  test.skip(!isPhone(page), 'a desk shows every section')
  await signIn(page, customers.awa)
  for (const [section, path] of [
    ['Placements', 'dat'],
    ['Relevés', 'statements'],
    ['Chéquiers', 'payment-methods/checks'],
  ] as const) {
    await page.getByRole('button', { name: 'Plus' }).click()
    await page.getByRole('navigation', { name: 'Autres rubriques' }).getByRole('link', { name: section }).click()
    await expect(page).toHaveURL(new RegExp(`/connect/${path}`))
  }
  // Cards are used daily, statements monthly.
  await page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Cartes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cartes prépayées' })).toBeVisible()
})

test('the menu collapses to its icons and stays collapsed', async ({ page }) => {
  test.skip(isPhone(page), 'a phone has its bar at the bottom')
  // More than the bell can show, without its label saying something else.
  await atTheBank(`
    INSERT INTO alerts (user_id, kind, about, is_security, subject_id, at)
    SELECT id, 'password_changed', 'profile', true, id, now() FROM users, generate_series(1, 100) WHERE login = '${customers.awa}'`)
  await signIn(page, customers.awa)
  await expect(page.getByRole('button', { name: /^Alertes, \d{3} alertes non lues$/ })).toBeVisible()
  await page.getByRole('link', { name: 'Virements' }).first().click()
  await expect(page.getByRole('link', { name: 'Tous les virements' })).toBeVisible()
  await page.getByRole('button', { name: 'Replier le menu' }).click()
  await expect(page.getByRole('link', { name: 'Tous les virements' })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Déplier le menu' })).toBeVisible()
  await expectNoBarrier(page)
  await atTheBank("DELETE FROM alerts WHERE kind = 'password_changed'")
})

test('on a wide screen the content stands in the middle, between the ends of the header', ONCE, async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1000 })
  await signIn(page, customers.awa, 'operations')
  const sides = async (element: Locator) => {
    const { x, width } = (await element.boundingBox()) ?? { x: 0, width: 0 }
    return { left: Math.round(x), right: Math.round(x + width) }
  }
  const header = page.getByRole('banner')
  const { left } = await sides(page.getByRole('heading', { level: 1 }))
  const { right } = await sides(page.getByRole('main').getByRole('button', { name: 'Exporter' }))
  expect(left).toBe((await sides(header.getByText(/^Compte/).first())).left)
  expect(right).toBe((await sides(header.getByRole('button', { name: /^Menu d/ }))).right)
  const whole = await sides(header)
  expect(left - whole.left).toBe(whole.right - right)
})

test('a chunk that fails to load is retried once, then the page offers to reload', ONCE, async ({ page }) => {
  await signIn(page, customers.awa)
  let failures = 0
  await page.route(/OperationListScreen[^/]*\.js/, async (route) => {
    failures += 1
    await (failures === 1 ? route.abort() : route.continue())
  })
  await page.getByRole('link', { name: 'Synthèse' }).locator('visible=true').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Synthèse' })).toBeVisible()
  expect(failures).toBe(2)
})

test('a chunk that failed is loaded by a browser that requests none twice', ONCE, async ({ page }) => {
  await signIn(page, customers.awa)
  // Chrome up to 150 answers each later import with the former failure, until the page is loaded anew.
  let isFormer = true
  await page.route(/OperationListScreen[^/]*\.js/, (route) => (isFormer ? route.abort() : route.continue()))
  await page.route(/\/connect\/operations$/, (route) => {
    isFormer = false
    return route.continue()
  })
  await page.getByRole('link', { name: 'Synthèse' }).locator('visible=true').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Synthèse' })).toBeVisible()
})

test('a chunk that never loads shows an error also where the bank does not answer', ONCE, async ({ page }) => {
  await signIn(page, customers.awa)
  await page.route(/OperationListScreen[^/]*\.js/, (route) => route.abort())
  await page.route(/\/connect\/$/, () => {})
  await page.getByRole('link', { name: 'Synthèse' }).locator('visible=true').first().click()
  await expect(page.getByText('Le chargement de la page a échoué')).toBeVisible()
})

test('a chunk that never loads shows an error, and the link to the home page works', ONCE, async ({ page }) => {
  await signIn(page, customers.awa)
  await page.route(/OperationListScreen[^/]*\.js/, (route) => route.abort())
  await page.getByRole('link', { name: 'Synthèse' }).locator('visible=true').first().click()
  await expect(page.getByText('Le chargement de la page a échoué')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Recharger la page' })).toBeVisible()
  await page.getByRole('link', { name: 'Revenir à l’accueil' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a first script that does not load is told, and a reload is offered', ONCE, async ({ page }) => {
  const first = /assets\/(index|fr|sign-in|react)-[^/]*\.js/
  for (const part of ['index', 'fr', 'react']) {
    await page.route(first, (route) => (route.request().url().includes(`/${part}-`) ? route.abort() : route.continue()))
    await page.goto('login')
    const problem = page.getByRole('alert').filter({ hasText: 'Le chargement de la page a échoué' })
    await expect(problem).toBeVisible()
    await expect(problem.getByText('The page failed to load')).toBeHidden()
    await page.unroute(first)
    await problem.getByRole('link', { name: 'Recharger la page' }).click()
    await expect(page.getByLabel('Identifiant', { exact: true })).toBeVisible()
    await expect(problem).toBeHidden()
  }
})

test('the portal can be installed on a home screen, with its name and icons', ONCE, async ({ page }) => {
  await page.goto('login')
  const browser = await page.context().newCDPSession(page)
  const { data = '', errors } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { name, start_url, icons } = JSON.parse(data) as {
    name: string
    start_url: string
    icons: { src: string; sizes: string }[]
  }
  expect([name, start_url]).toEqual(['Banque Téranga', '/connect/'])
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  for (const { src, sizes } of [
    ...icons,
    { src: 'badge-96.png', sizes: '96x96' },
    { src: 'apple-touch-icon.png', sizes: '180x180' },
  ]) {
    const size = await page.evaluate(async (address) => {
      const picture = new Image()
      picture.src = address
      await picture.decode()
      return `${picture.naturalWidth}x${picture.naturalHeight}`
    }, src)
    expect(size, src).toBe(sizes)
  }
})
