// Ends requests whose body takes too long to arrive. One timer watches all of them.
import type { IncomingMessage } from 'node:http'

/** Requests of authenticated callers, which have no time limit here. */
const exempt = new WeakSet<IncomingMessage>()

/** Exempts a request from the time limit of anonymous ones. */
export const allowSlowBody = (request: IncomingMessage): void => void exempt.add(request)

/**
 * Answers a function that ends a request unless its body has arrived within `milliseconds`, exact to a tenth of that.
 */
export function limitBodies(milliseconds: number): (request: IncomingMessage) => void {
  // In the order of their arrival.
  const arriving = new Map<IncomingMessage, number>()
  let timer: NodeJS.Timeout | null = null

  function endSlow(): void {
    const limit = performance.now() - milliseconds
    for (const [request, startedAt] of arriving) {
      if (startedAt > limit) break
      if (exempt.has(request)) arriving.delete(request)
      else request.destroy()
    }
    timer = arriving.size > 0 ? setTimeout(endSlow, milliseconds / 10).unref() : null
  }
  return (request) => {
    arriving.set(request, performance.now())
    request.once('close', () => arriving.delete(request))
    timer ??= setTimeout(endSlow, milliseconds / 10).unref()
  }
}
