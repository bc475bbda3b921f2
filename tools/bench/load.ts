// Runs a load of prepared requests in a process of its own, and watches what happens while it is measured.
import { fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inProject } from '../lib/project.ts'
import { cpuOfProcess } from './cpu-time.ts'
import { latenciesOf, type Latencies } from './percentiles.ts'
import { writeRequests } from './request-file.ts'

/** What the process of the load gets as its argument. */
export type LoadOrder = {
  port: number
  connections: number
  warmUpSeconds: number
  seconds: number
  /** The rate of all connections together; null sends the next request as soon as one is answered. */
  perSecond: number | null
  /** Whether the requests are sent again from the first one, instead of each once. */
  repeats: boolean
  file: string
}

export type LoadReport = {
  phase: 'reported'
  answered: number
  latencies: number[]
  statuses: Record<string, number>
  measuredSeconds: number
}
/** What that process sends. */
export type LoadMessage = { phase: 'measuring' } | { phase: 'ended' } | LoadReport

export type Load = Omit<LoadOrder, 'file' | 'port'> & {
  /** The servers. Each gets its part of the connections, and the requests that `serverOf` gives it. */
  ports: readonly number[]
  /** The place of a request's server among `ports`; the first one by default. */
  serverOf?: (request: Buffer) => number
  requests: readonly Buffer[]
  /** Called with `true` when the measurement begins, after the warm-up, and with `false` when it ends. */
  onMeasuring: (isMeasuring: boolean) => void
}

export type LoadResult = Latencies & {
  /** The answers within the measurement, and within all of the load. */
  answered: number
  allAnswered: number
  per_second: number
  /** Microseconds of processor time of the load itself, within the measurement. */
  loadCpu: number
  statuses: Record<string, number>
}

let files = 0

type Ended = LoadReport & { loadCpu: number }

function resultOf(parts: readonly Ended[]): LoadResult {
  const statuses: Record<string, number> = {}
  for (const part of parts)
    for (const [status, count] of Object.entries(part.statuses)) statuses[status] = (statuses[status] ?? 0) + count
  const sumOf = (read: (part: Ended) => number) => parts.reduce((sum, part) => sum + read(part), 0)
  return {
    ...latenciesOf(parts.flatMap(({ latencies }) => latencies)),
    answered: sumOf(({ answered }) => answered),
    allAnswered: Object.values(statuses).reduce((sum, count) => sum + count, 0),
    per_second: sumOf(({ answered, measuredSeconds }) => (measuredSeconds > 0 ? answered / measuredSeconds : 0)),
    loadCpu: sumOf(({ loadCpu }) => loadCpu),
    statuses,
  }
}

type Part = Omit<LoadOrder, 'file'> & Pick<Load, 'requests' | 'onMeasuring'>

/** Sends the requests of one server from a process of their own. */
async function runPart({ requests, onMeasuring, ...load }: Part): Promise<Ended> {
  files += 1
  const file = join(tmpdir(), `connect-bench-${process.pid}-${files}.requests`)
  writeRequests(file, requests)
  const order: LoadOrder = { ...load, file }
  const child = fork(inProject('tools/bench/load-program.ts'), [JSON.stringify(order)])
  const cpu = () => cpuOfProcess(child.pid ?? 0)
  let cpuBefore = 0
  let loadCpu = 0
  try {
    return await new Promise<Ended>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(`the load ended without a report (${code})`)))
      child.on('message', (message: LoadMessage) => {
        if (message.phase === 'reported') return resolve({ ...message, loadCpu })
        const isMeasuring = message.phase === 'measuring'
        if (isMeasuring) cpuBefore = cpu()
        else loadCpu = cpu() - cpuBefore
        onMeasuring(isMeasuring)
      })
    })
  } finally {
    if (child.exitCode === null) child.kill('SIGKILL')
    rmSync(file, { force: true })
  }
}

export async function runLoad({ ports, serverOf = () => 0, requests, ...load }: Load): Promise<LoadResult> {
  const parts = ports.map((port, place) => ({
    ...load,
    port,
    connections: load.connections / ports.length,
    perSecond: load.perSecond && load.perSecond / ports.length,
    requests: requests.filter((request) => serverOf(request) === place),
    // They begin together: one of them says so for all.
    onMeasuring: place === 0 ? load.onMeasuring : () => undefined,
  }))
  return resultOf(await Promise.all(parts.map(runPart)))
}
