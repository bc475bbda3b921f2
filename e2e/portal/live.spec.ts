// Tests that open pages show the changes of other users without a reload.
import { expect, request, test } from '@playwright/test'
import { customers, PASSWORD, signIn } from '../customer.ts'

test('a message that was marked on another device is updated in both open tabs, over one connection', async ({
  page,
  context,
  baseURL,
}) => {
  const streams: string[] = []
  context.on('request', (sent) => {
    if (sent.url().endsWith('/wb-api/events')) streams.push(sent.method())
  })
  const opened = page.waitForResponse(/\/wb-api\/events$/)
  await signIn(page, customers.awa, 'rib')
  expect((await opened).headers()['content-type']).toContain('text/event-stream')
  const tab = await context.newPage()
  await tab.goto('rib')
  const counters = [page, tab].map((one) => one.getByRole('link', { name: /^Messagerie, / }).first())
  for (const counter of counters) await expect(counter).toBeVisible()

  // Another user on another device, unknown to the pages here.
  const device = await request.newContext({ baseURL: new URL('/', baseURL).href })
  const basic = Buffer.from(`${customers.awa}:${PASSWORD}`).toString('base64')
  const user = await (await device.get('/wb-api/user/auth', { headers: { authorization: `Basic ${basic}` } })).json()
  const headers = { authorization: `Bearer ${user.token}`, 'x-account-id': user.accounts.default.uuid }
  const unread = async () =>
    (await (await device.get('/wb-api/messages?unread=true', { headers })).json()) as { id: string }[]
  const [first] = await unread()
  expect(first).toBeDefined()
  const mark = async (read: boolean) =>
    expect((await device.put(`/wb-api/messages/${first?.id}`, { headers, data: { read } })).status()).toBe(204)
  const before = (await unread()).length

  const labels = (count: number) => (count === 0 ? /aucun message non lu/ : new RegExp(`, ${count} messages? non lus?`))
  await mark(true)
  for (const counter of counters) await expect(counter).toHaveAccessibleName(labels(before - 1))
  await mark(false)
  for (const counter of counters) await expect(counter).toHaveAccessibleName(labels(before))
  expect(streams).toHaveLength(1)
})
