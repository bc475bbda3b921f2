// What axe finds on a screen.
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * Expects that axe finds nothing on what the page shows now. `name` is told with what it finds; `rule` is the only one to look at.
 * The portal has no frames: one call to the page does, without a page of its own to put the answers together.
 */
export async function expectNoBarrier(page: Page, { name = '', rule }: { name?: string; rule?: string } = {}): Promise<void> {
  // What is on its way is dimmed until it is there.
  await expect(page.locator('.coming[aria-busy]')).toHaveCount(0)
  // Transitions back to full colour end a moment later.
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity),
  )
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
      return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])
    },
    { resultTypes: ['violations'], preload: false, ...(rule && { runOnly: { type: 'rule', values: [rule] } }) } satisfies axe.RunOptions,
  )
  expect(found, name).toEqual([])
}
