import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { acceptsGzip, compressAnswer } from './compressed-answers.ts'

it.each([
  ['', false],
  ['gzip', true],
  ['gzip, deflate, br', true],
  ['br;q=1.0, GZIP;q=0.5', true],
  ['*', true],
  ['gzip;q=0, *', false],
  ['identity', false],
  ['x-gzipped', false],
  ['gzip;q=x', false],
])('Accept-Encoding %s accepts gzip: %s', (header, isAccepted) => {
  expect(acceptsGzip(header)).toBe(isAccepted)
})

const answered = async (content: unknown, headers: Record<string, string>) => {
  const app = fastify()
  app.get('/', { onSend: compressAnswer }, () => content)
  return app.inject({ url: '/', headers })
}
const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: 'Aïssatou' }))

it('compresses an answer, whose content stays what it was', async () => {
  const plain = await answered(rows, {})
  const compressed = await answered(rows, { 'accept-encoding': 'gzip' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': plain.headers['content-type'],
    'content-length': String(compressed.rawPayload.length),
  })
  expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body)
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect([plain.headers['vary'], compressed.headers['vary']]).toEqual(['Accept-Encoding', 'Accept-Encoding'])
})

it('leaves a short answer as it is', async () => {
  const { headers, body } = await answered([1], { 'accept-encoding': 'gzip' })
  expect([headers['content-encoding'], body]).toEqual([undefined, '[1]'])
})
