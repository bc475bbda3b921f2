import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { ConfigError } from './config.ts'
import { refuseAddress } from './refuse-address.ts'

const settings = { port: 'METRICS_PORT', host: 'METRICS_HOST' }

async function listen(address: { port: number; host: string }) {
  const server = createServer().listen(address.port, address.host)
  await once(server, 'listening').catch(refuseAddress(settings, address))
  return server
}

it('names the port that another program has', async () => {
  const other = await listen({ port: 0, host: '127.0.0.1' })
  const { port } = other.address() as AddressInfo // A server on a port has no path.
  await expect(listen({ port, host: '127.0.0.1' })).rejects.toThrow(
    new ConfigError(`METRICS_PORT must be a free port: ${port} is taken by another program.`),
  )
  other.close()
})

it('names an address that this machine does not have', async () => {
  await expect(listen({ port: 0, host: '192.0.2.1' })).rejects.toThrow(
    new ConfigError('METRICS_HOST must be an address of this machine, not "192.0.2.1".'),
  )
})

it('leaves other errors as they are', () => {
  const error = new Error('the schema is missing')
  expect(() => refuseAddress(settings, { port: 0, host: '' })(error)).toThrow(error)
})
