// Nothing moves while a page loads: on a slow network, on a phone and on a desktop, each page of the menu has no layout shift.
import { expect, type Page, type Request, test } from '@playwright/test'
import { customers, signIn } from '../customer.ts'
import { atTheBank } from '../desk.ts'

const PAGES = [
  'dashboard',
  'operations',
  'transfers',
  'transfers/to-sign',
  'transfers/batches',
  'transfers/create',
  'transfers/create/multiple',
  'transfers/beneficiaries',
  'transfers/beneficiaries/lists',
  'transfers/beneficiaries/create',
  'statements',
  'payment-methods',
  'payment-methods/cards',
  'payment-methods/checks',
  'payment-methods/checks/order',
  'debits',
  'dat',
  'credits',
  'inbox',
  'access',
  'access/log',
  'account/rib',
  'account/receive',
  'account/till',
]

/** Accounts that are paid over PI have a code on their page: it is loaded late. The platform does not know these addresses. */
const haveAddresses = () =>
  atTheBank(`
    INSERT INTO payment_aliases (account_id, id, kind, value, creation_id, state, created_by, created_at)
    SELECT m.account_id, gen_random_uuid(), 'address', m.account_id, 'shift-' || left(m.account_id::text, 8), 'active', m.user_id, now()
      FROM memberships m JOIN users u ON u.id = m.user_id
     WHERE u.login IN ('${customers.awa}', '${customers.director}')
    ON CONFLICT DO NOTHING`)

test.afterAll(() => atTheBank("DELETE FROM payment_aliases WHERE creation_id LIKE 'shift-%'"))

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

type Shift = { value: number; moved: string[] }

/** Records each layout shift with the elements that moved. */
function recordShifts() {
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  const textOf = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
  const nameOf = (node: Node | null) =>
    `${node instanceof Element ? node.getAttribute('class') : ''} "${(node?.textContent ?? '').slice(0, 30)}"`
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // The type of the entry, which TypeScript does not know.
      const { value, sources } = entry as PerformanceEntry & {
        value: number
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      }
      const moved = sources.map(
        ({ node, previousRect, currentRect }) =>
          `${nameOf(node)} from ${textOf(previousRect)} to ${textOf(currentRect)}`,
      )
      shifts.push({ value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Answers come one after the other, as on a phone: what is inserted late is seen to move the rest. */
async function slowNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  })
}

/** Counts pending requests; the event stream never ends. */
function watchRequests(page: Page): () => number {
  const pending = new Set<Request>()
  page.on('request', (request) => void (request.url().includes('/events') || pending.add(request)))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => void pending.delete(request))
  return () => pending.size
}

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts.splice(0))
const ROUNDING = 0.001
/** Tabs that load pages at the same time: most of the loading is waiting for the network. */
const TABS = 3

/** Loads pages one after the other in a tab; answers those where something moved. */
async function findShifts(tab: Page, paths: string[]): Promise<string[]> {
  const countPending = watchRequests(tab)
  await tab.addInitScript(recordShifts)
  await slowNetwork(tab)
  const found: string[] = []
  for (const path of paths) {
    await tab.goto(path)
    await expect(tab.locator('main h1').first(), path).toBeAttached()
    const countBusy = () => tab.evaluate(() => document.querySelectorAll('main [role=status] + [aria-hidden]').length)
    await expect.poll(async () => countPending() + (await countBusy()), { message: path }).toBe(0)
    const shifts = await shiftsOf(tab)
    const sum = shifts.reduce((total, { value }) => total + value, 0)
    if (sum >= ROUNDING) found.push(`${path} ${sum.toFixed(3)}: ${shifts.flatMap(({ moved }) => moved).join('; ')}`)
  }
  return found
}

for (const [size, viewport] of Object.entries(SIZES))
  for (const customer of ['director', 'awa'] as const)
    test(`nothing moves while a page loads (${customer}, ${size})`, async ({ page, context }) => {
      await page.setViewportSize(viewport)
      await haveAddresses()
      await signIn(page, customers[customer], 'dashboard')
      const found = await Promise.all(
        Array.from({ length: TABS }, async (_, index) => {
          const tab = await context.newPage()
          await tab.setViewportSize(viewport)
          return findShifts(
            tab,
            PAGES.filter((_path, place) => place % TABS === index),
          )
        }),
      )
      expect(found.flat()).toEqual([])
    })
