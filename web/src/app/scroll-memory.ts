// Going back finds the place that was left. Kept in memory: the router's own memory writes to the session's storage, where
// every name is ours (decisions.md 3). That a new page starts at its top is the router's work.
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
    // After the router, which has just gone to the top.
    queueMicrotask(() => scrollTo({ top: position }))
  })
}
