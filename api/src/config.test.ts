import { expect, it } from 'vitest'
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
  expect(() => readConfig({ DATABASE_URL: 'postgresql://x', [old]: '1' })).toThrow(
    `${old} is called ${name} now: set ${name} instead.`,
  )
})
