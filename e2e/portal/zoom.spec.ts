// Zoom and text of 200 % on a desktop: 1440 x 900 shows the content of 720 x 450. Nothing may be lost (WCAG 1.4.4, 1.4.10).
import { expect, type Locator, type Page, test } from '@playwright/test'
import { accountSwitch, customers, signIn } from '../customer.ts'
import { choosePayee } from '../transfer-form.ts'

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

/** Pairs of texts that lie on each other, in the page or in the open dialog; what scrolls under a bar does not count. */
const overlaps = (page: Page) =>
  page.evaluate(() => {
    type Line = { text: string; element: Element; isPinned: boolean; rect: DOMRect }
    const scope = document.querySelector('dialog[open]') ?? document.body
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
    const lines: Line[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.nodeValue?.trim() ?? ''
      if (!element || text === '' || element.closest('.sr, [class*=skip], [aria-hidden=true], svg')) continue
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      let isPinned = false
      // The lines after the last one of a text that ends with an ellipsis are not painted.
      let lastLine = Infinity
      for (let one: Element | null = element; one; one = one.parentElement) {
        const { position, webkitLineClamp } = getComputedStyle(one)
        isPinned ||= /fixed|sticky/.test(position)
        if (webkitLineClamp !== 'none') lastLine = Math.min(lastLine, one.getBoundingClientRect().bottom)
      }
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects())
        if ((rect.top + rect.bottom) / 2 < lastLine) lines.push({ text, element, isPinned, rect })
    }
    return lines.flatMap((one, index) =>
      lines.slice(index + 1).flatMap((other) => {
        if (one.element === other.element || one.isPinned !== other.isPinned) return []
        const width = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
        const height = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top)
        const isOver = width > 3 && height > Math.min(one.rect.height, other.rect.height) * 0.4
        return isOver ? [`${one.text} / ${other.text}`] : []
      }),
    )
  })

async function walk(page: Page): Promise<void> {
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
}

test('at 200 % zoom every control stays visible on every screen', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 720, height: 450 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  })
  await walk(await context.newPage())
  await context.close()
})

test('with text of 200 % every control stays visible on every screen', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  // The size of text in the settings of the browser.
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await walk(page)
  await context.close()
})

test('on a tablet and a small laptop no column leaves the window, and names have room', async ({ page }) => {
  const widths = [768, 1024, 1280]
  await signIn(page, customers.accountant)
  for (const path of ['transfers', 'transfers/sent', 'transfers/batches', 'operations', 'debits', 'statements']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await expectWhole(page, `${path} at ${width}`)
    }
  }
  // On a phone the reason of a refusal has the width of its row, not that of the state above it.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('transfers')
  const refusal = page.getByRole('table').getByText('« La facture 2291 porte sur')
  expect(await refusal.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(240)
  await page.goto('transfers/sent')
  const reason = page.getByText('Honoraires de formation, session de Kaolack')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect(reason).toBeVisible()
    expect(await reason.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), `${width}`).toBe(true)
  }
})

test('on a tablet lists say who did what, previews have one line, and the export stands beside the search', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await signIn(page, customers.director, 'account/access')
  const rows = page.getByRole('row')
  await expect(rows.filter({ hasText: 'Ibrahima Mané' })).toContainText('Valideur et administrateur')
  await expect(rows.getByText('Valideur et administrateur').locator('visible=true').first()).toBeVisible()
  await page.goto('account/audit')
  await expect(
    rows.filter({ hasText: 'Virement saisi' }).first().getByText('Fatou Diagne', { exact: true }),
  ).toBeVisible()
  await page.goto('inbox')
  const preview = rows.getByText('Pour le transfert vers Maison Delorme')
  await expect(preview).toBeVisible()
  expect((await preview.boundingBox())?.height ?? 0).toBeLessThan(24)
  expect((await preview.boundingBox())?.width ?? 0).toBeGreaterThan(400)
  for (const path of ['operations', 'transfers']) {
    await page.goto(path)
    const search = page.getByRole('search').last()
    const [field, button] = [search.getByRole('searchbox'), search.getByRole('button', { name: 'Exporter' })]
    await expect(button).toBeVisible()
    const middle = async (one: typeof field) => {
      const box = await one.boundingBox()
      return box ? box.y + box.height / 2 : NaN
    }
    expect(Math.abs((await middle(field)) - (await middle(button))), path).toBeLessThan(2)
  }
})

test('with a root font size of 32 px, which no media query knows of, no text lies on another', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await signIn(page, customers.awa)
  await expect(page).toHaveURL(/\/dashboard$/)
  for (const path of [
    'dashboard',
    'operations',
    'transfers',
    'transfers/create',
    'transfers/beneficiaries',
    'transfers/beneficiaries/create',
    'statements',
    'debits',
    'payment-methods/cards',
    'dat',
    'inbox',
    'account/rib',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Chargement en cours')).toHaveCount(0)
    await page.evaluate(() => void (document.documentElement.style.fontSize = '32px'))
    expect(await overlaps(page), path).toEqual([])
  }
  // The inbox has five columns on a desktop.
  await signInAgain(page, customers.director)
  for (const path of ['transfers/to-sign', 'transfers/sent', 'transfers', 'transfers/batches']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Chargement en cours')).toHaveCount(0)
    await page.evaluate(() => void (document.documentElement.style.fontSize = '32px'))
    expect(await overlaps(page), path).toEqual([])
  }
  await context.close()
})

test('on a phone with text of 200 % no list is wider than the screen', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await signIn(page, customers.director)
  await expect(page).toHaveURL(/\/dashboard$/)
  for (const path of [
    'dashboard',
    'operations',
    'transfers',
    'transfers/to-sign',
    'transfers/batches',
    'transfers/beneficiaries',
    'account/access',
    'inbox',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Chargement en cours')).toHaveCount(0)
    expect
      .soft(
        await page.evaluate(() =>
          [...document.querySelectorAll('main *')].flatMap((element) => {
            const { left, right, width } = element.getBoundingClientRect()
            // Titles of columns are for screen readers there, and chips and tabs scroll on their own line.
            let scrolls = false
            for (let one = element.parentElement; one; one = one.parentElement)
              scrolls ||= /auto|scroll/.test(getComputedStyle(one).overflowX)
            const isVisible =
              width > 1 && !scrolls && element.checkVisibility() && !element.closest('.sr, [class*=skip], svg, thead')
            return isVisible && (right > innerWidth + 1 || left < -1) ? [`${element.tagName}.${element.className}`] : []
          }),
        ),
        path,
      )
      .toEqual([])
  }
  await context.close()
})

test('at 400 % zoom, and on a phone with text of 200 %, names, amounts and closing buttons are there', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 320, height: 568 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await signIn(page, customers.awa, 'operations')
  for (const width of [320, 195]) {
    await page.setViewportSize({ width, height: 568 })
    await page.goto('operations')
    await expect(page.getByText('Chargement en cours')).toHaveCount(0)
    const month = page
      .getByRole('rowheader')
      .or(page.getByRole('columnheader'))
      .filter({ hasText: /^\p{L}+ 20\d\d$/u })
    expect(await month.first().evaluate((element) => element.getBoundingClientRect().height)).toBeLessThan(60)
    // The first operation has a second line of the list below it, whatever covers the top of so small a window.
    await page.getByRole('row').getByRole('link').first().press('Enter')
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Fermer le panneau' })).toBeInViewport({
      ratio: 1,
    })
    await page.keyboard.press('Escape')
    // A day of the list is not wider than the window, nor the name of a card with its state.
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overflow()).toBe(0)
    // The sign of the account and what opens it do not lie on the search beside them.
    const [chip, search] = [accountSwitch(page), page.getByRole('button', { name: /^Rechercher/ }).first()]
    const rightEdge = await chip.evaluate((element) =>
      Math.max(...[...element.querySelectorAll('svg')].map((icon) => icon.getBoundingClientRect().right)),
    )
    expect(rightEdge).toBeLessThanOrEqual((await search.boundingBox())?.x ?? 0)
    await page.goto('payment-methods/cards')
    await expect(page.getByRole('heading', { name: 'Moussa Ndiaye' })).toBeVisible()
    expect(await overflow()).toBe(0)
    await page.goto('transfers')
    await expect(page.getByText('Chargement en cours')).toHaveCount(0)
    const names = page.getByRole('row').getByRole('link').locator('visible=true')
    await expect(names.first()).toBeVisible()
    for (const name of await names.all()) expect((await name.boundingBox())?.width).toBeGreaterThan(40)
    expect(await overflow()).toBe(0)
  }
  const account = page.getByRole('button', { name: /Changer de compte/ }).locator('visible=true')
  await page.setViewportSize({ width: 320, height: 568 })
  expect((await account.boundingBox())?.height).toBeLessThan(60)
  // The name of a payee is broken between its words only.
  await page.setViewportSize({ width: 195, height: 568 })
  await page.goto('transfers/create')
  await choosePayee(page, 'Diatta')
  const payee = page.getByRole('region', { name: 'À', exact: true }).locator('b', { hasText: 'Cheikh Diatta' })
  expect((await payee.boundingBox())?.height).toBeLessThan(60)
  await context.close()
})

test('what people type without a space is broken where it is repeated', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, customers.student, 'operations?search=Recharge+mobile')
  const typed = 'W'.repeat(60)
  await page.getByRole('row').getByRole('link').first().click()
  const panel = page.getByRole('dialog', { name: 'Opération' })
  await panel.getByRole('button', { name: 'Renommer' }).click()
  await page
    .getByRole('dialog', { name: /^Renommer/ })
    .getByLabel('Nom', { exact: true })
    .fill(typed)
  await page.getByRole('button', { name: 'Enregistrer le nom' }).click()
  const always = panel.getByRole('button', { name: `Toujours classer ${typed} en` })
  await expect(always).toBeVisible()
  expect(await always.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThan(390)
  await page.keyboard.press('Escape')
  await page.goto(`inbox?search=${typed}`)
  await expect(page.getByText(`Aucun message ne correspond à « ${typed} »`)).toBeVisible()
  await expectWhole(page, 'the inbox')
})

test('in a theme of few colours the categories of the month keep theirs', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, customers.awa)
  const parts = page.locator('main p[aria-hidden] > i[data-tint]')
  await expect(parts.nth(1)).toBeVisible()
  const [tints, colours] = await parts.evaluateAll((all) => [
    all.map((one) => one.dataset.tint),
    all.map((one) => getComputedStyle(one).backgroundColor),
  ])
  expect(new Set(colours).size).toBe(new Set(tints).size)

  // The bars of charts would have the one colour of the page: the years of a credit, the months and categories of the analysis.
  const coloursOf = async (bars: Locator) => {
    await expect(bars.first()).toBeVisible()
    return new Set(await bars.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor)))
  }
  await page.goto('credits')
  await page.getByRole('main').getByRole('link').first().click()
  expect((await coloursOf(page.getByRole('img', { name: /capital/ }).locator('div > div > span'))).size).toBe(2)
  await page.goto('operations/analysis')
  expect((await coloursOf(page.locator('main li [aria-hidden] > [style]'))).size).toBe(2)
  // A prepaid card has a ground only: its edge would not be seen.
  await page.goto('payment-methods/cards')
  const card = page.getByRole('img', { name: /^Carte se terminant par/ }).first()
  await expect(card).toHaveCSS('border-top-width', '1px')
  // Nor on paper, where bars are drawn.
  await page.emulateMedia({ forcedColors: 'none', media: 'print' })
  await expect(card).toHaveCSS('border-top-width', '1px')
  await expect(page.getByRole('meter').locator('span').first()).toHaveCSS('print-color-adjust', 'exact')
})

async function signInAgain(page: Page, id: string): Promise<void> {
  await page.goto('logout')
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, id)
  await expect(page).toHaveURL(/\/dashboard$/)
}
