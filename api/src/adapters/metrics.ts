// Collects the metrics of a process for Prometheus. Names of metrics and labels are constants of the code: no value of a
// customer ever becomes one.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Labels = Readonly<Record<string, string | number>>
export type Sample = { labels?: Labels; value: number }

type Definition<Name extends string> = { name: string; help: string; labelNames?: readonly Name[] }

export type Metrics = {
  /** What only grows. */
  counter: <Name extends string>(definition: Definition<Name>) => Counter<Name>
  /** What goes up and down: set when it changes. */
  gauge: <Name extends string>(definition: Definition<Name>) => Gauge<Name>
  /** Read when the metrics are scraped. */
  reading: <Name extends string>(
    definition: Definition<Name>,
    read: () => readonly Sample[] | Promise<readonly Sample[]>,
  ) => void
  /** How often, and how long: `buckets` in seconds, rising. */
  histogram: <Name extends string>(definition: Definition<Name> & { buckets: number[] }) => Histogram<Name>
  /** Processor time, memory, garbage collection and event loop of this process, under the names that dashboards know. */
  measureProcess: () => void
  /** All of them. A reading that fails has no value, and counts in connect_readings_failed_total. */
  text: () => Promise<string>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const failed = new Counter({
    name: 'connect_readings_failed_total',
    help: 'Metrics that could not be read',
    registers,
  })
  return {
    counter: (definition) => new Counter({ ...definition, registers }),
    gauge: (definition) => new Gauge({ ...definition, registers }),
    reading: (definition, read) => {
      const gauge: Gauge = new Gauge({
        ...definition,
        registers,
        async collect() {
          gauge.reset()
          try {
            for (const { labels = {}, value } of await read()) gauge.set({ ...labels }, value)
          } catch {
            // A gauge without labels would say 0.
            gauge.remove()
            failed.inc()
          }
        },
      })
    },
    histogram: (definition) => new Histogram({ ...definition, registers }),
    measureProcess: () => collectDefaultMetrics({ register: registry }),
    text: () => registry.metrics(),
  }
}
