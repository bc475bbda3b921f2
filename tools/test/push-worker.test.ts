import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const PORTAL = 'https://banque.example/connect/'
const labels = {
  kinds: { message_received: { fr: 'La banque vous a écrit', en: 'The bank has written to you' } },
  unknown: { fr: 'Nouvelle alerte', en: 'New alert' },
  open: { fr: 'Ouvrez votre espace client.', en: 'Open your customer area.' },
}

type DisplayedNotification = {
  title: string
  lang: string
  body: string
  tag: string
  icon: string
  badge: string
  data: { link: string }
}

/** The service worker in a minimal browser: its notifications, windows and messages are recorded. */
function startWorker({ openPages = [] as string[] } = {}) {
  const handlers = new Map<string, (event: object) => void>()
  const visible: DisplayedNotification[] = []
  const opened: string[] = []
  const posted: { page: string; link: string }[] = []
  const pageAt = (url: string) => ({
    url,
    focus: async () => null,
    postMessage: ({ link }: { link: string }) => posted.push({ page: url, link }),
  })
  const self = {
    registration: {
      scope: PORTAL,
      showNotification: async (title: string, rest: Omit<DisplayedNotification, 'title'>) =>
        void visible.push({ title, ...rest }),
    },
    addEventListener: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
    skipWaiting: () => undefined,
    clients: {
      matchAll: async () => openPages.map(pageAt),
      openWindow: async (address: string) => void opened.push(address),
    },
  }
  const source = readFileSync(new URL('../../web/src/push-worker.js', import.meta.url), 'utf8').replace('WORDS', () =>
    JSON.stringify(labels),
  )
  runInContext(source, createContext({ self, URL }))
  const send = async (name: string, event: object) => {
    const work: Promise<unknown>[] = []
    handlers.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) })
    await Promise.all(work)
  }
  const push = (text: string) => send('push', { data: { json: () => JSON.parse(text) as unknown } })
  const press = (link: string) =>
    send('notificationclick', { notification: { close: () => undefined, data: { link } } })
  return { push, press, visible, opened, posted }
}

describe('a push notification', () => {
  it('has the text of its kind in its language, and the icon of the bank', async () => {
    const { push, visible } = startWorker()
    await push(JSON.stringify({ kind: 'message_received', lang: 'en', link: 'alerts/7' }))
    expect(visible).toEqual([
      {
        title: 'The bank has written to you',
        lang: 'en',
        body: 'Open your customer area.',
        tag: 'message_received',
        icon: '/connect/icon-192.png',
        badge: '/connect/badge-96.png',
        data: { link: 'alerts/7' },
      },
    ])
  })

  it.each(['', 'nothing', '{"kind":"__proto__","lang":"xx","link":1}', 'null'])(
    'is displayed for any received data: %j',
    async (text) => {
      const { push, visible } = startWorker()
      await push(text)
      expect(visible.map(({ title, lang }) => [title, lang])).toEqual([['Nouvelle alerte', 'fr']])
    },
  )

  it('opens its page in an open tab of the portal without a reload', async () => {
    const { press, opened, posted } = startWorker({ openPages: [`${PORTAL}login`, `${PORTAL}transfers/create`] })
    await press('alerts/7')
    expect([posted, opened]).toEqual([[{ page: `${PORTAL}transfers/create`, link: '/alerts/7' }], []])
  })

  it('opens a window if no tab is open, and only addresses of the portal', async () => {
    const { press, opened, posted } = startWorker({ openPages: [`${PORTAL}login`] })
    await press('alerts/7')
    await press('https://elsewhere.example/connect/')
    await press('/wb-api/user')
    expect([posted, opened]).toEqual([[], [`${PORTAL}alerts/7`, PORTAL, PORTAL]])
  })
})
