import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMetrics } from '../adapters/metrics.ts'
import { browserReports } from './browser-reports.ts'
import { createHealth } from './health.ts'
import { pageHeaders, REPORTS_PATH } from './security-headers.ts'
import { createServer } from './server.ts'

let app: FastifyInstance
let lines: string[] = []
const clock = { at: new Date('2026-03-10T09:30:00Z') }
beforeEach(async () => {
  lines = []
  const log = pino(
    { level: 'warn' },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString())
        done()
      },
    }),
  )
  const health = createHealth({ readiness: async () => 'ready' as const })
  app = await createServer({ log, metrics: createMetrics(), health, trustedProxies: [], hasTls: true })
  await browserReports(app, { clock: { now: () => clock.at }, log })
})
afterEach(() => app.close())

type Sent = { type?: string; from?: string }
const send = (body: unknown, { type = 'application/reports+json', from = '192.0.2.1' }: Sent = {}) =>
  app
    .inject({
      method: 'POST',
      url: REPORTS_PATH,
      remoteAddress: from,
      headers: { 'content-type': type },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
    .then(({ statusCode }) => statusCode)

const SECRET = 'transfers/0198c1a2-awa-ndiaye?text=SN08'
const report = (body: object = {}) => ({
  type: 'csp-violation',
  age: 12,
  url: `https://banque.example/connect/${SECRET}`,
  user_agent: `Mozilla ${SECRET}`,
  body: {
    documentURL: `https://banque.example/connect/${SECRET}`,
    referrer: SECRET,
    effectiveDirective: 'script-src-elem',
    blockedURL: `https://intruder.example/${SECRET}`,
    sourceFile: 'https://banque.example/connect/assets/index-Ab_1.js',
    sample: SECRET,
    lineNumber: 12,
    ...body,
  },
})
const logged = () =>
  lines.map((line) => {
    const { directive, blocked, source, line: at, level, ...rest } = JSON.parse(line) as Record<string, unknown>
    expect(Object.keys(rest).toSorted()).toEqual(['hostname', 'msg', 'pid', 'time'])
    return [level, directive, blocked, source, at]
  })

describe('the reports of browsers', () => {
  it('are accepted at the address that the policy of every page names, in both forms', () => {
    const sent = pageHeaders(true)
    expect(sent['Content-Security-Policy']).toContain(`; report-uri ${REPORTS_PATH}; report-to browser-reports`)
    expect(sent['Reporting-Endpoints']).toBe(`browser-reports="${REPORTS_PATH}"`)
  })

  it('are logged without an address, a page or a text', async () => {
    expect(await send([report(), { type: 'deprecation', body: {} }])).toBe(204)
    const old = {
      'violated-directive': "trusted-types 'none'",
      'blocked-uri': 'trusted-types-policy',
      'document-uri': `https://banque.example/connect/${SECRET}`,
      'script-sample': SECRET,
      'source-file': `https://banque.example/connect/${SECRET}`,
    }
    expect(await send({ 'csp-report': old }, { type: 'application/csp-report' })).toBe(204)
    expect(logged()).toEqual([
      [40, 'script-src-elem', 'https://intruder.example', 'index-Ab_1.js', 12],
      [40, 'trusted-types', 'trusted-types-policy', null, null],
    ])
    expect(lines.join()).not.toMatch(/awa|SN08|Mozilla|192\.0\.2/)
  })

  it.each([
    ['a directive of its own', { effectiveDirective: SECRET }, ['other', 'https://intruder.example']],
    ['a blocked text', { blockedURL: SECRET }, ['script-src-elem', 'unknown']],
    [
      'a password in an address',
      { blockedURL: 'https://awa:secret@x.example/' },
      ['script-src-elem', 'https://x.example'],
    ],
    ['values of other kinds', { blockedURL: {}, effectiveDirective: 5, lineNumber: 'x' }, ['other', 'unknown']],
  ])('say nothing of %s', async (_name, body, [directive, blocked]) => {
    expect(await send([report(body)])).toBe(204)
    expect(logged()).toMatchObject([[40, directive, blocked, 'index-Ab_1.js', 'lineNumber' in body ? null : 12]])
  })

  it('are read only in small numbers and sizes', async () => {
    expect(await send(Array.from({ length: 20 }, () => report()))).toBe(413)
    expect(await send(Array.from({ length: 8 }, () => report({ documentURL: '', sample: '' })))).toBe(204)
    expect(lines).toHaveLength(5)
    expect(await send('[{')).toBe(400)
    expect(await send('[]', { type: 'text/plain' })).toBe(415)
    expect(await send({ other: 1 })).toBe(204)
    expect(lines).toHaveLength(5)
  })

  it('are counted by address and altogether, and read again a minute later', async () => {
    const statuses = await Promise.all(Array.from({ length: 12 }, () => send([report()])))
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    expect(await send([report()], { from: '192.0.2.2' })).toBe(204)
    const others = await Promise.all(
      Array.from({ length: 100 }, (_, index) => send([report()], { from: `198.51.100.${index}` })),
    )
    expect(others.filter((status) => status === 204)).toHaveLength(100 - 11)
    clock.at = new Date(clock.at.getTime() + 60_000)
    expect(await send([report()])).toBe(204)
  })
})
