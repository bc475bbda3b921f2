// Compresses answers: a phone on a slow network waits for their bytes.
import { gzip } from 'node:zlib'
import type { onSendHookHandler } from 'fastify'

/** A shorter answer fits into one packet, with its headers. */
const MIN_LENGTH = 1024

/** Whether Accept-Encoding names gzip, or any coding, with a weight above 0 (RFC 9110, 12.5.3). */
export function acceptsGzip(acceptEncoding: string): boolean {
  const weights = new Map(
    acceptEncoding
      .slice(0, 1000)
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [coding = '', weight] = part.split(/;\s*q=/).map((text) => text.trim())
        return [coding, weight === undefined ? 1 : Number(weight)]
      }),
  )
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}

/** Compresses a text on its way, where the caller accepts it. Files and event streams are no texts. */
export const compressAnswer: onSendHookHandler = (request, reply, payload, done) => {
  if (typeof payload !== 'string' || payload.length < MIN_LENGTH) return done(null, payload)
  void reply.header('Vary', 'Accept-Encoding')
  if (!acceptsGzip(request.headers['accept-encoding'] ?? '')) return done(null, payload)
  gzip(payload, (error, compressed) => {
    if (error) return done(error)
    void reply.header('Content-Encoding', 'gzip').removeHeader('Content-Length')
    done(null, compressed)
  })
}
