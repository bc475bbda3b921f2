// Restores the scroll position on going back. It is kept in memory: the router's own implementation writes to the
// session storage, where all names are ours (decisions.md 3). The router scrolls new pages to the top.
import type { RegisteredRouter } from '@tanstack/react-router'

export function rememberScroll(router: RegisteredRouter): void {
  const positions = new Map<string, number>()
  let isReturn = false
  history.scrollRestoration = 'manual'
  router.history.subscribe(({ action }) => {
    isReturn = ['BACK', 'FORWARD', 'GO'].includes(action.type)
  })
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    if (fromLocation) positions.set(fromLocation.href, scrollY)
  })
  router.subscribe('onRendered', ({ toLocation }) => {
    if (!isReturn) return
    isReturn = false
    const position = positions.get(toLocation.href) ?? 0
    // After the router, which has just scrolled to the top.
    queueMicrotask(() => scrollTo({ top: position }))
  })
}
