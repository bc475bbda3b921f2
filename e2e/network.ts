// Delays what the network brings.
import type { Page } from '@playwright/test'

/** Delays the answers of these calls until the returned function is called. */
export async function holdBack(page: Page, calls: RegExp): Promise<() => void> {
  const arrives = Promise.withResolvers<void>()
  await page.route(calls, async (route) => {
    await arrives.promise
    await route.continue()
  })
  return arrives.resolve
}
