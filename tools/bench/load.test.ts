import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Load, runLoad } from './load.ts'
import { bytesOf } from './request-file.ts'

const paths: string[] = []
const server = createServer((request, response) => {
  paths.push(request.url ?? '')
  const body = 'x'.repeat(100_000)
  response.writeHead(request.url === '/1' ? 404 : 200, { 'content-length': body.length }).end(body)
})
let port = 0

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

/** Sends forty requests, each once; the load ends when there are no more. */
const load = (more: Partial<Load>) =>
  runLoad({
    ports: [port],
    connections: 4,
    warmUpSeconds: 0,
    seconds: 600,
    perSecond: null,
    repeats: false,
    requests: Array.from({ length: 40 }, (_, index) => bytesOf({ method: 'GET', path: `/${index}`, headers: {} })),
    onMeasuring: () => undefined,
    ...more,
  })

it.each([null, 400])('sends each request once and reads each answer, at the rate %s', async (perSecond) => {
  paths.length = 0
  const phases: boolean[] = []
  const result = await load({ perSecond, onMeasuring: (isMeasuring) => phases.push(isMeasuring) })
  expect(paths.toSorted()).toEqual(Array.from({ length: 40 }, (_, index) => `/${index}`).toSorted())
  expect(result).toMatchObject({ allAnswered: 40, statuses: { 200: 39, 404: 1 } })
  expect(result.per_second).toBeGreaterThan(0)
  expect(result.p99_ms).toBeGreaterThan(0)
  expect(phases).toEqual([true, false])
})

it('sends each request to its server', async () => {
  paths.length = 0
  const others: string[] = []
  const other = createServer((request, response) => {
    others.push(request.url ?? '')
    response.end()
  })
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const result = await load({
    ports: [port, (other.address() as AddressInfo).port],
    serverOf: (request) => (/GET \/[0-4] /.test(request.toString()) ? 1 : 0),
  })
  other.close()
  expect(others.toSorted()).toEqual(['/0', '/1', '/2', '/3', '/4'])
  expect(paths).toHaveLength(35)
  expect(result).toMatchObject({ allAnswered: 40, statuses: { 200: 40 } })
})
