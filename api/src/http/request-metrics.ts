// Counts requests: number, status and duration, by the pattern of the route and never by its address.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Metrics } from '../adapters/metrics.ts'

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const isStream = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('text/event-stream')

export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const requests = metrics.counter({
    name: 'connect_http_requests_total',
    help: 'Requests that were answered, by method, route and status',
    labelNames: ['method', 'route', 'status'],
  })
  const durations = metrics.histogram({
    name: 'connect_http_request_seconds',
    help: 'How long requests took, by method and route',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
  })
  const underWay = metrics.gauge({
    name: 'connect_http_requests_under_way',
    help: 'Requests that are being answered, streams among them',
  })
  const streams = metrics.gauge({ name: 'connect_event_streams_open', help: 'Event streams that browsers hold open' })

  app.addHook('onRequest', (_request, reply, done) => {
    underWay.inc()
    // The response, not the request: a request closes as soon as its body has been read.
    reply.raw.once('close', () => underWay.dec())
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Where the client has disconnected already, `close` was emitted before: the gauge would never be decremented.
    if (isStream(reply) && !reply.raw.destroyed) {
      streams.inc()
      reply.raw.once('close', () => streams.dec())
    }
    done()
  })
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const route = routeOptions.url ?? 'none'
    requests.inc({ method, route, status: reply.statusCode })
    // The duration of a stream is that of the client's connection, not a response time.
    if (!isStream(reply)) durations.observe({ method, route }, reply.elapsedTime / 1000)
    done()
  })
}
