// Without a network the portal opens with its own page, and goes on when the network is back.
import { expect, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { customers, signIn } from '../customer.ts'

test.use({ serviceWorkers: 'allow' })

test('a reload without a network shows the page of the portal, and opens when the network is back', async ({
  page,
  context,
}) => {
  await signIn(page, customers.awa)
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    if (registration.active?.state === 'activated') return
    await new Promise((resolve) => registration.active?.addEventListener('statechange', resolve, { once: true }))
  })
  // Its files are kept as they are loaded: this section is opened while the worker serves them.
  await page.reload()
  await page.goto('operations')
  await expect(page.getByRole('heading', { level: 1, name: 'Synthèse' })).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Vous êtes hors connexion' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Recharger la page' })).toHaveCount(0)
  await expectNoBarrier(page)
  const stored = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(stored).toContain('/connect/')
  expect(stored.filter((path) => path !== '/connect/' && !path.startsWith('/connect/assets/'))).toEqual([])
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Synthèse' })).toBeVisible()
})

test('without a network a transfer is not begun, and the link works again when it is back', async ({
  page,
  context,
}) => {
  await signIn(page, customers.awa)
  for (const path of ['dashboard', 'transfers']) {
    await page.goto(path)
    const link = page.locator('main').getByRole('link', { name: 'Nouveau virement' })
    await expect(link).toHaveAttribute('href', /transfers\/create/)
    await context.setOffline(true)
    await expect(link).toHaveAttribute('aria-disabled', 'true')
    await expect(link).not.toHaveAttribute('href')
    await context.setOffline(false)
    await expect(link).toHaveAttribute('href', /transfers\/create/)
  }
})

test('without a network the menus of rows offer only what needs no server', async ({ page, context }) => {
  await signIn(page, customers.awa, 'transfers?status=executed')
  const menu = page.getByRole('button', { name: /^Actions\s: / }).first()
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Preuve de virement' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await menu.click()
  for (const name of ['Preuve de virement', 'Refaire ce virement'])
    await expect(page.getByRole('menuitem', { name })).toBeDisabled()
  // The keyboard passes over them.
  const detail = page.getByRole('menuitem', { name: 'Voir le détail' })
  await expect(detail).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(detail).toBeFocused()
  await context.setOffline(false)
  await expect(page.getByRole('menuitem', { name: 'Preuve de virement' })).toBeEnabled()
  for (const [path, name] of [
    ['payment-methods/cards', /^Actions pour la carte/],
    ['statements', /^Formats/],
  ] as const) {
    await page.goto(path)
    const trigger = page.getByRole('button', { name }).first()
    await expect(trigger).toBeEnabled()
    await context.setOffline(true)
    await expect(trigger).toBeDisabled()
    await context.setOffline(false)
    await expect(trigger).toBeEnabled()
  }
})
