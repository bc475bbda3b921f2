// Starts the server.
import { createApp } from './app.ts'
import { systemClock } from './outside/clock.ts'
import { startProcess } from './process.ts'

await startProcess('server', async ({ config, log, db }) => {
  const { port, host, webRoot, trustedProxies, allowsUnboundTokens, isProduction } = config
  const app = await createApp({ db, clock: systemClock, log, webRoot, trustedProxies, hasTls: isProduction, allowsUnboundTokens })
  await app.listen({ port, host })
  process.send?.({ ready: true, port })
  log.info({ port }, 'listening')
  return () => app.close()
})
