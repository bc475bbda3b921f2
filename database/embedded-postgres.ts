// Runs the PostgreSQL that comes with the project, in its own folder and for our processes only. How it handles kills,
// zombies and closed folders: docs/decisions/0001-embedded-postgresql.md
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { giveTo } from './embedded/account.ts'
import { type Binaries, binariesFor } from './embedded/binaries.ts'
import { type Home, openHome, purge } from './embedded/home.ts'
import { claimOrFindOwner, type Ownership, type OwnerNews } from './embedded/owner.ts'
import { postmasterOf, processesOn, signal } from './embedded/processes.ts'
import { messageOf, PlainProblem } from './plain-problem.ts'

const SUPERUSER = 'connect'
const DATABASE = 'connect'
const START_SECONDS = 120 // Recovery after a crash replays at most a few checkpoints.
const STOP_SECONDS = 30
const LOG_LIMIT_BYTES = 5_000_000
const QUICK_DEATH_SECONDS = 10
const QUICK_DEATHS_ALLOWED = 5

export type EmbeddedDatabase = {
  url: string
  folder: string
  /** The number of the postmaster; it changes when PostgreSQL had to be started again. */
  pid: () => number | undefined
  announce: (address: string) => void
  stop: () => Promise<void>
}

export type StartOptions = {
  dataDir: string
  /** The owner's name, for the message of a second start: `npm start`. */
  purpose: string
  /** PostgreSQL died and could not be started again. */
  onLost?: (problem: Error) => void
}

// The environment that PostgreSQL must not inherit: PG* variables, a locale that is not installed, a time zone.
function environment(home: Home): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', HOME: home.folder }
}

function urlOf(home: Home, database: string): string {
  return `postgresql://${SUPERUSER}@${encodeURIComponent(home.sockets)}:5432/${database}?sslmode=disable`
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Creates the bank's database in a cluster that nobody uses, with PostgreSQL in single-user mode. */
function createDatabase(home: Home, binaries: Binaries, cluster: string): void {
  const { status, stderr } = spawnSync(binaries.postgres, ['--single', '-D', cluster, 'postgres'], {
    input: `CREATE DATABASE ${DATABASE}\n`,
    encoding: 'utf8',
    env: environment(home),
    cwd: '/',
    ...home.account,
  })
  if (status !== 0 || /ERROR:|FATAL:/.test(stderr)) throw new Error(stderr)
}

/** Creates the cluster beside its final folder: the rename publishes it whole or not at all. */
async function createCluster(home: Home, binaries: Binaries): Promise<void> {
  const unfinished = mkdtempSync(join(home.folder, 'cluster-new-'))
  giveTo(home.account, unfinished)
  // The builtin provider sorts and folds case by Unicode identically on every machine, whatever its C library
  // is: indexes stay valid when the folder moves. Where French order matters, queries name an ICU collation.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  try {
    await promisify(execFile)(
      binaries.initdb,
      [
        '--pgdata',
        unfinished,
        '--username',
        SUPERUSER,
        '--auth=trust',
        '--data-checksums',
        '--no-instructions',
        ...locale,
      ],
      { env: environment(home), cwd: '/', ...home.account },
    )
    createDatabase(home, binaries, unfinished)
    // Only one account can enter the folder of the socket; a password would not be safer.
    writeFileSync(join(unfinished, 'pg_hba.conf'), 'local all all trust\n')
    renameSync(unfinished, home.cluster)
    syncFolder(home.folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    const reason = messageOf(error).trim().split('\n').at(-1)
    throw new PlainProblem(
      `The included PostgreSQL could not make a database in ${home.folder} (${reason}): make room there, or set DATABASE_URL to a PostgreSQL 15 or newer that you run yourself.`,
      { cause: error },
    )
  }
}

function refuseForeignCluster(home: Home, binaries: Binaries): void {
  const versionFile = join(home.cluster, 'PG_VERSION')
  if (!existsSync(versionFile))
    throw new PlainProblem(
      `The database in ${home.cluster} is damaged (PG_VERSION is missing): bring it back from a backup, or set DATA_DIR to another folder.`,
    )
  const major = readFileSync(versionFile, 'utf8').trim()
  if (major !== binaries.major)
    throw new PlainProblem(
      `The database in ${home.cluster} was made by PostgreSQL ${major} and this program carries ${binaries.major}: open it with the release that made it, or set DATA_DIR to another folder.`,
    )
}

async function waitUntil(isTrue: () => boolean, seconds: number): Promise<boolean> {
  const deadline = Date.now() + seconds * 1000
  while (!isTrue()) {
    if (Date.now() > deadline) return false
    await pause(20)
  }
  return true
}

/** Ends the PostgreSQL of an owner that was killed. No other process may use the folder: we own it now. */
async function endOrphans(home: Home): Promise<void> {
  const isQuiet = () => processesOn(home.cluster).length === 0
  if (!isQuiet()) {
    const postmaster = postmasterOf(home.cluster)
    if (postmaster && postmaster.sockets !== home.sockets)
      throw new PlainProblem(
        `The database in ${home.cluster} is in use by a PostgreSQL that was not started here (process ${postmaster.pid}): stop it, or set DATA_DIR to another folder.`,
      )
    if (postmaster) signal(postmaster.pid, 'SIGINT')
    if (!(await waitUntil(isQuiet, STOP_SECONDS)) && postmaster) signal(postmaster.pid, 'SIGQUIT')
    if (!(await waitUntil(isQuiet, STOP_SECONDS)))
      throw new PlainProblem(
        `The database in ${home.cluster} is in use by processes that do not end (${processesOn(home.cluster).join(', ')}): stop them.`,
      )
  }
  // PostgreSQL would trust these files if their process number now belongs to a zombie or another process.
  for (const file of [
    join(home.cluster, 'postmaster.pid'),
    join(home.sockets, '.s.PGSQL.5432'),
    join(home.sockets, '.s.PGSQL.5432.lock'),
  ])
    rmSync(file, { force: true })
}

/** Opens the log for PostgreSQL; answers the position where this run begins. */
function openLog(home: Home): { handle: number; start: number } {
  if (existsSync(home.log) && statSync(home.log).size > LOG_LIMIT_BYTES) truncateSync(home.log)
  const handle = openSync(home.log, 'a', 0o600)
  giveTo(home.account, home.log)
  return { handle, start: statSync(home.log).size }
}

/** The last log lines of PostgreSQL before it stopped. */
function lastLogLines(home: Home, start: number): string {
  const lines = readFileSync(home.log).subarray(start).toString().split('\n')
  const fatal = lines.findLast((line) => /\b(PANIC|FATAL):/.test(line)) ?? lines.findLast((line) => line.trim() !== '')
  return fatal?.replace(/^.*?(PANIC|FATAL): */, '').trim() ?? 'it said nothing'
}

type Running = { server: ChildProcess; exited: Promise<unknown>; startedAt: number }

/** Stops PostgreSQL when we are killed: it ends when its input ends. */
function watchOverOwner(home: Home, server: ChildProcess): void {
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(server.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    detached: true,
    ...home.account,
  })
  watcher.on('error', () => undefined)
  watcher.unref()
  server.once('exit', () => watcher.kill('SIGKILL'))
}

async function startServer(home: Home, binaries: Binaries): Promise<Running> {
  await endOrphans(home)
  const log = openLog(home)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: home.sockets,
    unix_socket_permissions: '0700',
    shared_buffers: '128MB',
    max_connections: '60',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The backup recognises the embedded PostgreSQL by this name.
    cluster_name: 'connect-embedded',
    logging_collector: 'off',
  }
  const server = spawn(
    binaries.postgres,
    ['-D', home.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      env: environment(home),
      cwd: '/',
      stdio: ['ignore', log.handle, log.handle],
      // Ctrl-C reaches every process of the terminal's group; the database must stop after its clients.
      detached: true,
      ...home.account,
    },
  )
  const ended = new Promise<string>((resolve) => {
    server.once('error', (error) => resolve(error.message))
    server.once('exit', () => resolve(lastLogLines(home, log.start)))
  })
  closeSync(log.handle)
  let labels: string | null = null
  void ended.then((said) => (labels = said))
  const deadline = Date.now() + START_SECONDS * 1000
  const isReady = () => {
    const postmaster = postmasterOf(home.cluster)
    return postmaster?.pid === server.pid && postmaster?.isReady
  }
  while (!isReady()) {
    if (labels === null && Date.now() > deadline) {
      server.kill('SIGQUIT')
      labels = `it was not ready after ${START_SECONDS} seconds`
    }
    if (labels !== null)
      throw new PlainProblem(
        `The database in ${home.cluster} does not open (${labels}): nothing was changed, its log is ${home.log}.`,
      )
    await pause(10)
  }
  watchOverOwner(home, server)
  return { server, exited: ended, startedAt: Date.now() }
}

/** Starts PostgreSQL on `dataDir`, or answers its current owner. */
export async function startEmbedded({
  dataDir,
  purpose,
  onLost,
}: StartOptions): Promise<EmbeddedDatabase | { owner: OwnerNews }> {
  const home = openHome(dataDir)
  const claim = await claimOrFindOwner(home, purpose, { ready: true })
  if (!('release' in claim)) return { owner: claim }
  try {
    return await startOwned(home, claim, onLost)
  } catch (error) {
    await claim.release()
    throw error
  }
}

async function startOwned(home: Home, ownership: Ownership, onLost: StartOptions['onLost']): Promise<EmbeddedDatabase> {
  purge(home)
  const binaries = binariesFor(home.account, home.folder)
  if (!existsSync(home.cluster)) await createCluster(home, binaries)
  refuseForeignCluster(home, binaries)
  let running = await startServer(home, binaries)
  let isStopping = false
  let quickDeaths = 0

  async function restart(): Promise<void> {
    quickDeaths = Date.now() - running.startedAt < QUICK_DEATH_SECONDS * 1000 ? quickDeaths + 1 : 0
    if (quickDeaths > QUICK_DEATHS_ALLOWED)
      throw new PlainProblem(`The database in ${home.cluster} ends again and again: its log is ${home.log}.`)
    running = await startServer(home, binaries)
    void keepAlive()
  }
  async function keepAlive(): Promise<void> {
    await running.exited
    if (isStopping) return
    try {
      await restart()
    } catch (error) {
      onLost?.(error instanceof Error ? error : new Error(String(error)))
    }
  }
  // A process that ends with an error never calls stop(): this handler then stops PostgreSQL cleanly.
  const atExit = () => running.server.kill('SIGINT')
  process.on('exit', atExit)
  void keepAlive()

  const url = urlOf(home, DATABASE)
  ownership.announce({ url })
  return {
    url,
    folder: home.folder,
    pid: () => running.server.pid,
    announce: (address) => ownership.announce({ address }),
    async stop() {
      isStopping = true
      const { server } = running
      const isOver = () => server.exitCode !== null || server.signalCode !== null
      server.kill('SIGINT')
      if (!(await waitUntil(isOver, STOP_SECONDS))) {
        server.kill('SIGQUIT')
        await once(server, 'exit')
      }
      process.off('exit', atExit)
      if (!home.sockets.startsWith(home.folder)) rmSync(join(home.sockets, '.s.PGSQL.5432'), { force: true })
      await ownership.release()
      if (!home.sockets.startsWith(home.folder)) rmSync(home.sockets, { recursive: true, force: true })
    },
  }
}
