// Sends prepared requests over raw connections, in a process of its own, and measures their answers.
import { connect, type Socket } from 'node:net'
import { answerReader } from './http-answers.ts'
import type { LoadMessage, LoadOrder } from './load.ts'
import { readRequests } from './request-file.ts'

const READ_BYTES = 65_536
const TICK_MS = 1

const { file, port, connections, warmUpSeconds, seconds, perSecond, repeats } = JSON.parse(
  process.argv[2] ?? '{}',
) as LoadOrder
const requests = readRequests(file)
const send = (message: LoadMessage) => process.send?.(message)

type Client = { socket: Socket; due: number }
const idle: Client[] = []
/** The moments at which requests of a fixed rate were due while no connection was free. */
const overdue: number[] = []
const latencies: number[] = []
const statuses: Record<string, number> = {}
let answered = 0
let next = 0
let underWay = 0
let hasEnded = false

function takeRequest(): Buffer | undefined {
  const request = requests[next]
  next += 1
  if (repeats && next === requests.length) next = 0
  return request
}

function start(client: Client, due: number): void {
  const request = takeRequest()
  if (!request) {
    // Nothing is left to send: the measurement ends here.
    endsAt = Math.max(measuredFrom, Math.min(endsAt, performance.now()))
    end()
    return
  }
  underWay += 1
  client.due = due
  client.socket.write(request)
}

function finish(client: Client, status: number): void {
  underWay -= 1
  const now = performance.now()
  const isMeasured = now >= measuredFrom && now <= endsAt
  statuses[status] = (statuses[status] ?? 0) + 1
  if (isMeasured) answered += 1
  // At a fixed rate the moment when a request was due decides: a late answer must not be left out.
  if (perSecond === null ? isMeasured : client.due >= measuredFrom) latencies.push(now - client.due)
  if (hasEnded) {
    if (underWay === 0) report()
  } else if (perSecond === null) start(client, now)
  else {
    const due = overdue.shift()
    if (due === undefined) idle.push(client)
    else start(client, due)
  }
}

function end(): void {
  if (hasEnded) return
  hasEnded = true
  send({ phase: 'ended' })
  // What was never sent has waited at least until now.
  for (const due of overdue) if (due >= measuredFrom) latencies.push(endsAt - due)
  if (underWay === 0) report()
}

function report(): void {
  // Whoever started this process ends it once the report has arrived: a report can be lost when its sender exits.
  process.once('disconnect', () => process.exit())
  send({ phase: 'reported', answered, latencies, statuses, measuredSeconds: (endsAt - measuredFrom) / 1000 })
  for (const { socket } of clients) socket.destroy()
}

function open(): Promise<Client> {
  const buffer = Buffer.allocUnsafe(READ_BYTES)
  const { promise, resolve, reject } = Promise.withResolvers<Client>()
  const read = answerReader((status) => finish(client, status))
  const callback = (count: number) => {
    read(buffer.subarray(0, count))
    return true
  }
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } })
  const client: Client = { socket, due: 0 }
  socket.once('connect', () => resolve(client))
  socket.once('error', reject)
  socket.once('end', () => {
    throw new Error('the server closed a connection')
  })
  return promise
}

/** Starts what is due at a fixed rate. A request that finds no free connection waits; its latency counts from the moment when it was due. */
function startDue(rate: number): void {
  const firstDue = performance.now()
  const dueOf = (index: number) => firstDue + (index * 1000) / rate
  let count = 0
  const timer = setInterval(() => {
    if (hasEnded) return clearInterval(timer)
    for (const now = performance.now(); dueOf(count) <= now; count += 1) {
      const client = idle.pop()
      if (client) start(client, dueOf(count))
      else overdue.push(dueOf(count))
    }
  }, TICK_MS)
}

const clients = await Promise.all(Array.from({ length: connections }, open))
const measuredFrom = performance.now() + warmUpSeconds * 1000
let endsAt = measuredFrom + seconds * 1000
setTimeout(() => send({ phase: 'measuring' }), warmUpSeconds * 1000)
setTimeout(end, (warmUpSeconds + seconds) * 1000)
if (perSecond === null) for (const client of clients) start(client, performance.now())
else {
  idle.push(...clients)
  startDue(perSecond)
}
