// Starts the server.
import { createApp } from './app.ts'
import { systemClock } from './outside/clock.ts'
import { startProcess } from './process.ts'

await startProcess('server', async ({ config, log, db }) => {
  const { port, host, webRoot, trustedProxies, allowsUnboundTokens, isProduction, portalUrl } = config
  const given = { webRoot, trustedProxies, allowsUnboundTokens, portalUrl, hasTls: isProduction }
  const app = await createApp({ db, clock: systemClock, log, ...given })
  await app.listen({ port, host })
  // PORT=0 takes any free port: what is told is where it really listens.
  const address = app.server.address()
  const listening = typeof address === 'object' && address ? address.port : port
  process.send?.({ ready: true, port: listening })
  log.info({ port: listening }, 'listening')
  return () => app.close()
})
