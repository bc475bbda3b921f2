// A proxy before the test database, to make the database silent, unreachable or "moved" for one server.
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { join } from 'node:path'

export type DatabaseProxy = {
  /** The address of the database through the proxy. */
  url: string
  /** Nothing more arrives on the connections that are open, nor on new ones: as from a frozen machine. */
  freeze: () => void
  /** Connections that are open stay silent, new ones reach the database: as after its address has moved. */
  move: () => void
  /** Closes all connections, and refuses new ones. */
  cut: () => void
  /** Everything works again, also on connections that were silent. */
  repair: () => void
  close: () => Promise<void>
}

/** A socket of the file system where the address names its folder, else a host and a port. */
function addressOf({ hostname, port, searchParams }: URL): NetConnectOpts {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port || 5432}`) } : { host, port: Number(port || 5432) }
}

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = addressOf(new URL(databaseUrl))
  const pairs = new Set<{ client: Socket; database: Socket }>()
  let state: 'open' | 'frozen' | 'cut' = 'open'

  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy()
    const database = connect(target)
    const pair = { client, database }
    pairs.add(pair)
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      from.on('data', (chunk) => to.write(chunk))
      from.on('error', () => undefined)
      from.on('close', () => {
        pairs.delete(pair)
        to.destroy()
      })
    }
    if (state === 'frozen') for (const socket of [client, database]) socket.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the proxy does not listen')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.searchParams.delete('host')
  url.port = String(address.port)

  const all = (act: (socket: Socket) => void) => {
    for (const { client, database } of pairs) for (const socket of [client, database]) act(socket)
  }
  return {
    url: url.href,
    freeze: () => {
      state = 'frozen'
      all((socket) => socket.pause())
    },
    move: () => {
      state = 'open'
    },
    cut: () => {
      state = 'cut'
      all((socket) => socket.destroy())
    },
    repair: () => {
      state = 'open'
      all((socket) => socket.resume())
    },
    close: async () => {
      all((socket) => socket.destroy())
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
