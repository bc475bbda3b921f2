// The server as a process: where it listens, and how its parent hears of it.
import { createApp } from './app.ts'
import type { Clock } from './adapters/clock.ts'
import type { Running } from './process.ts'

/** Opens the server for clients; answers how to close it. */
export async function listen(
  { config, log, db, metrics, health }: Running,
  clock: Clock,
): Promise<() => Promise<void>> {
  const { port, host, webRoot, trustedProxies, allowsUnboundTokens, portalUrl, pushServices } = config
  const given = {
    webRoot,
    trustedProxies,
    allowsUnboundTokens,
    portalUrl,
    pushServices,
    hasTls: new URL(portalUrl).protocol === 'https:',
  }
  const app = await createApp({ db, clock, log, metrics, health, ...given })
  await app.listen({ port, host })
  // PORT=0 takes any free port: the message holds the port that is used.
  const address = app.server.address()
  const listening = typeof address === 'object' && address ? address.port : port
  process.send?.({ ready: true, port: listening })
  log.info({ port: listening }, 'listening')
  return () => app.close()
}
