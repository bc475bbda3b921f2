// Receives the callbacks of the interface application (AIP): HTTPS on a port of its own, for the AIP's certificate only.
import { createServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { Logger } from 'pino'
import type * as z from 'zod/mini'
import { isUnavailable } from '../db/unavailable.ts'
import {
  aipCallbacks,
  type AipCallbackPath,
  isAipCallbackPath,
  type ReceivedCallback,
} from '../formats/instant/aip-callbacks.ts'
import type { AipTls } from './aip-client.ts'

const MAX_BODY_BYTES = 64_000
/** The list of all institutions of the union, and reports of the platform, are longer than a message about a payment. */
const MAX_LIST_BYTES = 4_000_000
const LISTS: readonly AipCallbackPath[] = [
  '/participants/liste/reponses',
  '/rapports/telechargements/reponses',
  '/rapports/factures/reponses',
  '/reglements/soldes',
]
const MAX_CONNECTIONS = 64
/** Connections without a valid certificate are logged once in this time: anybody in the network can make many. */
const REPEAT_WARNING_MS = 60_000
/** A stopping process waits so long for callbacks that are being received. */
const CLOSE_MS = 5_000

type CallbackServer = {
  port: number
  host: string
  tls: AipTls
  /** The common name in the certificate of the AIP; null accepts every certificate that `tls.ca` has issued. */
  allowedSubject: string | null
  /** Stores the callback in a transaction. The AIP is answered afterwards, and repeats a callback that was not acknowledged. */
  receive: (callback: ReceivedCallback) => Promise<'received' | 'repeated'>
  log: Logger
}

type Reply = { status: number; message: string }

class BodyTooLong extends Error {}

async function bodyOf(request: IncomingMessage, maxBytes: number): Promise<string> {
  const parts: Buffer[] = []
  let read = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    read += part.length
    if (read > maxBytes) throw new BodyTooLong()
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

class UnstorableText extends Error {}

/** Fields that are null or empty count as absent: the interface writes both. Texts that PostgreSQL cannot store are refused. */
function normaliseField(_name: string, value: unknown): unknown {
  if (value === null || value === '') return undefined
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) throw new UnstorableText()
  return value
}

/** The content of a body; undefined for one that is not JSON, or not storable. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text, normaliseField)
  } catch {
    return undefined
  }
}

/** The names of the wrong fields, without their values. */
const problemsIn = ({ issues }: z.core.$ZodError) =>
  [...new Set(issues.map(({ path }) => path.join('.') || 'body'))].slice(0, 10).join(', ')

const subjectOf = ({ socket }: IncomingMessage): string | null => {
  const name = socket instanceof TLSSocket ? socket.getPeerCertificate().subject?.CN : undefined
  return typeof name === 'string' ? name : null
}

/** Opens the port; answers it, and a function that closes it after the running requests. */
export async function listenForCallbacks({
  port,
  host,
  tls,
  allowedSubject,
  receive,
  log,
}: CallbackServer): Promise<{ port: number; close: () => Promise<void> }> {
  let isClosing = false
  async function answer(request: IncomingMessage): Promise<Reply> {
    const [path = ''] = (request.url ?? '').split('?')
    const subject = subjectOf(request)
    if (allowedSubject !== null && subject !== allowedSubject) {
      log.warn({ subject, path }, 'a callback came with the certificate of somebody else')
      return { status: 403, message: 'This certificate may not send callbacks.' }
    }
    if (!isAipCallbackPath(path)) return { status: 404, message: 'Unknown path.' }
    if (request.method !== 'POST') return { status: 405, message: 'Only POST.' }
    const parsed = aipCallbacks[path].safeParse(
      jsonOf(await bodyOf(request, LISTS.includes(path) ? MAX_LIST_BYTES : MAX_BODY_BYTES)),
    )
    if (!parsed.success) {
      const problems = problemsIn(parsed.error)
      log.warn({ path, problems }, 'a callback does not fit the interface')
      return { status: 400, message: `Wrong or missing: ${problems}.` }
    }
    // The schema of a path gives the body of that path; TypeScript does not see that the two belong together.
    await receive({ path, body: parsed.data } as ReceivedCallback)
    return { status: 202, message: 'Accepted.' }
  }

  function failure(error: unknown, path: string): Reply {
    if (error instanceof BodyTooLong) return { status: 413, message: 'The body is too long.' }
    if (isUnavailable(error)) {
      log.warn({ path, because: error instanceof Error ? error.message : '' }, 'a callback waits for the database')
      return { status: 503, message: 'Not available at the moment.' }
    }
    log.error({ err: error, path }, 'a callback failed')
    return { status: 500, message: 'Not possible at the moment.' }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, message } = await answer(request).catch((error: unknown) => failure(error, request.url ?? ''))
    if (response.destroyed) return
    // The unread rest of a body would be parsed as the next request of the connection.
    if (status !== 202 || isClosing) response.setHeader('Connection', 'close')
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ message }))
  }

  const server = createServer(
    {
      ca: tls.ca,
      cert: tls.cert,
      key: tls.key,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      handshakeTimeout: CLOSE_MS,
      requestTimeout: 10_000,
      headersTimeout: 5_000,
      keepAliveTimeout: 60_000,
    },
    (request, response) => void serve(request, response),
  )
  server.maxConnections = MAX_CONNECTIONS
  let warnedAt = -Infinity
  server.on('tlsClientError', (error) => {
    if (performance.now() - warnedAt < REPEAT_WARNING_MS) return
    warnedAt = performance.now()
    log.warn({ because: error.message }, 'a connection to the callbacks was refused')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        isClosing = true
        const impatience = setTimeout(() => server.closeAllConnections(), CLOSE_MS)
        server.close(() => {
          clearTimeout(impatience)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}
