// Which reports of the platform are requested, and where a report and the books do not agree.

export type ReportKind = 'TRANS' | 'COMP' | 'FACT'

const DAY_MS = 86_400_000
/** After midnight the platform closes its period, and nobody waits. */
const CALM_MS = 30 * 60_000
/** After an outage the reports of this many days are requested, not more. */
const MAX_DAYS = 31

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The days whose payments and balance are due and not requested yet, up to yesterday; `last` is the last requested one. */
export function dueDays(now: Date, last: string | null): string[] {
  const yesterday = Date.parse(dayOf(now.getTime() - CALM_MS)) - DAY_MS
  const first = last === null ? yesterday : Math.max(Date.parse(last) + DAY_MS, yesterday - (MAX_DAYS - 1) * DAY_MS)
  const count = Math.max(0, Math.round((yesterday - first) / DAY_MS) + 1)
  return Array.from({ length: count }, (_, index) => dayOf(first + index * DAY_MS))
}

/** The first day of the month before: its invoice is due. */
export function invoiceMonth(now: Date): string {
  const calm = new Date(now.getTime() - CALM_MS)
  return dayOf(Date.UTC(calm.getUTCFullYear(), calm.getUTCMonth() - 1))
}

/** The identifier of a report of payments that a notice of the platform announces; null in other notices. */
export const announcedReport = (description: string): string | null =>
  /\bRECO[A-Z]{3}\d{3}[A-Za-z0-9]{0,25}\b/.exec(description)?.[0] ?? null

/** The amounts of a payment in one direction, in francs: what was received is positive. Null where one side has none. */
export type Movement = { end_to_end_id: string; ours: number | null; theirs: number | null }

export type DifferenceKind = 'missing_there' | 'missing_here' | 'amount' | 'direction' | 'balance'
export type Difference = {
  end_to_end_id: string | null
  what: DifferenceKind
  ours: number | null
  theirs: number | null
}

/** Names what differs. A payment that one side has in the other direction is one difference, not two. */
export function differencesOf(movements: readonly Movement[]): Difference[] {
  const differing = movements.filter(({ ours, theirs }) => ours !== theirs)
  const reversed = new Map(
    differing.flatMap(({ end_to_end_id, ours, theirs }) =>
      ours === null && theirs !== null ? [[`${end_to_end_id} ${-theirs}`, theirs] as const] : [],
    ),
  )
  const turned = new Set<string>()
  const found = differing.flatMap(({ end_to_end_id, ours, theirs }): Difference[] => {
    if (ours === null) return []
    if (theirs !== null) return [{ end_to_end_id, what: 'amount', ours, theirs }]
    const other = reversed.get(`${end_to_end_id} ${ours}`)
    if (other === undefined) return [{ end_to_end_id, what: 'missing_there', ours, theirs }]
    turned.add(`${end_to_end_id} ${other}`)
    return [{ end_to_end_id, what: 'direction', ours, theirs: other }]
  })
  const unknown = differing.flatMap(({ end_to_end_id, ours, theirs }): Difference[] =>
    ours === null && !turned.has(`${end_to_end_id} ${theirs}`)
      ? [{ end_to_end_id, what: 'missing_here', ours, theirs }]
      : [],
  )
  return [...found, ...unknown]
}
