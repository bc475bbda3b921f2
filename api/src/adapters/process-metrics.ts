// Metrics of a process: processor time, memory, event loop delay, uptime.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from './metrics.ts'

const NANO = 1e-9

export function measureProcess(metrics: Metrics): void {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  metrics.reading('connect_event_loop_delay_seconds', 'How late the event loop was since the last reading', () => {
    // Before the first measurement the value is not a number and is omitted.
    if (delay.count === 0) return []
    const samples = [
      { labels: { quantile: '0.5' }, value: delay.percentile(50) * NANO },
      { labels: { quantile: '0.99' }, value: delay.percentile(99) * NANO },
      { labels: { quantile: '1' }, value: delay.max * NANO },
    ]
    delay.reset()
    return samples
  })
  metrics.reading('connect_memory_bytes', 'Memory of the process', () => {
    const { rss, heapUsed, external } = process.memoryUsage()
    return [
      { labels: { kind: 'resident' }, value: rss },
      { labels: { kind: 'heap' }, value: heapUsed },
      { labels: { kind: 'external' }, value: external },
    ]
  })
  const cpu = () => process.cpuUsage()
  metrics.reading('connect_cpu_seconds', 'Time on the processor since the start', () => [
    { value: (cpu().user + cpu().system) / 1e6 },
  ])
  metrics.reading('connect_up_seconds', 'How long the process runs', () => [{ value: process.uptime() }])
}
