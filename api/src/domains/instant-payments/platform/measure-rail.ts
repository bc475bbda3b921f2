// The metrics of the rail: one process is enough to read them.
import type { Metrics } from '../../../adapters/metrics.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { Db } from '../../../db/db.ts'
import { getGuarantee } from './guarantee-store.ts'
import { getRailStatus } from './rail-status-store.ts'

const secondsSince = (moment: Date | null, now: Date) =>
  moment === null ? 0 : Math.max(0, (now.getTime() - moment.getTime()) / 1000)

/** Names and meanings stand in docs/operating.md. */
export function measureRail(metrics: Metrics, db: Db, clock: Clock): void {
  const labelNames = ['queue'] as const
  const queues = async () => {
    const now = clock.now()
    const { waiting, oldest_waiting, asking, oldest_asking } = await getRailStatus(db, now)
    return [
      { labels: { queue: 'messages' }, waiting, oldest: secondsSince(oldest_waiting, now) },
      { labels: { queue: 'outcomes' }, waiting: asking, oldest: secondsSince(oldest_asking, now) },
    ]
  }
  metrics.reading(
    {
      name: 'connect_instant_waiting',
      help: 'Messages that wait for the AIP, payments whose outcome is asked for',
      labelNames,
    },
    async () => (await queues()).map(({ labels, waiting }) => ({ labels, value: waiting })),
  )
  metrics.reading(
    { name: 'connect_instant_oldest_seconds', help: 'For how long the first of them has waited', labelNames },
    async () => (await queues()).map(({ labels, oldest }) => ({ labels, value: oldest })),
  )
  metrics.reading(
    {
      name: 'connect_instant_guarantee_francs',
      help: 'What is left of the guarantee, and what was deposited',
      labelNames: ['part'],
    },
    async () => {
      const { amount, used } = await getGuarantee(db)
      return [
        { labels: { part: 'deposited' }, value: amount },
        { labels: { part: 'left' }, value: amount - used },
      ]
    },
  )
  metrics.reading(
    { name: 'connect_instant_guarantee_is_low', help: '1 while less is left than instant_guarantee_warning' },
    async () => [{ value: (await getGuarantee(db)).warned_at === null ? 0 : 1 }],
  )
  metrics.reading(
    { name: 'connect_instant_differences', help: 'Open differences between the reports of the platform and the books' },
    async () => [{ value: (await getRailStatus(db, clock.now())).differences }],
  )
  metrics.reading(
    { name: 'connect_instant_reports_missing', help: 'Reports of the platform that were requested and have not come' },
    async () => [{ value: (await getRailStatus(db, clock.now())).reports_missing }],
  )
}
