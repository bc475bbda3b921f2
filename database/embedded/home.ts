// Locates the folders and files of the embedded database: DATA_DIR/postgres, or the folder that this link names.
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { codeOf, messageOf, PlainProblem } from '../plain-problem.ts'
import { type Account, accountFor, canEnter, giveTo } from './account.ts'

// For root, when the project is in a folder that no other account can enter (such as /root).
const OPEN_SLOT = '/var/lib/connect-bank'

// The longest path of a socket is 107 bytes on Linux and 103 on macOS; `/.s.PGSQL.5432.lock` follows the folder.
const LONGEST_SOCKET_FOLDER = 80

export type Home = { folder: string; cluster: string; sockets: string; log: string; account: Account | null }

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Node's own recursive mkdir never returns where the system refuses a folder (as below /proc). */
function makeFolders(path: string): void {
  if (existsSync(path)) return
  makeFolders(dirname(path))
  mkdirSync(path)
}

function makeFolder(account: Account | null, path: string): void {
  if (exists(path)) return
  mkdirSync(path, { mode: 0o700 })
  giveTo(account, path)
}

function findOrMakeFolder(dataDir: string, account: Account | null): string {
  const name = join(dataDir, 'postgres')
  makeFolders(dataDir)
  if (!exists(name)) {
    if (canEnter(account, dataDir)) makeFolder(account, name)
    else {
      mkdirSync(OPEN_SLOT, { recursive: true, mode: 0o755 })
      const location = mkdtempSync(join(OPEN_SLOT, 'data-'))
      giveTo(account, location)
      symlinkSync(location, name)
    }
  }
  const folder = realpathSync(name)
  if (!statSync(folder).isDirectory())
    throw new PlainProblem(`${name} must be a folder: move the file away, or set DATA_DIR to another folder.`)
  if (!canEnter(account, folder))
    throw new PlainProblem(
      `PostgreSQL runs as an account (uid ${account?.uid}) that cannot enter ${folder}: open its parent folders to other accounts (chmod o+x), or set DATA_DIR to another folder.`,
    )
  return folder
}

function socketFolder(folder: string, account: Account | null): string {
  const near = join(folder, 'sockets')
  const isShort = Buffer.byteLength(near) <= LONGEST_SOCKET_FOLDER
  const sockets = isShort
    ? near
    : join(tmpdir(), `connect-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
  makeFolder(account, sockets)
  const found = lstatSync(sockets)
  // In /tmp another user could have created it first, to listen in our place.
  const expectedOwner = account?.uid ?? process.getuid?.()
  if (!found.isDirectory() || found.uid !== expectedOwner || (found.mode & 0o077) !== 0)
    throw new PlainProblem(
      `${sockets} must be a folder that only uid ${expectedOwner} can enter: remove it and start again.`,
    )
  return sockets
}

/** Finds or creates the folders of the embedded database. */
export function openHome(dataDir: string): Home {
  try {
    const account = accountFor({ cluster: join(dataDir, 'postgres/cluster'), dataDir })
    const folder = findOrMakeFolder(dataDir, account)
    return {
      folder,
      cluster: join(folder, 'cluster'),
      sockets: socketFolder(folder, account),
      log: join(folder, 'postgres.log'),
      account,
    }
  } catch (error) {
    if (error instanceof PlainProblem || !codeOf(error)) throw error
    throw new PlainProblem(
      `The data folder ${dataDir} cannot be used (${messageOf(error)}): make it writable or set DATA_DIR to another folder.`,
      {
        cause: error,
      },
    )
  }
}

/** Removes incomplete leftovers of a killed start. */
export function purge(home: Home): void {
  for (const name of readdirSync(home.folder)) {
    if (/^(cluster|binaries)-new-/.test(name)) rmSync(join(home.folder, name), { recursive: true, force: true })
  }
}
