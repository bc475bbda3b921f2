// Tests what the pages may load and run: their scripts have digests, two policies create script addresses, and nothing of the portal is blocked.
import { createHash } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { customers, signIn } from '../customer.ts'

test.use({ serviceWorkers: 'allow' })

test('every script of the page has the digest of its file', async ({ request }) => {
  const page = await (await request.get('')).text()
  const scripts = page.match(/<script\b[^>]*>/g) ?? []
  expect(scripts.length).toBeGreaterThan(1)
  for (const tag of scripts) {
    const [, address = ''] = /\bsrc="([^"]+)"/.exec(tag) ?? []
    const digest = createHash('sha384').update(await (await request.get(address)).body())
    expect(tag).toContain(` integrity="sha384-${digest.digest('base64')}"`)
  }
})

test('a page of the portal, its service worker and its PDF reader break no rule of the policy; other scripts do', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const broken: string[] = []
    Object.assign(window, { broken })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      broken.push(`${effectiveDirective} ${blockedURI}`),
    )
  })
  const broken = () => page.evaluate(() => (window as unknown as { broken: string[] }).broken)
  await signIn(page, customers.awa, 'account/rib')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.getByRole('button', { name: 'Afficher le RIB', exact: true }).click()
  await expect(page.getByRole('img', { name: 'Page 1' })).toBeVisible()
  expect(await broken()).toEqual([])

  const refusals = await page.evaluate(() => {
    type Maker = { createPolicy: (name: string, rules: object) => unknown }
    const { trustedTypes } = globalThis as unknown as { trustedTypes: Maker }
    const isRefused = (work: () => unknown) => {
      try {
        work()
        return false
      } catch {
        return true
      }
    }
    return [
      isRefused(() => trustedTypes.createPolicy('intruder', {})),
      isRefused(() => trustedTypes.createPolicy('default', {})),
      isRefused(() => trustedTypes.createPolicy('pdf-worker', {})),
      isRefused(() => Object.assign(document.createElement('div'), { innerHTML: '<b>x</b>' })),
    ]
  })
  expect(refusals).toEqual([true, true, true, true])
  expect((await broken()).map((text) => text.split(' ')[0])).toContain('trusted-types')
})
