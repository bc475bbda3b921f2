// Counts requests: number, status and duration, by the pattern of the route and never by its address.
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../adapters/metrics.ts'

const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const requests = metrics.counter(
    'connect_http_requests_total',
    'Requests that were answered, by method, route and status',
  )
  const durations = metrics.histogram(
    'connect_http_request_seconds',
    'How long requests took, by method and route',
    BOUNDS,
  )
  const underWay = metrics.gauge(
    'connect_http_requests_under_way',
    'Requests that are being answered, streams among them',
  )
  const streams = metrics.gauge('connect_event_streams_open', 'Event streams that browsers hold open')
  let [requested, streaming] = [0, 0]
  underWay.set(0)
  streams.set(0)

  app.addHook('onRequest', async (_request, reply) => {
    underWay.set((requested += 1))
    // The close of the response: a request closes as soon as it has been read.
    reply.raw.once('close', () => underWay.set((requested -= 1)))
  })
  app.addHook('onSend', async (_request, reply) => {
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) return
    streams.set((streaming += 1))
    reply.raw.once('close', () => streams.set((streaming -= 1)))
  })
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const route = routeOptions.url ?? 'none'
    requests.add({ method, route, status: reply.statusCode })
    // A stream lasts as long as its client: its duration is not recorded.
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream'))
      durations.observe(reply.elapsedTime / 1000, { method, route })
  })
}
