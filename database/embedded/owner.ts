// Manages the owner of the embedded database: one process starts and stops PostgreSQL. Other processes learn from it how to join.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, PlainProblem } from '../plain-problem.ts'
import type { Home } from './home.ts'

/** The owner's status; `url` is null until the database accepts connections, `address` until a server listens. */
export type OwnerNews = { pid: number; purpose: string; url: string | null; address: string | null }

export type Ownership = {
  announce: (news: Partial<Pick<OwnerNews, 'url' | 'address'>>) => void
  release: () => Promise<void>
}

const ANSWER_SECONDS = 5

function listen(path: string): Promise<Server> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => resolve(server))
  })
}

async function closed(server: Server | null): Promise<void> {
  if (!server) return
  server.close()
  await once(server, 'close')
}

/** Requests the owner's status; null when there is none. */
async function askOwner(path: string, until: (news: OwnerNews) => boolean): Promise<OwnerNews | null> {
  const socket = connect(path)
  const lines = createInterface({ input: socket, crlfDelay: Infinity })
  const isSilent = new Promise<never>((_resolve, reject) => {
    socket.once('error', reject)
    socket.setTimeout(ANSWER_SECONDS * 1000, () =>
      reject(
        new PlainProblem(
          'The process that owns this database does not answer: stop it, or set DATA_DIR to another folder.',
        ),
      ),
    )
  })
  const answered = (async () => {
    for await (const line of lines) {
      const news = JSON.parse(line) as OwnerNews // Written by this same file in the other process.
      socket.setTimeout(0)
      if (until(news)) return news
    }
    return null
  })()
  try {
    return await Promise.race([answered, isSilent])
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED', 'ECONNRESET'].includes(codeOf(error))) return null
    throw error
  } finally {
    socket.destroy()
  }
}

/** The status of this folder's living owner, or null without one. With `ready`, waits until the database accepts connections. */
export function findOwner(home: Home, { ready }: { ready: boolean }): Promise<OwnerNews | null> {
  return askOwner(join(home.sockets, 'owner.sock'), (news) => !ready || news.url !== null)
}

/**
 * Becomes the owner, or answers null when another living process is.
 * The kernel frees both sockets when their process dies, in any way: a stale lock never remains.
 */
export async function claimOwnership(home: Home, purpose: string): Promise<Ownership | null> {
  const path = join(home.sockets, 'owner.sock')
  let lock: Server | null = null
  if (process.platform === 'linux') {
    // Binding a name in the abstract namespace is atomic, while replacing a socket file is not.
    const name = createHash('sha256').update(home.folder).digest('hex').slice(0, 32)
    try {
      lock = await listen(`\0connect-bank-${name}`)
    } catch (error) {
      if (codeOf(error) === 'EADDRINUSE') return null
      throw error
    }
  }
  // The file is visible from other network namespaces, where the abstract name is not: two containers on one folder.
  if (await askOwner(path, () => true)) {
    await closed(lock)
    return null
  }
  rmSync(path, { force: true })
  const server = await listen(path)
  const news: OwnerNews = { pid: process.pid, purpose, url: null, address: null }
  const listeners = new Set<Socket>()
  const notify = (socket: Socket) => socket.write(`${JSON.stringify(news)}\n`)
  server.on('connection', (socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('close', () => listeners.delete(socket))
    socket.resume()
    listeners.add(socket)
    notify(socket)
  })
  for (const held of [lock, server]) held?.unref()
  return {
    announce(change) {
      Object.assign(news, change)
      for (const socket of listeners) notify(socket)
    },
    async release() {
      for (const socket of listeners) socket.destroy()
      // The lock is released last: closing removes the file, which must not be the next owner's.
      await closed(server)
      await closed(lock)
    },
  }
}

/** The owner, or a claim on the folder: one of them always results, as long as owners die or answer. */
export async function claimOrFindOwner(
  home: Home,
  purpose: string,
  { ready }: { ready: boolean },
): Promise<Ownership | OwnerNews> {
  const deadline = Date.now() + ANSWER_SECONDS * 1000
  for (;;) {
    const claim = await claimOwnership(home, purpose)
    if (claim) return claim
    const owner = await findOwner(home, { ready })
    if (owner) return owner
    // Between binding its two sockets an owner can be neither claimed nor found.
    if (Date.now() > deadline)
      throw new PlainProblem(`The database in ${home.folder} is in use by a process that does not answer.`)
    await pause(20)
  }
}
