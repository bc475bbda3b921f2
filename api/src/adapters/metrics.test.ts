import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('writes counters, gauges, histograms and readings in the text format of Prometheus', async () => {
  const metrics = createMetrics()
  const calls = metrics.counter({ name: 'calls_total', help: 'Calls', labelNames: ['route', 'status'] })
  calls.inc({ route: '/a', status: 200 })
  calls.inc({ route: '/a', status: 200 }, 2)
  metrics.gauge({ name: 'open', help: 'Open' }).set(3)
  const took = metrics.histogram({ name: 'took_seconds', help: 'Took', labelNames: ['route'], buckets: [0.1, 1] })
  for (const seconds of [0.05, 0.1, 0.5, 4]) took.observe({ route: '/a' }, seconds)
  const queues = new Map([['mails', 4]])
  metrics.reading({ name: 'waiting', help: 'Waiting', labelNames: ['queue'] }, () =>
    [...queues].map(([queue, value]) => ({ labels: { queue }, value })),
  )
  const lines = async () => (await metrics.text()).split('\n')
  expect(await lines()).toEqual(
    expect.arrayContaining([
      '# HELP calls_total Calls',
      '# TYPE calls_total counter',
      'calls_total{route="/a",status="200"} 3',
      'open 3',
      'took_seconds_bucket{le="0.1",route="/a"} 2',
      'took_seconds_bucket{le="1",route="/a"} 3',
      'took_seconds_bucket{le="+Inf",route="/a"} 4',
      'took_seconds_sum{route="/a"} 4.65',
      'took_seconds_count{route="/a"} 4',
      'waiting{queue="mails"} 4',
    ]),
  )
  // A queue that is gone is not reported with its last length.
  queues.clear()
  expect((await lines()).filter((line) => line.startsWith('waiting{'))).toEqual([])
})

it('writes the other metrics when a reading fails, and counts the failed reading', async () => {
  const metrics = createMetrics()
  metrics.reading({ name: 'lost', help: 'Lost' }, () => Promise.reject(new Error('no database')))
  metrics.reading({ name: 'found', help: 'Found' }, () => [{ value: 1 }])
  await metrics.text()
  const text = await metrics.text()
  expect(text).toContain('found 1\n')
  expect(text).not.toMatch(/^lost /m)
  expect(text).toMatch(/connect_readings_failed_total [1-9]/)
})
