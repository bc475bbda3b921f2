// Backs up the whole bank into one file, and restores it into an empty database. A server is backed up by PostgreSQL's own
// programs; the embedded PostgreSQL, where they may be missing or too old, in our own format.
import { spawn } from 'node:child_process'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { analyse, isEmbedded, isEmptyDatabase, makeRoles } from './backup-store.ts'
import { mayRestoreRows, readBank, writeBank } from './bank-file-store.ts'
import { Refused } from '../refused.ts'

const MISSING = 'ENOENT'

/** The connection for the programs: the password is passed by the environment, where no process list shows it. */
function connectionOf(databaseUrl: string): { url: string; env: NodeJS.ProcessEnv } {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  return { url: url.href, env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) } }
}

/** Runs a program of PostgreSQL to its end; its error output becomes the refusal. */
function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    const errorOutput: string[] = []
    child.stderr.on('data', (part: Buffer) => errorOutput.push(part.toString('utf8')))
    child.on('error', (error: NodeJS.ErrnoException) =>
      fail(
        error.code === MISSING
          ? new Refused(
              `${program} is not found on this machine: install the client programs of PostgreSQL, of the server's version or newer`,
              { cause: error },
            )
          : error,
      ),
    )
    child.on('close', (code) =>
      code === 0 ? done() : fail(new Refused(`${program} failed: ${errorOutput.join('').trim().slice(0, 600)}`)),
    )
  })
}

/** Writes the whole bank into one file. The file has its name only once it is complete. */
export async function backUp(databaseUrl: string, file: string): Promise<void> {
  const { url, env } = connectionOf(databaseUrl)
  const part = `${resolve(file)}.part`
  await writeFile(part, '', { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new Refused(`the file ${file} cannot be written (${error.code ?? error.message})`, { cause: error })
  })
  try {
    if (await isEmbedded(databaseUrl)) await writeBank(databaseUrl, part)
    else await run('pg_dump', ['--format=custom', '--no-owner', `--file=${part}`, `--dbname=${url}`], env)
    await rename(part, resolve(file))
  } finally {
    await rm(part, { force: true })
  }
}

/** Our own files are gzipped, those of pg_dump begin with its name; anything else is not a backup. */
async function isOurs(file: string): Promise<boolean> {
  const handle = await open(resolve(file)).catch((error: unknown) => {
    throw new Refused(`the backup ${file} cannot be read`, { cause: error })
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(5), 0, 5, 0).catch((error: NodeJS.ErrnoException) => {
      throw new Refused(`the backup ${file} cannot be read (${error.code ?? error.message})`, { cause: error })
    })
    const isGzip = bytesRead > 1 && buffer.readUInt16BE() === 0x1f8b
    if (!isGzip && buffer.toString('latin1') !== 'PGDMP')
      throw new Refused(`the file ${file} is not a backup of a bank`)
    return isGzip
  } finally {
    await handle.close()
  }
}

/** Restores an empty database from a backup, in one transaction. */
export async function restore(databaseUrl: string, file: string): Promise<void> {
  if (await isOurs(file)) {
    if (!(await mayRestoreRows(databaseUrl)))
      throw new Refused(
        'this backup has our own format: restoring it disables triggers, which requires a superuser of the database',
      )
    return readBank(databaseUrl, resolve(file))
  }
  if (!(await isEmptyDatabase(databaseUrl)))
    throw new Refused('the database is not empty: a backup is restored into a new one')
  // Roles belong to the server and are not part of a database backup.
  await makeRoles(databaseUrl)
  const { url, env } = connectionOf(databaseUrl)
  await run(
    'pg_restore',
    ['--exit-on-error', '--single-transaction', '--no-owner', `--dbname=${url}`, resolve(file)],
    env,
  )
  await analyse(databaseUrl)
}
