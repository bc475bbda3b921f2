// Serves metrics and health checks of server and worker on a separate port. Customers' requests never reach it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Metrics } from '../adapters/metrics.ts'
import { type Health, healthChecks } from './health.ts'

type MetricsPort = { port: number; host: string; metrics: Metrics; health: Health }

async function answer(
  { metrics, health }: MetricsPort,
  { method, url }: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  const json = (status: number, content: object) =>
    reply.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(content))
  if (method !== 'GET') return void json(405, { status: 'method_not_allowed' })
  if (url === '/healthz') return void json(200, { status: 'up' })
  const check = healthChecks[url ?? '']
  if (check) {
    const status = await check(health)
    return void json(status === 'ready' ? 200 : 503, { status })
  }
  if (url !== '/metrics') return void json(404, { status: 'not_found' })
  reply.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(await metrics.text())
}

/** Opens the port; returns its address and a function that closes it. */
export async function openMetricsPort(metricsPort: MetricsPort): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, reply) => {
    answer(metricsPort, request, reply).catch(() => reply.destroy())
  })
  server.requestTimeout = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(metricsPort.port, metricsPort.host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : metricsPort.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
