import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('writes counters, gauges and histograms in the Prometheus text format', async () => {
  const metrics = createMetrics()
  const calls = metrics.counter('calls_total', 'Calls')
  calls.add({ route: '/a', status: 200 })
  calls.add({ route: '/a', status: 200 }, 2)
  calls.add({ route: 'say "no"\\\n' })
  metrics.gauge('open', 'Open').set(3)
  const took = metrics.histogram('took_seconds', 'Took', [0.1, 1])
  for (const seconds of [0.05, 0.1, 0.5, 4]) took.observe(seconds, { route: '/a' })
  expect(await metrics.text()).toBe(
    [
      '# HELP connect_readings_failed_total Figures that could not be read',
      '# TYPE connect_readings_failed_total counter',
      'connect_readings_failed_total 0',
      '# HELP calls_total Calls',
      '# TYPE calls_total counter',
      'calls_total{route="/a",status="200"} 3',
      String.raw`calls_total{route="say \"no\"\\\n"} 1`,
      '# HELP open Open',
      '# TYPE open gauge',
      'open 3',
      '# HELP took_seconds Took',
      '# TYPE took_seconds histogram',
      'took_seconds_bucket{route="/a",le="0.1"} 2',
      'took_seconds_bucket{route="/a",le="1"} 3',
      'took_seconds_bucket{route="/a",le="+Inf"} 4',
      'took_seconds_sum{route="/a"} 4.65',
      'took_seconds_count{route="/a"} 4',
      '',
    ].join('\n'),
  )
})

it('writes the other metrics when a reading fails, and counts the failed reading', async () => {
  const metrics = createMetrics()
  metrics.reading('lost', 'Lost', () => Promise.reject(new Error('no database')))
  metrics.reading('found', 'Found', () => [{ value: 1 }])
  const text = await metrics.text()
  expect(text).toContain('found 1')
  expect(text).not.toContain('lost')
  expect(text).toContain('connect_readings_failed_total 1')
})
