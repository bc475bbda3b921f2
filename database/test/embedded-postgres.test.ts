import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { processesOn, signal } from '../embedded/processes.ts'
import { type EmbeddedDatabase, startEmbedded } from '../embedded-postgres.ts'
import { openDatabase } from '../open-database.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'

const isRoot = process.getuid?.() === 0
const existingCluster = makeTemporaryFolder('connect-launcher')
let dataDir: string
const leftovers: { end: () => Promise<unknown> }[] = []

async function start(folder = dataDir): Promise<EmbeddedDatabase> {
  const started = await startEmbedded({ dataDir: folder, purpose: 'the test' })
  if ('owner' in started) throw new Error(`owned by ${started.owner.purpose}`)
  leftovers.push({ end: () => started.stop() })
  return started
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Another process that owns the database and will be killed. */
async function anOwner(): Promise<{ child: ChildProcess; url: string; postmaster: number }> {
  const child = fork(join(import.meta.dirname, 'owner-process.ts'), [dataDir], { execArgv: [] })
  leftovers.push({ end: async () => child.kill('SIGKILL') })
  const [news] = await once(child, 'message')
  return { child, ...news }
}

async function untilIdle(cluster: string): Promise<void> {
  while (processesOn(cluster).length > 0) await pause(10)
}

const copyExistingCluster = () => execFileSync('cp', ['-a', join(existingCluster, 'postgres'), dataDir])

const cluster = () => join(realpathSync(join(dataDir, 'postgres')), 'cluster')

// Creating a cluster takes a second; tests about other things start with a copy of an existing one.
beforeAll(async () => {
  dataDir = existingCluster
  await (await start()).stop()
  leftovers.pop()
})
afterAll(() => rmSync(existingCluster, { recursive: true }))

beforeEach(() => {
  dataDir = makeTemporaryFolder('connect-launcher')
})
afterEach(async () => {
  for (const { end } of leftovers.splice(0).reverse()) await end()
  const home = existsSync(join(dataDir, 'postgres')) ? realpathSync(join(dataDir, 'postgres')) : dataDir
  if (existsSync(join(home, 'cluster'))) await untilIdle(join(home, 'cluster'))
  for (const folder of [home, dataDir]) rmSync(folder, { recursive: true, force: true })
})

describe('the embedded database', { timeout: 30_000 }, () => {
  it('syncs to disk, uses checksums, and listens on its socket only', async () => {
    const { url } = await start()
    expect(
      await query(
        url,
        `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit, current_setting('data_checksums') AS checksums,
           current_setting('full_page_writes') AS pages, current_setting('listen_addresses') AS tcp, lower('ÉÈ') AS folded`,
      ),
    ).toEqual([{ fsync: 'on', commit: 'on', checksums: 'on', pages: 'on', tcp: '', folded: 'éè' }])
  })

  it('keeps its rows over a restart', async () => {
    copyExistingCluster()
    const first = await start()
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS id')
    await first.stop()
    leftovers.pop()
    expect(await query((await start()).url, 'SELECT * FROM kept')).toEqual([{ id: 1 }])
  })

  it('restarts when PostgreSQL is killed, with every committed row', async () => {
    copyExistingCluster()
    const database = await start()
    await query(database.url, 'CREATE TABLE kept AS SELECT 1 AS id')
    const killed = database.pid()
    process.kill(killed ?? 0, 'SIGKILL')
    let rows: unknown[] | null = null
    while (rows === null || database.pid() === killed) {
      rows = await query(database.url, 'SELECT * FROM kept').catch(() => null)
      await pause(10)
    }
    expect(rows).toEqual([{ id: 1 }])
  })

  it('loses no committed row when its owner is killed', async () => {
    copyExistingCluster()
    const { child, url } = await anOwner()
    await query(url, 'CREATE TABLE kept AS SELECT 1 AS id')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await query((await start()).url, 'SELECT * FROM kept')).toEqual([{ id: 1 }])
  })

  it('stops when its owner is killed', async () => {
    copyExistingCluster()
    const { child, postmaster } = await anOwner()
    expect(processesOn(cluster())).toContain(postmaster)
    child.kill('SIGKILL')
    await untilIdle(cluster())
  })

  it('starts again after owner and PostgreSQL were killed together', async () => {
    copyExistingCluster()
    const { child, url } = await anOwner()
    await query(url, 'CREATE TABLE kept AS SELECT 1 AS id')
    child.kill('SIGKILL')
    // Processes of PostgreSQL end by themselves when their postmaster is killed: some are gone already.
    for (const pid of processesOn(cluster())) signal(pid, 'SIGKILL')
    expect(await query((await start()).url, 'SELECT * FROM kept')).toEqual([{ id: 1 }])
  })

  it('reports the owner of the folder to a second start, and allows tools to connect', async () => {
    copyExistingCluster()
    const { child } = await anOwner()
    process.env.DATA_DIR = dataDir
    try {
      await expect(openDatabase({ purpose: 'a second start', alone: true })).rejects.toThrow(
        `already in use by the test of the launcher (process ${child.pid})`,
      )
      const joined = await openDatabase({ purpose: 'a tool' })
      expect(joined.kind).toBe('joined')
      expect(await query(joined.url, 'SELECT 1 AS id')).toEqual([{ id: 1 }])
    } finally {
      delete process.env.DATA_DIR
    }
  })

  it('lets exactly one of many starts own the folder', async () => {
    const starts = await Promise.all([1, 2, 3, 4].map(() => startEmbedded({ dataDir, purpose: 'a start' })))
    const owners = starts.filter((started) => 'stop' in started)
    leftovers.push(...owners.map((owner) => ({ end: () => owner.stop() })))
    expect(owners).toHaveLength(1)
  })

  it('ignores the process id of a dead owner that another process has now', async () => {
    copyExistingCluster()
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
    leftovers.push({ end: async () => stranger.kill('SIGKILL') })
    writeFileSync(join(cluster(), 'postmaster.pid'), `${stranger.pid}\n${cluster()}\n1\n5432\n\n\n\n`)
    await start()
    expect(stranger.exitCode).toBeNull()
  })

  it('refuses a folder on which another user runs PostgreSQL, and leaves it running', async () => {
    copyExistingCluster()
    const { child, url, postmaster } = await anOwner()
    // As if started by hand, with its socket elsewhere.
    const pidFile = join(cluster(), 'postmaster.pid')
    process.kill(child.pid ?? 0, 'SIGSTOP')
    const original = readFileSync(pidFile, 'utf8')
    writeFileSync(pidFile, original.replace(/\/\S*sockets/, '/elsewhere'))
    const watchers = execFileSync('pgrep', ['-f', `kill -INT .* sh ${postmaster}$`], { encoding: 'utf8' })
      .trim()
      .split('\n')
    for (const pid of watchers) process.kill(Number(pid), 'SIGKILL')
    child.kill('SIGKILL')
    await once(child, 'exit')
    await expect(start()).rejects.toThrow('is in use by a PostgreSQL that was not started here')
    expect(await query(url, 'SELECT 1 AS id')).toEqual([{ id: 1 }])
    process.kill(postmaster, 'SIGINT')
  })

  it('reports a damaged database, and changes nothing', async () => {
    copyExistingCluster()
    const control = join(cluster(), 'global/pg_control')
    writeFileSync(control, 'not what PostgreSQL wrote')
    await expect(start()).rejects.toThrow(/does not open \(.*\): nothing was changed/)
    expect(readFileSync(control, 'utf8')).toBe('not what PostgreSQL wrote')
    rmSync(join(cluster(), 'PG_VERSION'))
    await expect(start()).rejects.toThrow('is damaged (PG_VERSION is missing)')
  })

  it('refuses the files of another major version', async () => {
    copyExistingCluster()
    writeFileSync(join(cluster(), 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow('was made by PostgreSQL 17 and this program carries 18')
  })

  it('removes files of a start that was killed while it created the database', async () => {
    mkdirSync(join(dataDir, 'postgres'), { mode: 0o700 })
    mkdirSync(join(dataDir, 'postgres/cluster-new-killed'))
    // The launcher gives root's own folders to PostgreSQL's account only when it creates them.
    if (isRoot) chmodSync(join(dataDir, 'postgres'), 0o777)
    await start()
    expect(readdirSync(join(dataDir, 'postgres'))).not.toContain('cluster-new-killed')
  })

  it('works in a folder whose path is too long for a socket', async () => {
    const deep = join(dataDir, 'a-long-name-'.repeat(10))
    const { url } = await start(deep)
    expect(await query(url, 'SELECT 1 AS id')).toEqual([{ id: 1 }])
  })

  it('reports a folder that it cannot write', async () => {
    writeFileSync(join(dataDir, 'file'), '')
    await expect(start(join(dataDir, 'file/inside'))).rejects.toThrow(
      /^The data folder .*file\/inside cannot be used \(.*\): make it writable/,
    )
    await expect(start('/proc/bank')).rejects.toThrow('The data folder /proc/bank cannot be used')
    writeFileSync(join(dataDir, 'postgres'), '')
    await expect(start()).rejects.toThrow('postgres must be a folder')
  })

  it.skipIf(isRoot)('reports a folder that it cannot open', async () => {
    chmodSync(dataDir, 0o500)
    await expect(start()).rejects.toThrow(`The data folder ${dataDir} cannot be used (EACCES`)
    chmodSync(dataDir, 0o700)
  })

  it.runIf(isRoot)('works as root in a folder that no other user can enter', async () => {
    chmodSync(dataDir, 0o700)
    const first = await start()
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS id')
    expect(realpathSync(join(dataDir, 'postgres'))).toMatch(/^\/var\/lib\/connect-bank\//)
    await first.stop()
    leftovers.pop()
    expect(await query((await start()).url, 'SELECT * FROM kept')).toEqual([{ id: 1 }])
  })
})

describe('DATABASE_URL', () => {
  afterEach(() => {
    delete process.env.DATABASE_URL
  })

  it('is reported as unreachable in one sentence without its password', async () => {
    process.env.DATABASE_URL = 'postgresql://bank:secret@127.0.0.1:1/bank'
    const problem = await openDatabase({ purpose: 'the test' }).catch((error: unknown) => String(error))
    expect(problem).toMatch(
      /^PlainProblem: The database of DATABASE_URL at 127\.0\.0\.1:1\/bank cannot be reached \(.*ECONNREFUSED.*\)/,
    )
    expect(problem).not.toContain('secret')
  })

  it('must be a URL', async () => {
    process.env.DATABASE_URL = 'bank'
    await expect(openDatabase({ purpose: 'the test' })).rejects.toThrow('DATABASE_URL must look like')
  })
})
