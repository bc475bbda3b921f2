import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const PORTAL = 'https://banque.example/connect/'
const labels = {
  kinds: { message_received: { fr: 'La banque vous a écrit', en: 'The bank has written to you' } },
  unknown: { fr: 'Nouvelle alerte', en: 'New alert' },
  open: { fr: 'Ouvrez votre espace client.', en: 'Open your customer area.' },
}

const files = {
  first: ['/connect/assets/first-1.js', '/connect/assets/first-1.css'],
  others: ['/connect/assets/list-2.js', '/connect/assets/form-3.js'],
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

type Answer = { ok: boolean; from: string; clone: () => Answer }

/** A cache of files, and a network that can be left. */
function aStore(formerFiles: readonly string[]) {
  let isOnline = true
  const stored = new Map<string, Answer>()
  const pathOf = (address: string) => new URL(address, PORTAL).pathname
  const answerOf = (from: string): Answer => ({ ok: true, from, clone: () => answerOf(from) })
  const keep = (address: string) => void stored.set(new URL(address, PORTAL).href, answerOf(`kept: ${pathOf(address)}`))
  for (const file of formerFiles) keep(file)
  const cache = {
    addAll: async (requests: (string | { url: string })[]) => {
      for (const request of requests) keep(typeof request === 'string' ? request : request.url)
    },
    put: async (address: string) => keep(address),
    keys: async () => [...stored.keys()].map((url) => ({ url })),
    delete: async ({ url }: { url: string }) => stored.delete(url),
  }
  const fetchFile = async (request: { url: string }) => {
    if (!isOnline) throw new Error('no network')
    return answerOf(`network: ${pathOf(request.url)}`)
  }
  return {
    caches: {
      open: async () => cache,
      match: async (address: string) => stored.get(new URL(address, PORTAL).href),
    },
    fetch: fetchFile,
    kept: () => [...stored.keys()],
    leaveNetwork: () => {
      isOnline = false
    },
  }
}

/** The service worker in a minimal browser: its notifications, windows, messages and files are recorded. */
function startWorker({ openPages = [] as string[], formerFiles = [] as string[] } = {}) {
  const store = aStore(formerFiles)
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
  const source = readFileSync(new URL('../../web/src/service-worker.js', import.meta.url), 'utf8')
    .replace('LABELS', () => JSON.stringify(labels))
    .replace('FILES', () => JSON.stringify(files))
  const Request = class {
    readonly url: string
    constructor(address: string) {
      this.url = new URL(address, PORTAL).href
    }
  }
  runInContext(source, createContext({ self, URL, Request, caches: store.caches, fetch: store.fetch }))
  const send = async (name: string, event: object) => {
    const work: Promise<unknown>[] = []
    handlers.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) })
    await Promise.all(work)
  }
  const push = (text: string) => send('push', { data: { json: () => JSON.parse(text) as unknown } })
  const press = (link: string) =>
    send('notificationclick', { notification: { close: () => undefined, data: { link } } })
  /** What it answers to a request of a page; null where it does not handle the request. */
  const fetchThrough = async (url: string, mode = 'no-cors', method = 'GET') => {
    let answered: Promise<Answer> | null = null
    const request = { url, mode, method }
    handlers.get('fetch')?.({
      request,
      preloadResponse: Promise.resolve(),
      respondWith: (answer: Promise<Answer>) => {
        answered = answer
      },
    })
    return answered ? (await (answered as Promise<Answer>)).from : null
  }
  return {
    push,
    press,
    visible,
    opened,
    posted,
    install: () => send('install', {}),
    activate: () => send('activate', {}),
    fetch: fetchThrough,
    kept: store.kept,
    leaveNetwork: store.leaveNetwork,
  }
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

describe('without a network', () => {
  it('a page of any address is the one that was kept, and a file that was loaded once', async () => {
    const worker = startWorker()
    await worker.install()
    expect(worker.kept()).toEqual([PORTAL, ...files.first.map((path) => `https://banque.example${path}`)])
    expect(await worker.fetch(`${PORTAL}transfers`, 'navigate')).toBe('network: /connect/transfers')
    expect(await worker.fetch(`${PORTAL}assets/list-2.js`)).toBe('network: /connect/assets/list-2.js')
    worker.leaveNetwork()
    expect(await worker.fetch(`${PORTAL}transfers`, 'navigate')).toBe('kept: /connect/')
    expect(await worker.fetch(`${PORTAL}assets/list-2.js`)).toBe('kept: /connect/assets/list-2.js')
    await expect(worker.fetch(`${PORTAL}assets/form-3.js`)).rejects.toThrow('no network')
  })

  it.each([
    'https://banque.example/wb-api/dashboard',
    'https://banque.example/connect/favicon.svg',
    'https://elsewhere.example/connect/assets/first-1.js',
  ])('%s is not handled by it', async (address) => {
    const worker = startWorker()
    await worker.install()
    expect(await worker.fetch(address)).toBeNull()
    expect(worker.kept()).not.toContain(address)
  })

  it('a page that is sent is none of its own', async () => {
    const worker = startWorker()
    expect(await worker.fetch(`${PORTAL}login`, 'navigate', 'POST')).toBeNull()
    expect(await worker.fetch(`${PORTAL}service-worker.js`)).toBeNull()
  })

  it('removes the files of former builds', async () => {
    const worker = startWorker({ formerFiles: [`${PORTAL}assets/first-0.js`] })
    await worker.install()
    await worker.activate()
    expect(worker.kept()).not.toContain(`${PORTAL}assets/first-0.js`)
    expect(worker.kept()).toContain(PORTAL)
  })
})
