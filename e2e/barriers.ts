// Checks the accessibility of a screen with axe.
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * Expects that axe finds no problem on the current page. `name` is part of the message; `rule` limits the check to one rule.
 * The portal has no frames: one call to the page is enough.
 */
export async function expectNoBarrier(
  page: Page,
  { name = '', rule }: { name?: string; rule?: string } = {},
): Promise<void> {
  // Pending content is dimmed until it is loaded.
  await expect(page.locator('.coming[aria-busy]')).toHaveCount(0)
  // Transitions to full colour end a moment later.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity),
  )
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
      return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])
    },
    {
      resultTypes: ['violations'],
      preload: false,
      ...(rule && { runOnly: { type: 'rule', values: [rule] } }),
    } satisfies axe.RunOptions,
  )
  expect(found, name).toEqual([])
}
