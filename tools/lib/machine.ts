// Finds or installs the programs that the tests need beyond npm: three browsers, PostgreSQL, and xmllint where schemas are given.
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { PlainProblem } from '../../database/plain-problem.ts'
import { inProject } from './project.ts'
import { runProgram } from './run-program.ts'

const OLDEST_POSTGRES = 15

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Headless Chromium: the same engine, with half the processor time for rendering. */
const LIGHT_CHROMIUM = 'chromium-headless-shell'

export function findChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const names = [LIGHT_CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const locations = [
    process.env.CONNECT_CHROMIUM ?? '',
    ...names.flatMap((name) => ['/usr/bin', ...folders].map((folder) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ]
  return locations.find((location) => location !== '' && isProgram(location)) ?? null
}

const findProgram = (...names: string[]): string | null =>
  names
    .flatMap((name) => ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)].map((folder) => join(folder, name)))
    .find(isProgram) ?? null

export const findFirefox = () => findProgram('firefox-esr', 'firefox')

/** The engines of Firefox and Safari. WebKitGTK, which can be automated, exists for Linux only. */
export const canDriveEngines = process.platform === 'linux'

function missingEngines(): string[] {
  if (!canDriveEngines) return []
  return [
    ...(findFirefox() ? [] : ['firefox-esr']),
    ...(findProgram('WebKitWebDriver') ? [] : ['webkit2gtk-driver']),
    ...(findProgram('Xvfb') ? [] : ['xvfb']),
  ]
}

const nearSchemas = inProject('../shared/schemas')
/** The official schemas with which messages are validated, where the tester has them. */
export const schemasFolder = process.env.ISO20022_SCHEMAS ?? (existsSync(nearSchemas) ? nearSchemas : '')
const missingSchemaTools = () => (schemasFolder === '' || findProgram('xmllint') ? [] : ['libxml2-utils'])

/** The folder of initdb and postgres: the oldest supported version, because the embedded one is the newest. */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : []
  const locations = [
    ...versions
      .filter((version) => version >= OLDEST_POSTGRES)
      .sort((a, b) => a - b)
      .map((version) => `${debian}/${version}/bin`),
    ...[15, 16, 17, 18].flatMap((version) => [
      `/opt/homebrew/opt/postgresql@${version}/bin`,
      `/usr/pgsql-${version}/bin`,
    ]),
  ]
  return (
    locations.find((location) => isProgram(join(location, 'initdb')) && isProgram(join(location, 'postgres'))) ?? null
  )
}

async function install(packages: string[]): Promise<string | null> {
  console.log(`Installing ${packages.join(' and ')}...`)
  const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
  await runProgram('apt-get', ['update'], quiet)
  const { isOk, output } = await runProgram('apt-get', ['install', '-y', '--no-install-recommends', ...packages], quiet)
  return isOk ? null : output.trim().split('\n').slice(-5).join('\n')
}

/** Installs missing programs on Debian, where permitted; elsewhere prints what to install. */
export async function prepareMachine(): Promise<void> {
  const chromium = findChromium()
  const missing = [
    ...(chromium ? [] : [LIGHT_CHROMIUM]),
    ...(findPostgres() ? [] : ['postgresql']),
    ...missingEngines(),
    ...missingSchemaTools(),
  ]
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  // The full Chromium works as well, but takes longer.
  const isHeavy = chromium !== null && !process.env.CONNECT_CHROMIUM && !chromium.endsWith(LIGHT_CHROMIUM)
  if (isHeavy && mayInstall) {
    await install([LIGHT_CHROMIUM])
    // Searched once: programs started by this one reuse the result.
    process.env.CONNECT_CHROMIUM = findChromium() ?? chromium
  }
  if (missing.length === 0) return
  if (!mayInstall)
    throw new PlainProblem(
      `The tests need Chromium, Firefox, WebKitGTK, PostgreSQL ${OLDEST_POSTGRES} or newer, and xmllint with ISO20022_SCHEMAS: install ${missing.join(' and ')} (so they are called on Debian) and start again.`,
    )
  const complaint = await install(missing)
  if (complaint !== null) throw new PlainProblem(`${missing.join(' and ')} could not be installed:\n${complaint}`)
}
