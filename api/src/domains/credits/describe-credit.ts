import {
  type CreditDetail,
  type CreditLine,
  type CreditTotals,
  EARLY_DAYS,
  type EarlyRepayment,
} from 'contract/products/credits.ts'
import { addDays } from 'contract/values/calendar.ts'
import type { Db } from '../../db/db.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { listHolidaysFrom } from '../bank/holiday-store.ts'
import { listCreditsOf, listLines, type StoredCredit } from './credit-store.ts'
import { earlyRepayment, lateInterest } from './instalment-rules.ts'

type Ports = { db: Db; clock: Clock }

const toView = ({ late_points: _points, early_fee_rate: _fee, ...credit }: StoredCredit) => credit

/** The credits of an account and their sums. */
export async function listCredits({ db, clock }: Ports, accountId: string) {
  const credits = (await listCreditsOf(db, accountId, businessDate(clock))).map(toView)
  const totals: CreditTotals = { outstanding: 0, unpaid: 0, next_due_date: null, next_due: 0 }
  for (const { outstanding, total_unpaid, next_due_date } of credits) {
    totals.outstanding += outstanding
    totals.unpaid += total_unpaid
    if (next_due_date && (!totals.next_due_date || next_due_date < totals.next_due_date))
      totals.next_due_date = next_due_date
  }
  totals.next_due = credits.reduce(
    (sum, { next_due_date, due_amount }) => sum + (next_due_date === totals.next_due_date ? (due_amount ?? 0) : 0),
    0,
  )
  return { credits, totals }
}

/** A credit of the account with the state of its lines today; late interest is calculated until `late_on`. Throws `not_found`. */
export async function readSchedule(
  { db, clock }: Ports,
  accountId: string,
  id: string,
  late_on?: string,
): Promise<{ credit: StoredCredit; lines: CreditLine[] }> {
  const today = businessDate(clock)
  const [credit] = await listCreditsOf(db, accountId, today, id)
  if (!credit) throw new Refusal('not_found')
  const lines = await listLines(db, id)
  const firstUnpaid = lines.find(({ paid_on }) => paid_on === null)?.due_date ?? today
  const holidays = await listHolidaysFrom(db, firstUnpaid < today ? firstUnpaid : today)
  return {
    credit,
    lines: lines.map(({ tries, ...line }) => {
      if (line.paid_on !== null) return { ...line, state: 'paid' }
      if (line.due_date >= today) return { ...line, state: 'due' }
      const late = lateInterest(credit, { ...line, tries }, late_on ?? today, holidays)
      return { ...line, state: 'unpaid', late_interest: late.interest + late.tax }
    }),
  }
}

export async function getCredit(ports: Ports, accountId: string, id: string): Promise<CreditDetail> {
  const { credit, lines } = await readSchedule(ports, accountId, id)
  const next = lines.find(({ state }) => state === 'due')
  const years = Map.groupBy(lines, ({ due_date }) => Number(due_date.slice(0, 4)))
  return {
    ...toView(credit),
    next: next ? { principal: next.principal, interest: next.interest, fees: next.fees, taxes: next.taxes } : null,
    late_interest: lines.reduce((sum, { state, late_interest }) => (state === 'unpaid' ? sum + late_interest : sum), 0),
    years: [...years].map(([year, some]) => ({
      year,
      principal: some.reduce((sum, { principal }) => sum + principal, 0),
      cost: some.reduce((sum, { interest, taxes, fees }) => sum + interest + taxes + fees, 0),
    })),
  }
}

/** The cost of repaying a whole credit on a day. Throws `not_found`, `credit_closed`, `day_out_of_reach`. */
export async function simulateRepayment(
  ports: Ports,
  accountId: string,
  id: string,
  requestedDay: string | undefined,
): Promise<EarlyRepayment> {
  const today = businessDate(ports.clock)
  const day = requestedDay ?? today
  if (day < today || day > addDays(today, EARLY_DAYS)) throw new Refusal('day_out_of_reach', { days: EARLY_DAYS })
  const { credit, lines } = await readSchedule(ports, accountId, id, day)
  if (credit.status === 'closed') throw new Refusal('credit_closed')
  return earlyRepayment(credit, lines, day)
}
