// Compares complete reports of the platform with the books, and names every difference. It can run again: what is known is not named twice.
import type { Clock } from '../../../adapters/clock.ts'
import type { Db, Tx } from '../../../db/db.ts'
import { transaction } from '../../../db/transaction.ts'
import { type Difference, differencesOf } from './report-rules.ts'
import {
  firstReportedAt,
  listDifferingMovements,
  lockReportToCompare,
  netOfPeriod,
  saveDifferences,
} from './report-store.ts'

type Ports = { db: Db; clock: Clock; logError: (facts: object, sentence: string) => void }

/** The clocks and the moments of both sides differ by less: what the books have in the last minute is looked for in the next report. */
const MARGIN_MS = 60_000
/** Open differences are looked at again: a later report, or a late answer, may explain them. */
const AGAIN_AFTER_MS = 30 * 60_000

/** A balance is compared without the payments of its period where these do not come within a day. */
const MAX_WAIT_MS = 24 * 3_600_000

const around = (at: Date, ms: number) => new Date(at.getTime() + ms)

type Period = { period_from: Date; period_until: Date }

/**
 * Which payments of the books a report of a period must have. Before the first report nothing was reported: payments of its first minute may be
 * among those.
 */
async function windowOf(tx: Tx, { period_from, period_until }: Period): Promise<{ from: Date; until: Date }> {
  const first = await firstReportedAt(tx)
  const isFirst = first === null || first.getTime() >= period_from.getTime()
  return { from: around(period_from, isFirst ? MARGIN_MS : -MARGIN_MS), until: around(period_until, -MARGIN_MS) }
}

async function comparePayments(tx: Tx, report: Period & { id: string }): Promise<Difference[]> {
  return differencesOf(await listDifferingMovements(tx, report.id, await windowOf(tx, report)))
}

async function compareBalance(tx: Tx, report: Period & { amount: number }): Promise<Difference[]> {
  const ours = await netOfPeriod(tx, report, await windowOf(tx, report))
  return ours === report.amount ? [] : [{ end_to_end_id: null, what: 'balance', ours, theirs: report.amount }]
}

/** Compares the reports that are complete; answers how many. */
export async function compareReports(ports: Ports, signal?: AbortSignal): Promise<number> {
  const { db, clock, logError } = ports
  if (signal?.aborted) return 0
  const added = await transaction(db, async (tx) => {
    const now = clock.now()
    const report = await lockReportToCompare(tx, {
      before: around(now, -AGAIN_AFTER_MS),
      waitsSince: around(now, -MAX_WAIT_MS),
    })
    if (!report) return null
    const found = report.kind === 'TRANS' ? await comparePayments(tx, report) : await compareBalance(tx, report)
    return saveDifferences(tx, report.id, found, now)
  })
  if (!added) return 0
  for (const { end_to_end_id, what } of added)
    logError({ end_to_end_id, difference: what }, 'a report of the instant payment platform differs from the books')
  return 1 + (await compareReports(ports, signal))
}
