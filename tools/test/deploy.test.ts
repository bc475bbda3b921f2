import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { calls } from 'contract/calls.ts'
import { type Endpoint, headers } from 'contract/endpoint.ts'
import { refusals } from 'contract/refusals.ts'
import { followEvents } from 'contract/live.ts'
import { describe, expect, it } from 'vitest'
import { programs } from '../lib/build-server.ts'
import { inProject } from '../lib/project.ts'
import { NO_PRETENURING } from '../lib/supervise.ts'

const read = (file: string) => readFileSync(inProject(file), 'utf8')
const files = [
  'Containerfile',
  'compose.yaml',
  ...readdirSync(inProject('deploy/systemd')).map((name) => `deploy/systemd/${name}`),
]
const pages = ['docs/operating.md', 'docs/operators.md', 'docs/development.md', 'README.md']
const everything = [...files, ...pages].map((file): [string, string] => [file, read(file)])

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

it('starts only programs that exist', () => {
  let seen = 0
  for (const [file, text] of everything) {
    for (const program of found(text, /((?:api|database|tools)\/[\w/-]+\.(?:ts|mjs))/g)) {
      seen += 1
      expect([file, program, existsSync(inProject(program))]).toEqual([file, program, true])
    }
  }
  expect(seen).toBeGreaterThan(4)
})

it('starts only bundles that the build makes', () => {
  const bundles = everything.flatMap(([, text]) => found(text, /dist\/(\w+)\.js/g))
  expect(bundles.length).toBeGreaterThan(4)
  expect(bundles.filter((name) => !(name in programs))).toEqual([])
})

it('starts the server as `npm start` does where its rate is concerned', () => {
  const starts = files.flatMap((file) => found(read(file), /^(.*dist\/server\.js.*)$/gm))
  expect(starts.length).toBeGreaterThan(2)
  for (const start of starts) expect(start).toContain(NO_PRETENURING)
})

it('gives a server that stops the time that it takes to finish', () => {
  const seconds = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])
  const call = seconds(read('api/src/http/serve.ts'), /const DEADLINES.*\bfile: (\d+)_000/)
  const delay = seconds(read('deploy/systemd/connect.env'), /^STOP_DELAY=(\d+)/m)
  const unit = read('deploy/systemd/connect-server.service')
  expect(seconds(unit, /^TimeoutStopSec=(\d+)/m)).toBeGreaterThan(call + delay)
  const server =
    read('compose.yaml')
      .split(/^(?= {2}\w+:$)/m)
      .find((part) => part.startsWith('  server:')) ?? ''
  const itsDelay = seconds(server, /STOP_DELAY: '(\d+)'/)
  expect(seconds(server, /stop_grace_period: (\d+)s/)).toBeGreaterThan(call + itsDelay)
})

it('uses only scripts of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  for (const [file, text] of everything)
    // Scripts of a workspace are in its own package.json.
    for (const script of found(text, /npm run ([\w:-]+)(?![\w:-]| -w)/g))
      expect([file, script, script in scripts]).toEqual([file, script, true])
})

it('sets only variables that the programs read', () => {
  const programs = ['api/src/config.ts', 'api/src/operators/run-connect.ts']
  const known = new Set([...programs.flatMap((file) => found(read(file), /env\['(\w+)'\]/g)), 'DATABASE_URL'])
  // The logins of the bank are created beside PostgreSQL.
  const own = new Set(['NODE_ENV', ...found(read('deploy/postgres-logins.sh'), /^\\getenv \w+ (\w+)/gm)])
  const settings = [
    ...found(read('deploy/systemd/connect.env'), /^([A-Z_]+)=/gm),
    ...files
      .filter((file) => file.endsWith('.service'))
      .flatMap((file) => found(read(file), /(?:^Environment=| )([A-Z_]+)=/gm)),
    ...found(read('Containerfile'), /(?:^ENV | )([A-Z_]+)=/gm),
    ...found(read('compose.yaml'), /^ +([A-Z_]+): /gm).filter((name) => !name.startsWith('POSTGRES_')),
  ]
  expect(settings.length).toBeGreaterThan(20)
  for (const setting of settings) expect([setting, known.has(setting) || own.has(setting)]).toEqual([setting, true])
})

it('explains each setting that the programs read', () => {
  // DEMO is set by `npm start`, which fills the demo bank.
  const settings = found(read('api/src/config.ts'), /(?:env\['|const \{ )([A-Z_]+)/g).filter((name) => name !== 'DEMO')
  const rows = ['README.md', 'docs/operating.md'].flatMap((page) => found(read(page), /^(\|.*)/gm))
  const explained = new Set(rows.flatMap((row) => found(row, /`([A-Z_]+)/g)))
  expect(settings.length).toBeGreaterThan(20)
  expect(settings.filter((setting) => !explained.has(setting))).toEqual([])
})

it('uses only metrics that the programs write', () => {
  const sources = [
    'api/src/http/request-metrics.ts',
    'api/src/adapters/metrics.ts',
    'api/src/db/database-metrics.ts',
    'api/src/jobs/start-jobs.ts',
    'api/src/domains/instant-payments/platform/measure-rail.ts',
  ]
  const written = new Set(sources.flatMap((file) => found(read(file), /'(connect_[a-z_]+)'/g)))
  const watched = found(read('docs/operating.md'), /`(connect_[a-z_]+)/g).filter(
    (name) => !/^connect_(owner|server|desk|app|operator|restored)$/.test(name),
  )
  expect(new Set(watched)).toEqual(written)
})

const nginx = read('deploy/nginx/connect.conf')
const haproxy = read('deploy/haproxy/connect.cfg')
const endpoints = Object.values(calls)

describe('the proxies before the servers', () => {
  it.each([
    ['nginx', /location ~ (\S+) \{/.exec(nginx)?.[1]],
    ['haproxy', /acl is_file path_reg (\S+)/.exec(haproxy)?.[1]],
  ])('give calls that answer files their own time, and no others: %s', (_name, pattern) => {
    const isFile = new RegExp(pattern ?? 'none')
    const pathOf = ({ path }: Endpoint) => `/wb-api${path.replaceAll(/:\w+/g, '0193-a')}`
    const answering = endpoints.filter((endpoint) => endpoint.method === 'GET' || endpoint.isFile)
    expect(answering.filter((endpoint) => isFile.test(pathOf(endpoint)))).toEqual(
      answering.filter((endpoint) => endpoint.isFile),
    )
  })

  it('have an own place for streams of events', () => {
    expect(nginx).toContain(`location = /wb-api${followEvents.path} {`)
    expect(haproxy).toContain(`use_backend streams if { path /wb-api${followEvents.path} }`)
  })

  it('repeat what was sent only where that is safe: what reads, and what carries an idempotency key', () => {
    expect(new Set(found(nginx, /proxy_next_upstream (.*?);/g))).toEqual(
      new Set(['error timeout', 'error timeout http_404']),
    )
    expect(haproxy).toContain('http-request disable-l7-retry unless is_page or is_order')
    expect(haproxy).toContain('acl is_page method GET HEAD')
    expect(haproxy).toContain(`acl is_order req.hdr(${headers.idempotencyKey.toLowerCase()}) -m found`)
    // A server that answers too late may still execute the order: only pages are repeated then.
    for (const part of haproxy.split(/^(?=backend |defaults)/m))
      if (!/^backend (pages|assets)\s/.test(part))
        expect(found(part, /^ +retry-on (\S.*?)(?: +#.*)?$/gm).join(' ')).not.toContain('response-timeout')
  })

  it('ask the other server for a file of the portal that one does not have: it may be of another release', () => {
    expect(haproxy).toContain('use_backend assets if { path_beg /connect/assets/ }')
    const assets = haproxy.split(/^(?=backend )/m).find((part) => part.startsWith('backend assets')) ?? ''
    expect(assets).toMatch(/^ +retry-on .*\b404\b/m)
    expect(/location \/connect\/assets\/ \{([^}]*)\}/.exec(nginx)?.[1]).toMatch(/proxy_next_upstream .*\bhttp_404;/)
  })

  it('send the orders of an account to one server', () => {
    const orders = haproxy.split(/^(?=backend )/m).find((part) => part.startsWith('backend orders')) ?? ''
    expect(orders).toContain(`balance hdr(${headers.accountId})`)
    expect(orders).toContain('hash-type consistent')
  })

  it('say that no server answers as a server does', () => {
    const { fr, en } = refusals.unavailable
    for (const sentence of [fr, en]) {
      expect(nginx).toContain(sentence)
      expect(read('deploy/haproxy/unavailable.http')).toContain(sentence)
    }
    expect(read('deploy/haproxy/unavailable.http')).toMatch(/^HTTP\/1\.[01] 503 [^]*\r\nRetry-After: 5\r\n/)
  })

  it('leave a server for a shorter time than the next one takes to stop', () => {
    const delay = Number(/^STOP_DELAY=(\d+)/m.exec(read('deploy/systemd/connect.env'))?.[1])
    for (const [, limit] of nginx.matchAll(/(?:fail_timeout=|keepalive_timeout )(\d+)s/g))
      expect(Number(limit)).toBeLessThan(delay)
    expect(Number(/inter (\d+)s/.exec(haproxy)?.[1]) * 2).toBeLessThan(delay)
  })
})
