// Collects the metrics of a process in the text format of Prometheus. Names of metrics and labels are constants of the
// code, never values of customers.

export type Labels = Readonly<Record<string, string | number>>
export type Sample = { labels?: Labels; value: number }

export type Metrics = {
  /** A counter: its value only increases. */
  counter: (name: string, help: string) => { add: (labels?: Labels, by?: number) => void }
  /** A gauge: it is set when its value changes. */
  gauge: (name: string, help: string) => { set: (value: number, labels?: Labels) => void }
  /** A gauge that is read when the metrics are scraped. */
  reading: (name: string, help: string, read: () => readonly Sample[] | Promise<readonly Sample[]>) => void
  /** A histogram of durations: `bounds` in seconds, ascending. */
  histogram: (
    name: string,
    help: string,
    bounds: readonly number[],
  ) => { observe: (seconds: number, labels?: Labels) => void }
  /** Returns all metrics as text. A reading that fails is omitted, and counted in connect_readings_failed_total. */
  text: () => Promise<string>
}

const escaped = (value: string | number) =>
  String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
const keyOf = (labels: Labels) =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')
const line = (name: string, key: string, value: number) => `${name}${key === '' ? '' : `{${key}}`} ${value}`

type Family = { name: string; head: string; lines: () => Promise<string[]> | string[] }

export function createMetrics(): Metrics {
  const families: Family[] = []
  let failed = 0
  function add(type: 'counter' | 'gauge' | 'histogram', name: string, help: string, lines: Family['lines']): void {
    families.push({ name, head: `# HELP ${name} ${help}\n# TYPE ${name} ${type}`, lines })
  }
  function values(type: 'counter' | 'gauge', name: string, help: string) {
    const known = new Map<string, number>()
    add(type, name, help, () => [...known].map(([key, value]) => line(name, key, value)))
    return known
  }
  add('counter', 'connect_readings_failed_total', 'Figures that could not be read', () => [
    line('connect_readings_failed_total', '', failed),
  ])

  return {
    counter(name, help) {
      const known = values('counter', name, help)
      return {
        add(labels = {}, by = 1) {
          const key = keyOf(labels)
          known.set(key, (known.get(key) ?? 0) + by)
        },
      }
    },
    gauge(name, help) {
      const known = values('gauge', name, help)
      return { set: (value, labels = {}) => void known.set(keyOf(labels), value) }
    },
    reading(name, help, read) {
      add('gauge', name, help, async () =>
        (await read()).map(({ labels = {}, value }) => line(name, keyOf(labels), value)),
      )
    },
    histogram(name, help, bounds) {
      const known = new Map<string, { counts: number[]; sum: number; count: number }>()
      add('histogram', name, help, () =>
        [...known].flatMap(([key, { counts, sum, count }]) => {
          const before = key === '' ? '' : `${key},`
          return [
            ...bounds.map((bound, index) => line(`${name}_bucket`, `${before}le="${bound}"`, counts[index] ?? 0)),
            line(`${name}_bucket`, `${before}le="+Inf"`, count),
            line(`${name}_sum`, key, sum),
            line(`${name}_count`, key, count),
          ]
        }),
      )
      return {
        observe(seconds, labels = {}) {
          const key = keyOf(labels)
          const seen = known.get(key) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 }
          known.set(key, seen)
          bounds.forEach((bound, index) => {
            if (seconds <= bound) seen.counts[index] = (seen.counts[index] ?? 0) + 1
          })
          seen.sum += seconds
          seen.count += 1
        },
      }
    },
    async text() {
      // Registered first: it counts failures of the other readings.
      const written = await Promise.all(
        families.slice(1).map(async ({ head, lines }) => {
          try {
            return [head, ...(await lines())]
          } catch {
            failed += 1
            return []
          }
        }),
      )
      const [first] = families
      return `${[first?.head, ...((await first?.lines()) ?? []), ...written.flat()].join('\n')}\n`
    },
  }
}
