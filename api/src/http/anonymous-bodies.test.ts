// Tests how long the body of a form may take: little without a session, minutes with one.
import { connect } from 'node:net'
import { endpoint } from 'contract/endpoint.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../adapters/clock.ts'
import { createMetrics } from '../adapters/metrics.ts'
import { Refusal } from '../refusal.ts'
import type { Admitted } from './guard.ts'
import { createHealth } from './health.ts'
import { createServe } from './serve.ts'
import { createServer } from './server.ts'

const BODY_MS = 200
const send = endpoint({
  method: 'POST',
  path: '/send',
  summary: 'Takes a form',
  scope: 'user',
  files: { document: { max: 1 } },
})

let app: Awaited<ReturnType<typeof createServer>>
let port: number
beforeAll(async () => {
  const health = createHealth({ readiness: async () => 'ready' as const })
  const server = { log: pino({ level: 'silent' }), metrics: createMetrics(), health, trustedProxies: [], hasTls: false }
  app = await createServer({ ...server, bodyMs: BODY_MS })
  const serve = createServe(app, {
    admit: async ({ headers }) => {
      if (headers.authorization === undefined) throw new Refusal('bad_credentials')
      const caller = { user_id: 'awa' } as Admitted['caller']
      return { caller, account: null, selected_account_id: null, booked: null, position: '' }
    },
    obstacle: () => null,
    reader: () => Promise.reject(new Error('no database')),
    findBalance: async () => null,
    clock: systemClock,
  })
  serve(send, async () => null)
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

const END = '\r\n--x--\r\n'
const HEAD = '--x\r\nContent-Disposition: form-data; name="document"; filename=""\r\n\r\n'

/** Sends a form of which one byte arrives in each tenth of the limit; answers what came back until the end, and how long it took. */
async function sendSlowly(header: string, bytes: number): Promise<{ answer: string; ms: number }> {
  const socket = connect(port, '127.0.0.1')
  const startedAt = performance.now()
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  socket.on('error', () => undefined)
  const text = HEAD + END.padStart(END.length + bytes, '\n')
  socket.write(`POST /send HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n${header}`)
  socket.write(`Content-Length: ${text.length}\r\n\r\n${HEAD}`)
  let sent = HEAD.length
  const timer = setInterval(() => {
    socket.write(sent < HEAD.length + bytes ? text.slice(sent, (sent += 1)) : text.slice(sent, (sent = text.length)))
  }, BODY_MS / 10)
  // Not `once` of node:events, which rejects when the connection is reset.
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(timer)
  return { answer, ms: performance.now() - startedAt }
}

it('a slow form without a session is refused, and its connection ends at the limit', async () => {
  const { answer, ms } = await sendSlowly('', 1_000)
  expect(answer).toContain('HTTP/1.1 401')
  expect(ms).toBeLessThan(1_000 * (BODY_MS / 10))
})

it('a slow form with a session is read beyond the limit', async () => {
  const { answer, ms } = await sendSlowly('Authorization: Bearer x\r\nConnection: close\r\n', 20)
  // It was read to its end: only then the content of the file is judged.
  expect(answer).toContain('file_type')
  expect(ms).toBeGreaterThan(BODY_MS * 1.5)
})
