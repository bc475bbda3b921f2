import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'

/** Sends server-sent events at once: no proxy may cache, buffer or compress them. */
export const sendEvents = (reply: FastifyReply, events: Readable): FastifyReply =>
  reply
    .header('Content-Type', 'text/event-stream; charset=utf-8')
    .header('Cache-Control', 'no-store, no-transform')
    // The connection closes with the stream: a stopping server would wait for an idle connection.
    .header('Connection', 'close')
    .header('X-Accel-Buffering', 'no')
    .send(events)
