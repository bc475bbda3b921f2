// Opens the server for clients and reports its address to the parent process.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from './app.ts'
import type { Clock } from './adapters/clock.ts'
import { notifyParent } from './adapters/parent-process.ts'
import { dbOver, openPool, STANDBY_LIMITS } from './db/sql.ts'
import { standbyReader } from './db/standby.ts'
import { ConfigError } from './config.ts'
import type { Running } from './process.ts'
import { refuseAddress } from './refuse-address.ts'

/** Opens the server for clients; returns a function that closes it. */
export async function listen(
  { config, log, db, metrics, health }: Running,
  clock: Clock,
): Promise<() => Promise<void>> {
  const { port, host, webRoot, trustedProxies, allowsUnboundTokens, portalUrl, pushServices } = config
  if (webRoot !== null && !existsSync(join(webRoot, 'index.html')))
    throw new ConfigError(`WEB_ROOT must be the folder of the built portal, not "${webRoot}".`)
  const given = {
    webRoot,
    trustedProxies,
    allowsUnboundTokens,
    portalUrl,
    pushServices,
    isInstant: config.aip !== null,
    hasTls: new URL(portalUrl).protocol === 'https:',
  }
  const standby =
    config.readDatabaseUrl === null
      ? null
      : openPool(config.readDatabaseUrl, {
          size: config.poolSize,
          limits: STANDBY_LIMITS,
          mayBeStandby: true,
          onError: (error) => log.warn({ err: error }, 'a connection to the standby was lost'),
        })
  const reader = standby ? standbyReader(db, dbOver(standby)) : undefined
  const app = await createApp({ db, reader, clock, log, metrics, health, ...given })
  await app.listen({ port, host }).catch(refuseAddress({ port: 'PORT', host: 'HOST' }, { port, host }))
  // PORT=0 uses any free port: the message contains the port.
  const address = app.server.address()
  const listening = typeof address === 'object' && address ? address.port : port
  notifyParent({ ready: true, port: listening })
  log.info({ port: listening }, 'listening')
  return async () => {
    await app.close()
    await standby?.end()
  }
}
