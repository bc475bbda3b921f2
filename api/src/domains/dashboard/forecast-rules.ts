// Forecasts the balance from scheduled movements.
import type { Outlook } from 'contract/dashboard.ts'
import { addDays, dueDatesFrom, type Holidays, type Periodicity } from 'contract/values/calendar.ts'

type Forecast = NonNullable<Outlook['forecast']>
type Cause = Omit<Forecast['causes'][number], 'identity' | 'account_number'> & {
  account_id: string
  line_count?: number
}

/** An order that waits for signatures or for its day. Amounts in minor units. */
export type Scheduled = {
  account_id: string
  /** Null for a top-up of a card. */
  transfer_id: string | null
  name: string
  label: string
  /** With fees and tax. */
  amount: number
  /** Its day; of a series the next one, as the bank has planned it. */
  execution_date: string
  /** The first day on which it can leave: after the cut-off of its network a later one. Today where it is not given. */
  earliest?: string
  /** The last day on which it can run: an expired card is not topped up. */
  latest?: string
  /** The days on which a series does not run, where they are not only the bank's own holidays. */
  closed?: Holidays
  series: { start_date: string; end_date: string | null; periodicity: Periodicity; next_occurrence: number } | null
}
/** An announced operation: signed, credits above zero. */
export type Announced = {
  account_id: string
  name: string
  label: string
  amount: number
  expected_on: string
  /** Of a batch, whose name is that of its file: the lines of this day. */
  line_count?: number
}

type Look = { days: number; holidays: Holidays }

/** The days on which an order moves money until `until`; a late order or one that waits for a signature counts as soon as it can leave. */
function daysOf(
  { execution_date, earliest, latest, closed, series }: Scheduled,
  today: string,
  until: string,
  { days: max, holidays }: Look,
): string[] {
  // A weekly series has no more occurrences than this in the forecast period, after the next one.
  const later = series ? dueDatesFrom(series, series.next_occurrence + 1, Math.ceil(max / 7), closed ?? holidays) : []
  const days = [execution_date, ...later.map(({ due }) => due)]
  const first = earliest ?? today
  const last = latest !== undefined && latest < until ? latest : until
  return days.map((day) => (day <= today ? first : day)).filter((day) => day <= last)
}

/**
 * The balance at the end of today and of each of the next days, and every movement that changes it, in order.
 * `balance` is the booked balance now, `overdraft` the authorised one; only ordered or announced movements are included, no estimates.
 */
export function forecastOf(
  {
    balance,
    overdraft,
    scheduled,
    announced,
  }: { balance: number; overdraft: number; scheduled: readonly Scheduled[]; announced: readonly Announced[] },
  { today, days, holidays }: { today: string; days: number; holidays: Holidays },
): { days: Forecast['days']; causes: Cause[] } {
  const until = addDays(today, days)
  const causes = [
    ...scheduled.flatMap((order) =>
      daysOf(order, today, until, { days, holidays }).map((date) => ({
        account_id: order.account_id,
        transfer_id: order.transfer_id,
        date,
        amount: -order.amount,
        name: order.name,
        label: order.label,
      })),
    ),
    ...announced
      .filter(({ expected_on }) => expected_on <= until)
      .map(({ expected_on, ...cause }) => ({
        ...cause,
        transfer_id: null,
        date: expected_on < today ? today : expected_on,
      })),
  ].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.amount - b.amount))
  let reached = balance
  const covered = causes.map((cause) => {
    reached += cause.amount
    return { ...cause, is_covered: cause.amount < 0 ? reached >= -overdraft : null, reached }
  })
  const balances = Array.from({ length: days + 1 }, (_, index) => {
    const date = addDays(today, index)
    return { date, balance: covered.findLast((cause) => cause.date <= date)?.reached ?? balance }
  })
  return { days: balances, causes: covered.map(({ reached: _reached, ...cause }) => cause) }
}
