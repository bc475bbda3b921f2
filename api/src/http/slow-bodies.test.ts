import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limitBodies } from './slow-bodies.ts'

const LIMIT_MS = 200
const awaitBody = limitBodies(LIMIT_MS)
const server = createServer((request, response) => {
  awaitBody(request)
  text(request)
    .then((body) => response.end(body))
    .catch(() => undefined)
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

const open = () => send({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', method: 'POST' })

it('ends a request whose body does not arrive', async () => {
  const slow = open()
  const startedAt = performance.now()
  slow.write('{')
  const [error] = (await once(slow, 'error')) as [NodeJS.ErrnoException]
  expect(error.code).toBe('ECONNRESET')
  expect(performance.now() - startedAt).toBeGreaterThan(LIMIT_MS - 1)
})

it('leaves a request alone whose body has arrived', async () => {
  const quick = open()
  const answered = once(quick, 'response') as Promise<[NodeJS.ReadableStream]>
  quick.end('{}')
  const [response] = await answered
  expect(await text(response)).toBe('{}')
})
