// Reads the environment once. Everything that differs between installations is here.
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { isLoopback } from './loopback.ts'

export type Config = {
  databaseUrl: string
  /** A standby for lists and exports, or null where the primary answers everything. */
  readDatabaseUrl: string | null
  port: number
  host: string
  /** The folder of the built portal, or null if another server delivers it. */
  webRoot: string | null
  /** Proxies whose X-Forwarded-For header is trusted. */
  trustedProxies: string[]
  /** Whether a token is accepted without the cookie of its session: for clients other than browsers. */
  allowsUnboundTokens: boolean
  poolSize: number
  /** The SMTP server, as smtp://user:password@host:port; null writes e-mails to `mailFolder`. */
  smtpUrl: string | null
  mailFolder: string
  /** The folders of files for the networks (`out`) and of their answers (`in`). */
  clearingFolder: string
  /** Whether `npm start` filled this bank with demo customers. */
  isDemo: boolean
  /** What the demo bank simulates: nothing, only answers to what customers do, or customers' payments as well. */
  demoActivity: DemoActivity
  /** The public URL of the portal: links in e-mails begin with it. Ends with a slash. */
  portalUrl: string
  /** The push services that may receive alerts; `*.` matches any subdomain. An empty list disables push messages. */
  pushServices: readonly string[]
  /** The port of metrics and health checks; null disables it. */
  metricsPort: number | null
  metricsHost: string
  /** The interface application of the instant payment platform; null without one: nothing offers instant payments. */
  aip: AipConfig | null
  /** How long a stopping process reports "not ready" before it stops, for load balancers that poll it. */
  stopDelaySeconds: number
  logLevel: string
}

export type AipConfig = {
  /** The address of the interface application (AIP), with https. */
  url: string
  /** Certificates in PEM: the authority of the AIP, our certificate for both directions, and its private key. */
  tls: { ca: string; cert: string; key: string }
  /** Where the worker listens for its callbacks. */
  callbackPort: number
  callbackHost: string
  /** The common name in the certificate of the AIP: callbacks with any other are refused. */
  subject: string
}

const demoActivities = ['off', 'answers', 'usual', 'busy'] as const
type DemoActivity = (typeof demoActivities)[number]

// The services of Chrome, Edge on Android, Opera and Samsung; of Firefox; of Edge on Windows; of Safari.
const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
  '*.push.apple.com',
]

export class ConfigError extends Error {}

type WholeNumber = { usual: number; min?: number; max: number }
const MAX_PORT = 65_535

/** Digits only: `Number` reads a space as 0, and `0x10` as 16. */
function wholeNumber(name: string, text: string | undefined, { usual, min = 0, max }: WholeNumber): number {
  if (text === undefined || text === '') return usual
  if (!/^\d+$/.test(text)) throw new ConfigError(`${name} must be a whole number, not "${text}".`)
  const number = Number(text)
  if (number < min) throw new ConfigError(`${name} must be at least ${min}, not ${text}.`)
  if (number > max) throw new ConfigError(`${name} must be at most ${max}, not ${text}.`)
  return number
}

function isOn(name: string, text: string | undefined): boolean {
  if (text !== undefined && !['', '0', '1'].includes(text))
    throw new ConfigError(`${name} must be 1, or 0 as without it, not "${text}".`)
  return text === '1'
}

function databaseUrlOf(name: string, text: string): string {
  if (!/^postgres(ql)?:\/\//.test(text))
    // Without its value, which contains a password.
    throw new ConfigError(
      `${name} must be the address of a database, as postgresql://user:password@host:5432/database.`,
    )
  return text
}

function portalUrlOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new ConfigError(
      `PUBLIC_URL must be the address of the portal's host, as https://banque.example, not "${text}".`,
    )
  const { protocol, hostname } = new URL(text)
  if (protocol === 'http:' && !isLoopback(hostname))
    throw new ConfigError(
      `PUBLIC_URL must be https, as browsers send passwords only to this machine without TLS, not "${text}".`,
    )
  return new URL('/connect/', text).href
}

/** Single addresses, or networks such as 10.0.0.0/24; spaces around commas are ignored. */
function proxiesOf(text: string): string[] {
  const addresses = text
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  const wrong = addresses.find((address) => {
    const [, host = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(address) ?? []
    return isIP(host) === 0 || Number(bits ?? 0) > (isIP(host) === 4 ? 32 : 128)
  })
  if (wrong !== undefined)
    throw new ConfigError(`TRUSTED_PROXIES must be addresses with commas, as 10.0.0.10, not "${wrong}".`)
  return addresses
}

function smtpUrlOf(text: string): string {
  if (!URL.canParse(text) || !/^smtps?:$/.test(new URL(text).protocol) || new URL(text).hostname === '')
    // Without its value, which contains a password.
    throw new ConfigError('SMTP_URL must be the address of a mail server, as smtp://user:password@host:587.')
  return text
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

export function logLevelOf(text: string): string {
  if (!logLevels.includes(text))
    throw new ConfigError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${text}".`)
  return text
}

function demoActivityOf(text: string): DemoActivity {
  const demoActivity = demoActivities.find((name) => name === text)
  if (!demoActivity) throw new ConfigError(`DEMO_ACTIVITY must be one of ${demoActivities.join(', ')}, not "${text}".`)
  return demoActivity
}

function pushServicesOf(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return PUSH_SERVICES
  if (text === 'none') return []
  const names = text.split(',').map((name) => name.trim())
  const wrong = names.find((name) => !/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name) || /^[\d.]+$/.test(name))
  if (wrong !== undefined)
    throw new ConfigError(`PUSH_SERVICES must be names of hosts with commas, or none, not "${wrong}".`)
  return names
}

function pemOf(name: string, path: string | undefined, kind: 'CERTIFICATE' | 'PRIVATE KEY'): string {
  if (!path) throw new ConfigError(`${name} is not set: with AIP_URL it must name a PEM file.`)
  let pem: string
  try {
    pem = readFileSync(path, 'utf8')
  } catch {
    throw new ConfigError(`${name} must name a file that this process may read, not "${path}".`)
  }
  if (!new RegExp(`-----BEGIN (?:EC |RSA )?${kind}-----`).test(pem))
    throw new ConfigError(`${name} must name a PEM file with a ${kind.toLowerCase()}, not "${path}".`)
  return pem
}

/** The instant payment platform, which is off without AIP_URL. */
function aipOf(env: Record<string, string | undefined>): AipConfig | null {
  const url = env['AIP_URL']
  if (!url) return null
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
    throw new ConfigError(`AIP_URL must be an https address, as https://aip.bank.internal:8443, not "${url}".`)
  const callbackPort = wholeNumber('AIP_CALLBACK_PORT', env['AIP_CALLBACK_PORT'], { usual: 8444, max: MAX_PORT })
  const subject = env['AIP_SUBJECT']
  if (!subject)
    throw new ConfigError(
      'AIP_SUBJECT is not set: with AIP_URL it must be the common name in the certificate of the AIP.',
    )
  return {
    url,
    tls: {
      ca: pemOf('AIP_CA', env['AIP_CA'], 'CERTIFICATE'),
      cert: pemOf('AIP_CERT', env['AIP_CERT'], 'CERTIFICATE'),
      key: pemOf('AIP_KEY', env['AIP_KEY'], 'PRIVATE KEY'),
    },
    callbackPort,
    callbackHost: env['AIP_CALLBACK_HOST'] || '0.0.0.0',
    subject,
  }
}

/** Settings of the development period with their current names. */
const renamedSettings = { WATCH_PORT: 'METRICS_PORT', WATCH_HOST: 'METRICS_HOST', STREET: 'DEMO_ACTIVITY' }

function refuseRenamed(env: Record<string, string | undefined>): void {
  for (const [old, name] of Object.entries(renamedSettings))
    if (env[old]) throw new ConfigError(`${old} is called ${name} now: set ${name} instead.`)
}

/** Reads the environment. Throws ConfigError with a sentence for the operator if it is invalid. */
export function readConfig(env: Record<string, string | undefined>): Config {
  refuseRenamed(env)
  const { DATABASE_URL: databaseUrl } = env
  if (!databaseUrl) throw new ConfigError('DATABASE_URL is not set: the server needs a PostgreSQL database.')
  const readDatabaseUrl = env['READ_DATABASE_URL']
  const metricsPort = env['METRICS_PORT']
  const port = wholeNumber('PORT', env['PORT'], { usual: 8080, max: MAX_PORT })
  return {
    databaseUrl: databaseUrlOf('DATABASE_URL', databaseUrl),
    readDatabaseUrl: readDatabaseUrl ? databaseUrlOf('READ_DATABASE_URL', readDatabaseUrl) : null,
    port,
    host: env['HOST'] || '0.0.0.0',
    webRoot: env['WEB_ROOT'] || null,
    trustedProxies: proxiesOf(env['TRUSTED_PROXIES'] ?? ''),
    allowsUnboundTokens: isOn('ALLOW_UNBOUND_TOKENS', env['ALLOW_UNBOUND_TOKENS']),
    smtpUrl: env['SMTP_URL'] ? smtpUrlOf(env['SMTP_URL']) : null,
    mailFolder: join(env['DATA_DIR'] || 'data', 'outbox'),
    clearingFolder: env['CLEARING_DIR'] || join(env['DATA_DIR'] || 'data', 'clearing'),
    isDemo: env['DEMO'] === '1',
    demoActivity: demoActivityOf(env['DEMO_ACTIVITY'] || 'usual'),
    portalUrl: portalUrlOf(env['PUBLIC_URL'] || `http://localhost:${port}`),
    pushServices: pushServicesOf(env['PUSH_SERVICES']),
    poolSize: wholeNumber('DATABASE_POOL', env['DATABASE_POOL'], { usual: 10, min: 1, max: 1000 }),
    metricsPort: metricsPort ? wholeNumber('METRICS_PORT', metricsPort, { usual: 0, max: MAX_PORT }) : null,
    metricsHost: env['METRICS_HOST'] || '127.0.0.1',
    aip: aipOf(env),
    stopDelaySeconds: wholeNumber('STOP_DELAY', env['STOP_DELAY'], { usual: 0, max: 3600 }),
    logLevel: logLevelOf(env['LOG_LEVEL'] || 'info'),
  }
}
