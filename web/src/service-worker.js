// Keeps the files of the portal, so that it opens without a network, and shows alerts while it is not open. It keeps nothing of a customer:
// calls of the bank's server are not handled by it. A push message of an alert contains its kind and a link only; the text of each kind is in this file.
const labels = LABELS
// The files of this build: those that each visit needs, and all others that are kept once they were loaded.
const { first, others } = FILES
const scope = new URL(self.registration.scope)
const CACHE = 'portal'
/** The one page of the portal, whatever its address. */
const PAGE = scope.pathname

const isKept = (path) => path === PAGE || first.includes(path) || others.includes(path)

async function keepFirst() {
  const cache = await caches.open(CACHE)
  // The page names the files of its build: both are of one edition, or the former edition stays.
  await cache.addAll([new Request(PAGE, { cache: 'no-cache' }), ...first])
}

/** Removes the files of former builds. */
async function removeFormer() {
  const cache = await caches.open(CACHE)
  const kept = await cache.keys()
  await Promise.all(kept.filter(({ url }) => !isKept(new URL(url).pathname)).map((request) => cache.delete(request)))
}

// A new edition counts at once: there is nothing of an older one to finish.
self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(keepFirst())
})
self.addEventListener('activate', (event) => {
  // The request of a page does not wait until this program has started.
  const { navigationPreload } = self.registration
  event.waitUntil(Promise.all([removeFormer(), navigationPreload?.enable()]))
})

/** A page from the network; without one, the page that was kept. */
async function answerPage({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const kept = await caches.match(PAGE)
    if (!kept) throw error
    return kept
  }
}

/** A file has its content in its name: what was kept is never out of date. */
async function answerFile(request) {
  const kept = await caches.match(request.url)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) {
    const cache = await caches.open(CACHE)
    await cache.put(request.url, response.clone())
  }
  return response
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== scope.origin) return
  if (request.mode === 'navigate' && !pathname.includes('.')) event.respondWith(answerPage(event))
  else if (first.includes(pathname) || others.includes(pathname)) event.respondWith(answerFile(request))
})

function read(data) {
  try {
    const { kind, lang, link } = data.json()
    const label = Object.hasOwn(labels.kinds, kind) ? labels.kinds[kind] : labels.unknown
    return { kind: String(kind), lang: lang === 'en' ? 'en' : 'fr', link: String(link), label }
  } catch {
    // Browsers require a notification for every push message.
    return { kind: 'unknown', lang: 'fr', link: '', label: labels.unknown }
  }
}

self.addEventListener('push', (event) => {
  const { kind, lang, link, label } = read(event.data)
  const images = { icon: `${scope.pathname}icon-192.png`, badge: `${scope.pathname}badge-96.png` }
  event.waitUntil(
    self.registration.showNotification(label[lang], {
      body: labels.open[lang],
      lang,
      tag: kind,
      data: { link },
      ...images,
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
  // Where nobody is signed in, a new page asks for the sign-in, and then opens the link.
  const page = pages.find(({ url }) => /^(?!login|logout|forgot|password)/.test(pathIn(url) ?? 'login'))
  if (!page) return self.clients.openWindow(address.href)
  // Where the browser does not focus the page, the link opens all the same.
  await page.focus().catch(() => null)
  // The page opens the link itself: a reload would lose what is being typed in it.
  page.postMessage({ link: `/${pathIn(address.href)}` })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.link))
})

// The push service has changed the address: the bank receives the new one when its owner opens the portal next.
self.addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription?.options
  if (!event.newSubscription && options) event.waitUntil(self.registration.pushManager.subscribe(options))
})
