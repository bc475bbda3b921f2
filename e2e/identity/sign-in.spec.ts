import { expect, type Page, test } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { isPhone } from '../customer.ts'
import { ONCE } from '../once.ts'

test('a customer signs in and finds the accounts, in French', async ({ page }) => {
  await page.goto('login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bonjour')
  await expectNoBarrier(page)
  await page.getByLabel('Identifiant', { exact: true }).fill('10000001')
  await page.getByLabel('Mot de passe', { exact: true }).fill('Teranga-2026!')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/connect\/dashboard/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Bonjour')
})

test('the sign-in page warns that nobody asks for the password, and a tap calls the bank', async ({ page }) => {
  await page.goto('login')
  const advice = page.getByRole('complementary')
  await expect(advice).toContainText('Aucun agent de la banque ne vous le demandera')
  await expect(advice.getByRole('link', { name: '+221 33 800 00 10' })).toHaveAttribute('href', 'tel:+221338000010')
  await advice.getByRole('link').scrollIntoViewIfNeeded()
  await expect(advice.getByRole('link')).toBeInViewport()
})

const STATE = 'connect.state'

/** Opens the sign-in page without its scripts; the function that is returned lets them come. */
async function openBeforeScripts(page: Page, saved: object): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [STATE, JSON.stringify(saved)] as const)
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('login', { waitUntil: 'commit' })
  await expect(page.locator('.boot').getByText('Banque Téranga')).toBeVisible()
  // Nothing is painted before the style sheets are there, but a test could read where unstyled texts would be.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null),
  )
  return release
}

/** Where the visible texts begin, in whole pixels. */
const positionsOf = (page: Page, texts: readonly string[]) =>
  page.evaluate((wanted) => {
    const found: Record<string, [number, number]> = {}
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      if (!wanted.includes(text) || !node.parentElement?.checkVisibility()) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { x, y } = range.getBoundingClientRect()
      found[text] = [Math.round(x), Math.round(y)]
    }
    return found
  }, texts)

const french = {
  lang: 'fr',
  title: 'Bonjour',
  intro: 'Connectez-vous à votre espace.',
  advice: 'Votre mot de passe ne se partage pas',
  size: null,
}
const english = {
  lang: 'en',
  title: 'Hello',
  intro: 'Log in to your customer area.',
  advice: 'Never share your password',
  size: null,
}
const openings = [
  { name: 'in French', ...french },
  { name: 'in English', ...english },
  { name: 'on a narrow phone', ...french, size: { width: 360, height: 640 } },
]
for (const { name, lang, title, intro, advice, size } of openings)
  test(`the frame of the sign-in page stands before its scripts, and nothing moves when they are there, ${name}`, async ({
    page,
  }) => {
    if (size) await page.setViewportSize(size)
    const release = await openBeforeScripts(page, { v: 1, lang })
    await page.evaluate(() => document.fonts.ready)
    // On a desk the advice stands in the side, which comes with the scripts.
    const texts = ['Banque', 'Téranga', title, intro, ...(isPhone(page) || size ? [advice] : [])]
    const before = await positionsOf(page, texts)
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    const heightBefore = await height()
    expect(Object.keys(before)).toEqual(texts)
    // Nothing can be typed before a script can read it.
    await expect(page.getByRole('textbox')).toHaveCount(0)
    release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    expect(await positionsOf(page, texts)).toEqual(before)
    // A page that were longer before would have a scrollbar for a moment.
    expect(await height()).toBe(heightBefore)
  })

test('a page of somebody who is signed in does not begin as the sign-in page', ONCE, async ({ page }) => {
  const release = await openBeforeScripts(page, { v: 1, menu: 'home' })
  await expect(page.locator('.boot').getByText('Bonjour')).toBeHidden()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bonjour')
})
