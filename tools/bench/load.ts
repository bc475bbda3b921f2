// Sends requests with a fixed number of clients, each waiting for its answer before the next request, or at a fixed rate.
import { Client } from 'undici'

export type Request = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }
export type Load = {
  origin: string
  clients: number
  seconds: number
  /** Total rate of all clients; without it each sends the next request at once. */
  perSecond?: number
  /** The next request of a client, or null when there is none left. */
  next: (client: number) => Request | null
}
export type Measurements = {
  per_second: number
  p50_ms: number
  p99_ms: number
  requested: number
  statuses: Record<string, number>
}

const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Runs the load and answers the measurements. Latencies are milliseconds, from the moment a request was due. */
export async function load({ origin, clients, seconds, perSecond, next }: Load): Promise<Measurements> {
  const times: number[] = []
  const statuses: Record<string, number> = {}
  const start = performance.now()
  const end = start + seconds * 1000
  const gap = perSecond === undefined ? 0 : (clients * 1000) / perSecond

  async function run(index: number) {
    const client = new Client(origin, { pipelining: 1 })
    let due = start + (gap * index) / clients
    while (performance.now() < end) {
      const wait = due - performance.now()
      if (gap > 0 && wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      const requested = gap > 0 ? due : performance.now()
      due += gap
      const ask = next(index)
      if (!ask) break
      const { statusCode, body } = await client.request({
        method: ask.method,
        path: ask.path,
        headers: ask.headers,
        body: ask.body ?? null,
      })
      await body.dump()
      times.push(performance.now() - requested)
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
    }
    await client.close()
  }

  await Promise.all(Array.from({ length: clients }, (_, index) => run(index)))
  const elapsed = (performance.now() - start) / 1000
  const sorted = times.toSorted((one, other) => one - other)
  const rounded = (ms: number) => Math.round(ms * 10) / 10
  return {
    per_second: Math.round(times.length / elapsed),
    p50_ms: rounded(percentile(sorted, 0.5)),
    p99_ms: rounded(percentile(sorted, 0.99)),
    requested: times.length,
    statuses,
  }
}
