// Changing pages leaves nothing behind: after fifty changes there are as many DOM nodes and listeners as before.
import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { customers, signIn } from '../customer.ts'

/** Pages with their headings; the last one is where the counts are taken. */
const PAGES = {
  operations: 'Synthèse',
  transfers: 'Virements',
  'transfers/beneficiaries': 'Bénéficiaires',
  statements: 'Relevés',
  'payment-methods': 'Moyens de paiement',
  debits: 'Prélèvements',
  dat: 'Placements',
  credits: 'Crédits',
  inbox: 'Messagerie',
  dashboard: 'Home',
}
const ROUNDS = 5
/** A page that is left is still held by the one after it, as long as that is rendered: the sizes of two pages differ. */
const NODES_OF_A_PAGE = 60
const LISTENERS_OF_A_PAGE = 8

/** Opens a page by its link in the menu, and waits until it is complete. */
async function visit(page: Page, path: string, heading: string): Promise<void> {
  await page.locator(`a[href="/connect/${path}"]`).locator('visible=true').first().click()
  await expect(page.locator('main h1').first(), path).toHaveText(heading)
  await expect(page.locator('main [role=status] + [aria-hidden]'), path).toHaveCount(0)
  if (path === 'dashboard') await expect(page.getByRole('heading', { name: 'À venir' })).toBeVisible()
}

async function countAfterCollection(session: CDPSession): Promise<{ nodes: number; listeners: number }> {
  for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const valueOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { nodes: valueOf('Nodes'), listeners: valueOf('JSEventListeners') }
}

test('fifty changes of the page leave no DOM nodes and no listeners behind', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.enable')
  await signIn(page, customers.awa, 'dashboard')
  await expect(page.locator('main h1').first()).toHaveText('Home')
  const visitAll = async () => {
    for (const [path, heading] of Object.entries(PAGES)) await visit(page, path, heading)
  }
  // The first round loads the code and the data of each page.
  await visitAll()
  const before = await countAfterCollection(session)
  for (let round = 0; round < ROUNDS; round += 1) await visitAll()
  const after = await countAfterCollection(session)
  expect(after.nodes - before.nodes).toBeLessThan(NODES_OF_A_PAGE)
  expect(after.listeners - before.listeners).toBeLessThan(LISTENERS_OF_A_PAGE)
})
