// Collects the metrics of a process for Prometheus. Names of metrics and labels are constants of the code: no value of a
// customer ever becomes one.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Labels = Readonly<Record<string, string | number>>
export type Sample = { labels?: Labels; value: number }

type Definition<Name extends string> = { name: string; help: string; labelNames?: readonly Name[] }

export type Metrics = {
  /** A value that only increases. */
  counter: <Name extends string>(definition: Definition<Name>) => Counter<Name>
  /** A value that rises and falls, set when it changes. */
  gauge: <Name extends string>(definition: Definition<Name>) => Gauge<Name>
  /** A gauge whose values are read when the metrics are scraped. */
  reading: <Name extends string>(
    definition: Definition<Name>,
    read: () => readonly Sample[] | Promise<readonly Sample[]>,
  ) => void
  /** The distribution of durations: `buckets` are their upper bounds in seconds, in ascending order. */
  histogram: <Name extends string>(definition: Definition<Name> & { buckets: number[] }) => Histogram<Name>
  /** Processor time, memory, garbage collection and event loop of this process, under the default names of prom-client. */
  measureProcess: () => void
  /** All metrics in the text format of Prometheus. A reading that fails has no value, and counts in connect_readings_failed_total. */
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
            // After a reset, a gauge without labels would report 0.
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
