// Writes term deposits and credits: their conditions, and the lines calculated from them.
import { businessDayFrom, type Holidays } from 'contract/values/calendar.ts'
import { depositSchedule, type DepositTerms, maturityOf } from 'contract/values/deposit-schedule.ts'
import { effectiveRate, loanSchedule, type LoanTerms } from 'contract/values/loan-schedule.ts'
import type pg from 'pg'
import { insertRows } from './insert-rows.ts'

export const LATE_POINTS = 2

/** The demo bank's rates by term. */
export const DEMO_OFFERS = [
  { term: 3, rate: 3.5, min_amount: 100_000 },
  { term: 6, rate: 4.25, min_amount: 100_000 },
  { term: 12, rate: 5.25, min_amount: 100_000 },
  { term: 24, rate: 5.75, min_amount: 500_000 },
  { term: 36, rate: 6, min_amount: 1_000_000 },
] as const

/** The outcome of a line: its payment date, and its posting where the ledger has one. */
export type Settled = { paid_on: string; posting_id: string | null }

const atEight = (day: string) => `${day}T08:00:00Z`

export type NewCredit = {
  account_id: string
  id: string
  number: string
  type: 'consumer' | 'home' | 'equipment'
  purpose: string | null
  currency?: 'XOF' | 'EUR'
  setup_date: string
  /** Fees before tax, taken at the set-up: part of the TEG. */
  upfront?: number
  terms: LoanTerms
}

/** Writes a credit with its table. `settled`: the paid lines; `again`: the next attempt of unpaid ones. */
export async function insertCredit(
  client: pg.Client | pg.Pool,
  { terms, upfront = 0, currency = 'XOF', ...credit }: NewCredit,
  {
    settled = () => null,
    holidays,
    again,
  }: { settled?: (place: number) => Settled | null; holidays: Holidays; again?: string },
): Promise<void> {
  const lines = loanSchedule(terms)
  const { amount, rate, period, insurance_rate, tax_rate, tax_mode, grace, grace_count } = terms
  const conditions = {
    amount,
    rate,
    period,
    insurance_rate,
    tax_rate,
    tax_mode,
    grace,
    grace_count: grace ? grace_count : 0,
  }
  await insertRows(client, 'credits', [
    { ...credit, ...conditions, currency, teg: effectiveRate(terms, lines, upfront), late_points: LATE_POINTS },
  ])
  await insertRows(
    client,
    'credit_lines',
    lines.map((line) => {
      const paid = settled(line.place)
      const first = businessDayFrom(line.due_date, holidays)
      const run_at = paid ? null : atEight(again && again > first ? again : first)
      return {
        credit_id: credit.id,
        ...line,
        paid_on: paid?.paid_on ?? null,
        posting_id: paid?.posting_id ?? null,
        run_at,
        tries: again && again > first ? 2 : 0,
        late_interest: 0,
      }
    }),
  )
}

export type DepositRequest = {
  account_id: string
  id: string
  number: string
  currency?: 'XOF' | 'EUR'
  is_pledged?: boolean
  status?: 'pending' | 'matured' | 'renewed' | 'broken' | 'closed'
  ended_on?: string | null
  terms: DepositTerms
}

/** Writes a term deposit with its interest payments. An ended one has no further payments. */
export async function insertDeposit(
  client: pg.Client | pg.Pool,
  { terms, status = 'pending', ended_on = null, is_pledged = false, currency = 'XOF', ...deposit }: DepositRequest,
  { settled = () => null, holidays }: { settled?: (place: number) => Settled | null; holidays: Holidays },
): Promise<void> {
  await insertRows(client, 'deposits', [
    { ...deposit, ...terms, status, ended_on, is_pledged, currency, maturity_date: maturityOf(terms) },
  ])
  await insertRows(
    client,
    'deposit_payments',
    depositSchedule(terms).map(({ place, from, to, gross, withholding }) => {
      const paid = settled(place)
      return {
        deposit_id: deposit.id,
        place,
        from_date: from,
        to_date: to,
        gross,
        withholding,
        run_at: paid || status !== 'pending' ? null : atEight(businessDayFrom(to, holidays)),
        paid_on: paid?.paid_on ?? null,
        posting_id: paid?.posting_id ?? null,
      }
    }),
  )
}
