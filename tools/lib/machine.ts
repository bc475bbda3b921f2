// What the tests need of the machine, beyond npm: a Chromium and the programs of a PostgreSQL server.
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { PlainProblem } from '../../database/plain-problem.ts'
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

export function findChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const places = [
    process.env.CONNECT_CHROMIUM ?? '',
    ...names.flatMap((name) => ['/usr/bin', ...folders].map((folder) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ]
  return places.find((place) => place !== '' && isProgram(place)) ?? null
}

/** The folder of initdb and postgres: the oldest that the bank supports, since the embedded one is the newest. */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : []
  const places = [
    ...versions
      .filter((version) => version >= OLDEST_POSTGRES)
      .sort((a, b) => a - b)
      .map((version) => `${debian}/${version}/bin`),
    ...[15, 16, 17, 18].flatMap((version) => [`/opt/homebrew/opt/postgresql@${version}/bin`, `/usr/pgsql-${version}/bin`]),
  ]
  return places.find((place) => isProgram(join(place, 'initdb')) && isProgram(join(place, 'postgres'))) ?? null
}

/** Installs what the tests need on Debian, when it is missing and we may; elsewhere says what to install. */
export async function prepareMachine(): Promise<void> {
  const missing = [...(findChromium() ? [] : ['chromium']), ...(findPostgres() ? [] : ['postgresql'])]
  if (missing.length === 0) return
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new PlainProblem(
      `The tests need ${missing.join(' and ')} (PostgreSQL ${OLDEST_POSTGRES} or newer): install it (on Debian: ${command}) and start again.`,
    )
  console.log(`Installing ${missing.join(' and ')} (${command})...`)
  const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
  await runProgram('apt-get', ['update'], quiet)
  const { isOk, output } = await runProgram('apt-get', command.split(' ').slice(1), quiet)
  if (!isOk) throw new PlainProblem(`${missing.join(' and ')} could not be installed:\n${output.trim().split('\n').slice(-5).join('\n')}`)
}
