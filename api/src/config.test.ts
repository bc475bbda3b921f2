import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const base = { DATABASE_URL: 'postgresql://db/connect' }

it('reads addresses of proxies and networks, with or without spaces', () => {
  expect(readConfig({ ...base, TRUSTED_PROXIES: '10.0.0.10, 10.0.1.0/24,,fd00::1 ' }).trustedProxies).toEqual([
    '10.0.0.10',
    '10.0.1.0/24',
    'fd00::1',
  ])
  expect(readConfig(base).trustedProxies).toEqual([])
})

it('treats an empty setting as one that is not set', () => {
  expect(readConfig({ ...base, HOST: '', LOG_LEVEL: '', SMTP_URL: '' })).toMatchObject({
    host: '0.0.0.0',
    logLevel: 'info',
    smtpUrl: null,
  })
})

it('requires the session cookie with a token unless the setting turns it off', () => {
  expect(readConfig(base).allowsUnboundTokens).toBe(false)
  expect(readConfig({ ...base, ALLOW_UNBOUND_TOKENS: '1' }).allowsUnboundTokens).toBe(true)
})

it.each(['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:8080', 'https://connect.example'])(
  'accepts %s as PUBLIC_URL',
  (text) => {
    expect(readConfig({ ...base, PUBLIC_URL: text }).portalUrl).toBe(new URL('/connect/', text).href)
  },
)

it.each([
  ['TRUSTED_PROXIES', 'the proxy'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['LOG_LEVEL', 'verbose'],
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'https://user:secret@mail.example'],
  ['PORT', '80800'],
  ['PORT', ' '],
  ['PORT', '0x10'],
  ['METRICS_PORT', '1e3'],
  ['METRICS_PORT', '70000'],
  ['DATABASE_POOL', '0'],
  ['STOP_DELAY', '99999'],
  ['ALLOW_UNBOUND_TOKENS', 'true'],
  ['DATABASE_URL', 'https://user:secret@db/connect'],
  ['READ_DATABASE_URL', 'standby'],
  ['PUBLIC_URL', 'connect.example'],
  ['PUBLIC_URL', 'http://connect.example'],
])('explains in a message that %s cannot be %s', (name, text) => {
  const read = () => readConfig({ ...base, [name]: text })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^${name} must be`))
  expect(read).not.toThrow('secret')
})

it.each([
  ['WATCH_PORT', 'METRICS_PORT'],
  ['WATCH_HOST', 'METRICS_HOST'],
  ['STREET', 'DEMO_ACTIVITY'],
])('refuses the old setting %s and names the new one', (old, name) => {
  expect(() => readConfig({ ...base, [old]: '1' })).toThrow(`${old} is called ${name} now: set ${name} instead.`)
})

const folder = mkdtempSync(join(tmpdir(), 'config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const pemFile = (name: string, kind: string) => {
  const path = join(folder, name)
  writeFileSync(path, `-----BEGIN ${kind}-----\nAAAA\n-----END ${kind}-----\n`)
  return path
}
const aip = {
  ...base,
  AIP_URL: 'https://aip.bank.internal:8443',
  AIP_CA: pemFile('ca.pem', 'CERTIFICATE'),
  AIP_CERT: pemFile('bank.pem', 'CERTIFICATE'),
  AIP_KEY: pemFile('bank.key', 'PRIVATE KEY'),
  AIP_SUBJECT: 'aip.bank.internal',
}

it('has no instant payments without the address of the AIP', () => {
  expect(readConfig(base).aip).toBeNull()
  expect(readConfig({ ...aip, AIP_URL: '' }).aip).toBeNull()
})

it('reads the address and the certificates of the AIP', () => {
  expect(readConfig(aip).aip).toMatchObject({
    url: 'https://aip.bank.internal:8443',
    tls: {
      ca: expect.stringContaining('BEGIN CERTIFICATE') as string,
      key: expect.stringContaining('BEGIN PRIVATE KEY') as string,
    },
    callbackPort: 8444,
    callbackHost: '0.0.0.0',
    subject: 'aip.bank.internal',
  })
  expect(readConfig({ ...aip, AIP_CALLBACK_PORT: '9000', AIP_CALLBACK_HOST: '10.0.0.4' }).aip).toMatchObject({
    callbackPort: 9000,
    callbackHost: '10.0.0.4',
  })
})

it.each([
  ['AIP_URL', 'http://aip.bank.internal', 'AIP_URL must be an https address'],
  ['AIP_URL', 'aip', 'AIP_URL must be an https address'],
  ['AIP_CA', '', 'AIP_CA is not set'],
  ['AIP_CERT', '/nowhere/bank.pem', 'AIP_CERT must name a file that this process may read'],
  ['AIP_KEY', aip.AIP_CERT, 'AIP_KEY must name a PEM file with a private key'],
  ['AIP_SUBJECT', '', 'AIP_SUBJECT is not set'],
  ['AIP_CALLBACK_PORT', '70000', 'AIP_CALLBACK_PORT must be at most 65535'],
  ['AIP_CALLBACK_PORT', 'x', 'AIP_CALLBACK_PORT must be a whole number'],
])('explains in a message that %s cannot be "%s"', (name, text, message) => {
  expect(() => readConfig({ ...aip, [name]: text })).toThrow(ConfigError)
  expect(() => readConfig({ ...aip, [name]: text })).toThrow(message)
})
