// Calculates when the e-mail of an alert is sent: at once, in the daily summary, or after the quiet hours. Dakar keeps UTC all year.
import type { AlertTiming } from 'contract/access/alerts.ts'

export const DIGEST_HOUR = 8
const HOUR_MS = 3_600_000

const isQuiet = (hour: number, { from, to }: { from: number; to: number }) =>
  from < to ? hour >= from && hour < to : hour >= from || hour < to

/** The first time at which an event may be e-mailed: at once, or the next full hour that the user allows. */
export function mailTimeOf(at: Date, { is_daily, quiet }: AlertTiming): Date {
  const isAllowed = (moment: Date) => {
    const hour = moment.getUTCHours()
    // Where the quiet hours cover eight o'clock, the daily e-mail is sent at their end.
    if (quiet && isQuiet(hour, quiet)) return false
    return !is_daily || hour === (quiet && isQuiet(DIGEST_HOUR, quiet) ? quiet.to : DIGEST_HOUR)
  }
  if (!is_daily && isAllowed(at)) return at
  const next = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS)
  while (!isAllowed(next)) next.setTime(next.getTime() + HOUR_MS)
  return next
}
