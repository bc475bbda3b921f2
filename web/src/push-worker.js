// Shows alerts while the portal is not open. It keeps nothing, answers no request of the pages and reads no data of the bank: it knows a
// kind and a link, and has the words for each kind itself.
const labels = WORDS
const scope = new URL(self.registration.scope)

// New words count at once: there is nothing of an older one to finish.
self.addEventListener('install', () => self.skipWaiting())

function read(data) {
  try {
    const { kind, lang, link } = data.json()
    const said = Object.hasOwn(labels.kinds, kind) ? labels.kinds[kind] : labels.unknown
    return { kind: String(kind), lang: lang === 'en' ? 'en' : 'fr', link: String(link), said }
  } catch {
    // Browsers want something to be shown for every message.
    return { kind: 'unknown', lang: 'fr', link: '', said: labels.unknown }
  }
}

self.addEventListener('push', (event) => {
  const { kind, lang, link, said } = read(event.data)
  const look = { icon: `${scope.pathname}icon-192.png`, badge: `${scope.pathname}badge-96.png` }
  event.waitUntil(
    self.registration.showNotification(said[lang], {
      body: labels.open[lang],
      lang,
      tag: kind,
      data: { link },
      ...look,
    }),
  )
})

/** The link as an address of the portal; its first page where it is none. */
function addressOf(link) {
  const address = new URL(link, scope)
  return address.origin === scope.origin && address.pathname.startsWith(scope.pathname) ? address : scope
}

const pathIn = (url) => {
  const { pathname } = new URL(url)
  return pathname.startsWith(scope.pathname) ? pathname.slice(scope.pathname.length) : null
}

async function open(link) {
  const address = addressOf(link)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // Where nobody is signed in, a page of its own asks them to, and then leads there.
  const page = pages.find(({ url }) => /^(?!login|logout|forgot|password)/.test(pathIn(url) ?? 'login'))
  if (!page) return self.clients.openWindow(address.href)
  // A browser that keeps it behind still goes there.
  await page.focus().catch(() => null)
  // The page goes there itself: to load it anew would lose what is being typed in it.
  page.postMessage({ link: `/${pathIn(address.href)}` })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.link))
})

// The push service has changed the address: the bank hears of the new one when its owner is in the portal next.
self.addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription?.options
  if (!event.newSubscription && options) event.waitUntil(self.registration.pushManager.subscribe(options))
})
