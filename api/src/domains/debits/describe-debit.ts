import type { Debit } from 'contract/products/debits.ts'
import { PER_PAGE } from 'contract/endpoint.ts'
import { addDays, type Holidays } from 'contract/values/calendar.ts'
import type { Identity } from 'contract/values/identity.ts'
import type { Db, Sql } from '../../db/db.ts'
import type { Clock } from '../../adapters/clock.ts'
import { claimedUntil, refundedUntil, refusedUntil } from './debit-rules.ts'
import { listHolidaysFrom } from '../bank/holiday-store.ts'
import { readKnownNames } from '../counterparties/known-names.ts'
import type { Movement } from '../counterparties/wording-rules.ts'
import { Refusal } from '../../refusal.ts'
import { type DebitFilter, findDebit, getRefundDays, listDebitsOf, type StoredDebit } from './debit-store.ts'

// A due date and the business day before it may be separated by a weekend and holidays.
const DAYS_BEFORE = 15

export const holidaysAround = (db: Parameters<typeof listHolidaysFrom>[0], day: string) =>
  listHolidaysFrom(db, addDays(day, -DAYS_BEFORE))

type DebitCalendar = { holidays: Holidays; refundDays: number }

/** The holidays around a due date, and for how long a refund is possible. */
export async function readDebitCalendar(db: Sql, day: string): Promise<DebitCalendar> {
  return { holidays: await holidaysAround(db, day), refundDays: await getRefundDays(db) }
}

export type Identify = (movement: Movement) => Identity

/** The names that the customer of an account gives to creditors. */
export async function readCreditorNames(db: Sql, accountId: string): Promise<Identify> {
  const { identify } = await readKnownNames(db, [accountId])
  return (movement) => identify(accountId, movement)
}

/** A collection with the actions that are still possible at a moment. */
export function describeDebit(
  debit: StoredDebit,
  identify: Identify,
  { holidays, refundDays, now }: DebitCalendar & { now: Date },
): Debit {
  const today = now.toISOString().slice(0, 10)
  const until = refusedUntil(debit.due_date, holidays)
  const { scheme, settled_on, claimed_at } = debit
  const executedOn = debit.status === 'executed' ? settled_on : null
  const openUntil = (day: string | null) => (day !== null && today <= day ? day : null)
  return {
    id: debit.id,
    creditor_name: debit.creditor_name,
    creditor_id: debit.creditor_id,
    umr: debit.umr,
    scheme,
    sequence: debit.sequence,
    amount: debit.amount,
    currency: debit.currency,
    due_date: debit.due_date,
    label: debit.label,
    identity: identify({ type: 'direct_debit', label: debit.label, counterparty: debit.creditor_name }),
    reference: debit.reference,
    status: debit.status,
    reason: debit.reason,
    settled_on,
    claimed_at,
    claim_answered_at: debit.claim_answered_at,
    claim_refusal: debit.claim_refusal,
    refuse_until: debit.status === 'announced' && now < until ? until.getTime() / 1000 : null,
    refund_until: executedOn && openUntil(refundedUntil(scheme, executedOn, refundDays)),
    claim_until: executedOn && claimed_at === null ? openUntil(claimedUntil(executedOn)) : null,
  }
}

export async function getDebit({ db, clock }: { db: Db; clock: Clock }, accountId: string, id: string): Promise<Debit> {
  const debit = await findDebit(db, accountId, id)
  if (!debit) throw new Refusal('not_found')
  const [calendar, identify] = await Promise.all([
    readDebitCalendar(db, debit.due_date),
    readCreditorNames(db, accountId),
  ])
  return describeDebit(debit, identify, { ...calendar, now: clock.now() })
}

export async function listDebits(
  { db, clock }: { db: Db; clock: Clock },
  accountId: string,
  filter: DebitFilter,
  page: number,
) {
  const now = clock.now()
  const { items, total, sum } = await listDebitsOf(db, accountId, filter, { page, per_page: PER_PAGE })
  const oldest = items.reduce(
    (first, { due_date }) => (due_date < first ? due_date : first),
    now.toISOString().slice(0, 10),
  )
  const [calendar, identify] = await Promise.all([readDebitCalendar(db, oldest), readCreditorNames(db, accountId)])
  return { items: items.map((debit) => describeDebit(debit, identify, { ...calendar, now })), total, sum }
}
