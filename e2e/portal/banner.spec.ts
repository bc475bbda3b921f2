// The success banner: it closes by itself, stays under the pointer and covers no control.
import { expect, test } from '@playwright/test'
import { customers, isPhone, signIn } from '../customer.ts'

test('the banner disappears after its time unless the pointer is on it, and covers neither header nor bottom bar', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await signIn(page, customers.awa, 'account/rib')
  const copy = page.getByRole('button', { name: 'Copier l’IBAN' })
  const banner = page
    .getByRole('status')
    .filter({ hasText: /IBAN a été copié/ })
    .locator('div')
    .first()
  await copy.focus()
  const bannerBox = async () => {
    await page.keyboard.press('Enter')
    await expect(banner).toBeVisible()
    const box = await banner.boundingBox()
    expect(box).not.toBeNull()
    return box ?? { x: 0, y: 0, width: 0, height: 0 }
  }
  const { x, y, width, height } = await bannerBox()
  // What it covers can be pressed, and so can its own button.
  const isCovered = await banner.evaluate((message) => {
    const box = message.getBoundingClientRect()
    const pressed = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return pressed?.closest('[role=status]') !== null
  })
  expect(isCovered).toBe(false)
  const header = await page.getByRole('banner').boundingBox()
  expect(y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
  const bottom = await page.getByRole('navigation').last().boundingBox()
  if (isPhone(page)) expect(y + height).toBeLessThanOrEqual(bottom?.y ?? 0)
  await page.clock.runFor(3_600)
  await expect(banner).toHaveCount(0)

  // A pointer that rests where the message appears does not keep it open.
  await page.mouse.move(x + width / 2, y + height / 2)
  await bannerBox()
  await page.clock.runFor(3_600)
  await expect(banner).toHaveCount(0)

  // A pointer that moves onto it does, until it leaves.
  await page.mouse.move(5, y + height + 100)
  await bannerBox()
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.clock.runFor(20_000)
  await expect(banner).toBeVisible()
  await page.mouse.move(5, y + height + 100)
  await page.clock.runFor(3_600)
  await expect(banner).toHaveCount(0)
  await bannerBox()
  await page.getByRole('button', { name: 'Fermer le message' }).click()
  await expect(banner).toHaveCount(0)
})

test('the banner stands above an open panel, where it can be read and closed', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await signIn(page, customers.awa, 'transfers/beneficiaries')
  await page.getByRole('table').getByRole('link', { name: 'Moustapha Thiam', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Bénéficiaire' })
  await panel.getByRole('button', { name: 'Copier le numéro de compte' }).click()
  const banner = panel.getByRole('status').filter({ hasText: 'a été copié' })
  await expect(banner).toBeVisible()
  // Beside the panel where there is room, not over the amount at its head.
  const message = await banner.locator('div').boundingBox()
  const box = await panel.boundingBox()
  if (!isPhone(page)) expect((message?.x ?? 0) + (message?.width ?? 0)).toBeLessThanOrEqual(box?.x ?? 0)
  // A button that is covered or inert cannot be pressed.
  await page.getByRole('button', { name: 'Fermer le message' }).click()
  await expect(banner).toHaveCount(0)

  // With the panel closed the message stays, in the page.
  await panel.getByRole('button', { name: 'Copier le numéro de compte' }).click()
  await expect(banner).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'a été copié' })).toBeVisible()
})
