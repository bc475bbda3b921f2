import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetrics } from '../adapters/metrics.ts'
import { observatoryScore } from '../../test/observatory.ts'
import { createHealth } from './health.ts'
import { servePortal } from './portal.ts'
import { createServer } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'connect-portal-'))
const PAGE = '<!doctype html><script type="module" src="/connect/assets/index-a.js" integrity="sha384-x"></script>'
let app: FastifyInstance
const aServer = () => {
  const health = createHealth({ readiness: async () => 'ready' as const })
  const server = { log: pino({ level: 'silent' }), metrics: createMetrics(), health, trustedProxies: [] }
  return createServer({ ...server, hasTls: true })
}
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  for (const name of ['index-a.js', 'index-a.css', 'inter-a.woff2', 'worker-a.mjs'])
    writeFileSync(join(folder, 'assets', name), 'export {}')
  app = await aServer()
  await servePortal(app, folder, true)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

describe('the portal', () => {
  it.each([
    '/',
    '/connect',
    '/connect/',
    '/connect/transfers',
    '/connect/pi/lire',
    '/connect/assets/index-a.js',
    '/connect/assets/none.js',
  ])('answers HEAD %s as GET, without the content', async (url) => {
    const [get, head] = [await app.inject({ url }), await app.inject({ url, method: 'HEAD' })]
    const ofCall = new Set(['date', 'x-request-id'])
    const own = (headers: object) => Object.entries(headers).filter(([name]) => !ofCall.has(name))
    expect([head.statusCode, head.body]).toEqual([get.statusCode, ''])
    expect(own(head.headers)).toEqual(own(get.headers))
  })

  it('stays that of the release with which the server was started, when the link to it leads to the next one', async () => {
    const releases = mkdtempSync(join(tmpdir(), 'connect-releases-'))
    const [current, next] = [join(releases, 'current'), join(releases, 'next')]
    cpSync(folder, join(releases, 'former'), { recursive: true })
    symlinkSync('former', current)
    const server = await aServer()
    await servePortal(server, current, true)
    mkdirSync(next)
    writeFileSync(join(next, 'index.html'), PAGE.replace('index-a', 'index-b'))
    rmSync(current)
    symlinkSync('next', current)
    expect((await server.inject('/connect/')).body).toBe(PAGE)
    expect((await server.inject('/connect/assets/index-a.js')).body).toBe('export {}')
    await server.close()
    rmSync(releases, { recursive: true })
  })

  it('leads from an address that cannot be decoded to the home page; a call is refused', async () => {
    const cut = await app.inject({ url: '/connect/transfers%C3%A' })
    expect([cut.statusCode, cut.headers.location]).toEqual([302, '/connect/'])
    const call = await app.inject({ url: '/wb-api/transfers%C3%A' })
    expect(call.statusCode).toBe(400)
    for (const { headers } of [cut, call])
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'strict-transport-security': expect.stringContaining('max-age='),
        'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      })
  })

  it('answers a page whose search names a folder of files', async () => {
    expect((await app.inject({ url: '/connect/operations?search=/assets/' })).statusCode).toBe(200)
    expect((await app.inject({ url: '/connect/assets/none.js?search=x' })).statusCode).toBe(404)
  })

  it.each([
    ['/connect/pi/lire', '(self)'],
    ['/connect/pi/lire?code=1', '(self)'],
    ['/connect/pi/lire/', '()'],
    ['/connect/pi/lire/more', '()'],
    ['/connect/PI/lire', '()'],
    ['/connect/pi', '()'],
    ['/connect/', '()'],
    ['/connect/transfers/create', '()'],
    ['/connect/assets/worker-a.mjs', '()'],
  ])('answers %s with camera=%s, and every other device closed', async (url, camera) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { headers } = await app.inject({ url, method })
      expect(headers['permissions-policy']).toBe(`camera=${camera}, microphone=(), geolocation=(), payment=(), usb=()`)
    }
  })

  it.each(['index-a.js', 'index-a.css', 'inter-a.woff2'])(
    'answers %s closed, without the headers of pages; as a worker it could load nothing',
    async (name) => {
      const { headers } = await app.inject(`/connect/assets/${name}`)
      const { 'x-request-id': id, 'last-modified': modified, etag, date, ...rest } = headers
      expect(rest).toEqual({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': expect.stringContaining('max-age='),
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.any(String),
        'content-length': '9',
        'accept-ranges': 'bytes',
        vary: 'accept-encoding',
        connection: 'keep-alive',
      })
      expect(String(rest['content-type'])).not.toContain('html')
      expect([id, modified, etag, date]).not.toContain(undefined)
    },
  )

  it('answers the program of a worker with the whole policy, which applies to what the worker loads', async () => {
    const [page, worker] = [await app.inject('/connect/'), await app.inject('/connect/assets/worker-a.mjs')]
    expect(worker.headers['content-security-policy']).toBe(page.headers['content-security-policy'])
  })

  it('has 135 of 145 points of the Observatory', async () => {
    const { headers, body } = await app.inject('/connect/')
    const { score, modifiers } = observatoryScore(headers, body)
    expect(modifiers).toEqual({
      'csp without unsafe sources, default-src none': 10,
      'frames refused by the csp': 5,
      'referrer-policy private': 5,
      'cross-origin-resource-policy same-origin': 10,
      'sri on all scripts': 5,
      // Not reached: hsts preload, for which the bank registers its domain, and a cookie on the page, which has none.
      'hsts of at least six months': 0,
      'no cookies': 0,
      'no cors': 0,
      nosniff: 0,
    })
    expect(score).toBe(135)
  })

  it('loses points where a header is missing or weaker', async () => {
    const { headers, body } = await app.inject('/connect/')
    const csp = String(headers['content-security-policy'])
    const scoreWith = (more: Record<string, string | undefined>, html = body) =>
      observatoryScore({ ...headers, ...more }, html).score
    expect(
      scoreWith({ 'content-security-policy': csp.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'") }),
    ).toBe(80)
    expect(scoreWith({ 'content-security-policy': undefined, 'x-frame-options': undefined })).toBe(55)
    expect(scoreWith({ 'strict-transport-security': undefined })).toBe(80)
    expect(scoreWith({ 'x-content-type-options': undefined })).toBe(130)
    expect(scoreWith({}, body.replace(/ integrity="[^"]+"/, ''))).toBe(130)
  })
})
