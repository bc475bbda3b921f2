// Reads the state of the rail, for operators and their monitoring.
import type { Db } from '../../../db/db.ts'

export type RailStatus = {
  /** When the AIP last took a message of ours, among the last thousand messages: the proof of availability leaves every five minutes. */
  last_taken_at: Date | null
  waiting: number
  oldest_waiting: Date | null
  /** Messages that the AIP refused for good within the last seven days. */
  refused: number
  /** Payments whose outcome is being asked for, and since when the first of them is. */
  asking: number
  oldest_asking: Date | null
  differences: number
  /** Reports that were requested and have not come. */
  reports_missing: number
}

export async function getRailStatus(db: Db, now: Date): Promise<RailStatus> {
  const [row] = await db<RailStatus>`
    SELECT (SELECT max(m.sent_at) FROM (SELECT sent_at FROM aip_messages ORDER BY id DESC LIMIT 1000) m) AS last_taken_at,
           waiting.count AS waiting, waiting.oldest AS oldest_waiting,
           (SELECT count(*) FROM aip_messages WHERE state = 'refused' AND created_at > ${now}::timestamptz - interval '7 days') AS refused,
           asking.count AS asking, asking.oldest AS oldest_asking,
           (SELECT count(*) FROM instant_differences WHERE resolved_at IS NULL) AS differences,
           (SELECT count(*) FROM instant_report_requests WHERE received_at IS NULL) AS reports_missing
      FROM (SELECT count(*) AS count, min(created_at) AS oldest FROM aip_messages WHERE state = 'queued') waiting,
           (SELECT count(*) AS count, min(sent_at) AS oldest FROM instant_payments WHERE ask_at IS NOT NULL AND questions > 0) asking`
  if (!row) throw new Error('the status could not be read')
  return row
}

/** How many participants are in each state. */
export const countParticipants = (db: Db) => db<{ state: string; count: number }>`
  SELECT state, count(*) AS count FROM instant_participants GROUP BY state ORDER BY state`
