// Zoom of 200 % on a desktop: 1440 x 900 shows the content of 720 x 450. Nothing may be lost (WCAG 1.4.4, 1.4.10).
import { expect, type Page, test } from '@playwright/test'
import { customers, signIn } from '../customer.ts'

/** The controls that cannot be pressed even after scrolling: outside the window, or covered. */
const unreachable = (page: Page) =>
  page.evaluate(() => {
    const lost: string[] = []
    const scope = document.querySelector('dialog[open]') ?? document.body
    for (const element of scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.matches(':disabled'))
        continue
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect()
      // A link for screen readers and a field under its drawing are one pixel, and not meant to be pressed.
      if (width < 8 || height < 8 || element.closest('.sr, [class*=skip]')) continue
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const isHit = hit && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.contains(element))
      if (left < -1 || right > innerWidth + 1 || !isHit)
        lost.push(`${element.tagName} ${element.ariaLabel ?? element.textContent.trim()}`)
    }
    return lost
  })

async function expectWhole(page: Page, name: string): Promise<void> {
  await expect(page.getByText('Chargement en cours')).toHaveCount(0)
  expect(await unreachable(page), name).toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    `${name} is wider than the window`,
  ).toBe(0)
}

test('at 200 % zoom every control stays visible on every screen', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 720, height: 450 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  for (const path of ['login', 'forgot', 'verify']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectWhole(page, path)
  }
  await signIn(page, customers.director)
  await expect(page).toHaveURL(/\/dashboard$/)
  for (const path of [
    'dashboard',
    'operations',
    'transfers',
    'transfers/to-sign',
    'transfers/create/multiple',
    'transfers/batches',
    'transfers/beneficiaries',
    'transfers/beneficiary-lists',
    'inbox',
    'account/rib',
    'account/access',
    'account/audit',
    'account/access?view=rules',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectWhole(page, path)
  }
  await page.goto('transfers')
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('dialog').getByRole('list').last()).toBeVisible()
  await expectWhole(page, 'transfer')
  await signInAgain(page, customers.awa)
  for (const path of ['transfers/create', 'transfers/beneficiaries/create']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectWhole(page, path)
  }
  await context.close()
})

async function signInAgain(page: Page, id: string): Promise<void> {
  await page.goto('logout')
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, id)
  await expect(page).toHaveURL(/\/dashboard$/)
}
