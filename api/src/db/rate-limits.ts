// Limits the rate of requests by subject: each request beyond the free ones doubles the wait, until there were none for a while.
import type { Sql } from './db.ts'

export type RateLimit = {
  /** The number of requests without a wait. */
  free: number
  /** The wait after the next request; it doubles with each further one. */
  first_seconds: number
  most_seconds: number
  /** After this time without a request the count restarts. */
  quiet_seconds: number
}

/**
 * Counts a request of a subject (`forgot:10000001`). Returns null, or the end of its wait: then the request was not
 * counted.
 */
export async function countRequest(db: Sql, subject: string, rate: RateLimit, now: Date): Promise<Date | null> {
  const countedSince = new Date(now.getTime() - rate.quiet_seconds * 1000)
  const [counted] = await db<{ times: number }>`
    INSERT INTO request_limits AS l (subject, times, last_at, next_at)
    -- A free request leaves no wait at all, not one until now: a clock that steps back, or another server's, may be before now.
    VALUES (${subject}, 1, ${now},
            CASE WHEN ${rate.free}::integer > 0 THEN '-infinity' ELSE ${now}::timestamptz + make_interval(secs => ${rate.first_seconds}::float8) END)
    ON CONFLICT (subject) DO UPDATE SET
      times = CASE WHEN l.last_at < ${countedSince} THEN 1 ELSE l.times + 1 END,
      last_at = ${now},
      next_at = CASE
        WHEN (CASE WHEN l.last_at < ${countedSince} THEN 1 ELSE l.times + 1 END) <= ${rate.free} THEN '-infinity'
        ELSE ${now}::timestamptz + make_interval(secs => least(${rate.most_seconds}::float8,
                   ${rate.first_seconds}::float8 * power(2, least(20, (CASE WHEN l.last_at < ${countedSince} THEN 0 ELSE l.times END) - ${rate.free}))))
        END
      WHERE l.next_at <= ${now}
    RETURNING times`
  return counted ? null : findWait(db, subject, now)
}

/** Takes back the last counted request of a subject, which turned out to need no limit. */
export async function uncountRequest(db: Sql, subject: string): Promise<void> {
  await db`UPDATE request_limits SET times = times - 1 WHERE subject = ${subject} AND times > 0`
}

/** The end of the wait of a subject, or null. */
export async function findWait(db: Sql, subject: string, now: Date): Promise<Date | null> {
  const [row] = await db<{
    next_at: Date
  }>`SELECT next_at FROM request_limits WHERE subject = ${subject} AND next_at > ${now}`
  return row?.next_at ?? null
}

/** Whole minutes until then, at least one: for the sentence of the refusal. */
export const minutesUntil = (then: Date, now: Date) => Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 60_000))
