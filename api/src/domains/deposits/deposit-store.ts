import type { DepositDetail, DepositOffer, DepositPayment } from 'contract/products/deposits.ts'
import type { BreakRules, DepositLine, DepositTerms } from 'contract/values/deposit-schedule.ts'
import { columnsOf, recordsetOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import {
  dueDeposits,
  duePayments,
  newDeposits,
  newPayments,
  newRequests,
  noticedDeposits,
  offers,
  openRequests,
  readDeposits,
  readPayments,
  requestedDeposits,
  waitingRequests,
} from './deposit-columns.ts'

export type StoredDeposit = RowOf<typeof readDeposits> & {
  total_gross: number
  paid_gross: number
  paid_net: number
  last_payment_date: string | null
}

/** The deposits of an account, those in progress first; or the one with an id. */
export function listDepositsOf(db: Sql, accountId: string, id: string | null = null): Promise<StoredDeposit[]> {
  return db<StoredDeposit>`
    SELECT ${columnsOf(readDeposits, 'd')}, s.total_gross, s.paid_gross, s.paid_net, s.last_payment_date
      FROM deposits d
     CROSS JOIN LATERAL (
           SELECT coalesce(sum(p.gross), 0)::bigint AS total_gross,
                  coalesce(sum(p.gross) FILTER (WHERE p.paid_on IS NOT NULL), 0)::bigint AS paid_gross,
                  coalesce(sum(p.gross - p.withholding) FILTER (WHERE p.paid_on IS NOT NULL), 0)::bigint AS paid_net,
                  max(p.to_date) FILTER (WHERE p.paid_on IS NOT NULL) AS last_payment_date
             FROM deposit_payments p WHERE p.deposit_id = d.id) s
     WHERE d.account_id = ${accountId} AND (${id}::uuid IS NULL OR d.id = ${id})
     ORDER BY (d.status <> 'pending'), d.value_date DESC, d.id`
}

type PaymentRow = RowOf<typeof readPayments> & { days: number; net: number }

export async function listPayments(db: Sql, depositId: string): Promise<DepositPayment[]> {
  const rows = await db<PaymentRow>`
    SELECT ${columnsOf(readPayments)}, to_date - from_date AS days, gross - withholding AS net
      FROM deposit_payments WHERE deposit_id = ${depositId} ORDER BY place`
  return rows.map(({ from_date: from, to_date: to, ...payment }) => ({ ...payment, from, to }))
}

export type Holder = { holder: string; iban: string; ended_on: string | null }

/** The holder of a deposit of the account, and its end date. */
export async function getHolder(db: Sql, accountId: string, id: string): Promise<Holder> {
  const [row] = await db<Holder>`
    SELECT c.name AS holder, a.iban, d.ended_on
      FROM deposits d
      JOIN accounts a ON a.id = d.account_id
      JOIN customers c ON c.id = a.customer_id
     WHERE d.account_id = ${accountId} AND d.id = ${id}`
  if (!row) throw new Error(`the account ${accountId} has no deposit ${id}`)
  return row
}

export type CreditedPayment = RowOf<typeof noticedDeposits> &
  Pick<DepositPayment, 'from' | 'to' | 'days' | 'gross' | 'withholding'> &
  Pick<Holder, 'holder' | 'iban'> & {
    paid_on: string
    returned: number
    /** Its entries may be archived with their year. */
    is_archived: boolean
  }

/**
 * A credited payment: its amounts are those of its entries on the account, or of its line where it was paid before the bank's
 * ledger began, or paid nothing. Null where it does not exist or is still to come.
 */
export async function findCreditedPayment(
  db: Sql,
  accountId: string,
  id: string,
  place: number,
): Promise<CreditedPayment | null> {
  const [row] = await db<CreditedPayment>`
    SELECT ${columnsOf(noticedDeposits, 'd')},
           c.name AS holder, a.iban, p.from_date AS "from", p.to_date AS "to", p.to_date - p.from_date AS days, p.paid_on,
           p.posting_id IS NOT NULL AND p.paid_on < coalesce((SELECT max(before) FROM archived_years), '-infinity') AS is_archived,
           CASE WHEN p.posting_id IS NULL THEN p.gross ELSE booked.gross END AS gross,
           CASE WHEN p.posting_id IS NULL THEN p.withholding ELSE booked.withholding END AS withholding,
           CASE WHEN p.posting_id IS NOT NULL THEN booked.returned
                WHEN p.to_date = d.maturity_date AND d.status <> 'renewed' THEN d.principal ELSE 0 END AS returned
      FROM deposits d
      JOIN deposit_payments p ON p.deposit_id = d.id
      JOIN accounts a ON a.id = d.account_id
      JOIN customers c ON c.id = a.customer_id
     CROSS JOIN LATERAL (
           SELECT coalesce(sum(e.amount) FILTER (WHERE e.type = 'interest'), 0)::bigint AS gross,
                  coalesce(-sum(e.amount) FILTER (WHERE e.type = 'tax'), 0)::bigint AS withholding,
                  coalesce(sum(e.amount) FILTER (WHERE e.type = 'other'), 0)::bigint AS returned
             FROM ledger_entries e
            WHERE e.account_id = d.account_id AND e.booking_date = p.paid_on AND e.seq IS NOT NULL AND e.posting_id = p.posting_id) booked
     WHERE d.account_id = ${accountId} AND d.id = ${id} AND p.place = ${place} AND p.paid_on IS NOT NULL`
  return row ?? null
}

export const listOffers = (db: Sql): Promise<DepositOffer[]> =>
  db<RowOf<typeof offers>>`SELECT ${columnsOf(offers)} FROM deposit_offers ORDER BY term`

/** The bank's reason, where its last answer about the deposit was a refusal. */
export async function findRefusal(db: Sql, depositId: string) {
  const [last] = await db<Pick<Input, 'kind'> & { answered_at: Date; reason: string | null }>`
    SELECT kind, answered_at, refusal AS reason FROM deposit_requests
     WHERE deposit_id = ${depositId} AND answered_at IS NOT NULL ORDER BY answered_at DESC, id DESC LIMIT 1`
  return last && last.reason !== null ? { ...last, reason: last.reason } : null
}

export type Renewal = { deposit_id: string; rate: number; adds_interest: boolean }

/** The renewals that the bank has accepted for these deposits at maturity. */
export const listRenewals = (db: Sql, depositIds: readonly string[]) =>
  db<Renewal>`
    SELECT deposit_id, renewal_rate AS rate, adds_interest FROM deposit_requests
     WHERE deposit_id = ANY (${depositIds}::uuid[]) AND kind = 'renew' AND answer = 'accepted'`

/** The deposit that renews this one, and the one that this one renews. */
export async function findFamily(db: Sql, id: string): Promise<Pick<DepositDetail, 'renews' | 'renewed_by'>> {
  const rows = await db<{ id: string; number: string; is_next: boolean }>`
    SELECT id, number, true AS is_next FROM deposits WHERE renews = ${id}
     UNION ALL
    SELECT b.id, b.number, false FROM deposits d JOIN deposits b ON b.id = d.renews WHERE d.id = ${id}`
  const pick = (isNext: boolean) =>
    rows.filter(({ is_next }) => is_next === isNext).map(({ id, number }) => ({ id, number }))[0] ?? null
  return { renewed_by: pick(true), renews: pick(false) }
}

export type Input = RowOf<typeof openRequests>

export async function findRequest(db: Sql, depositId: string): Promise<Input | null> {
  const [request] =
    await db<Input>`SELECT ${columnsOf(openRequests)} FROM deposit_requests WHERE deposit_id = ${depositId} AND answered_at IS NULL`
  return request ?? null
}

/** False where a request waits already. */
export async function insertRequest(tx: Tx, request: RowOf<typeof newRequests>): Promise<boolean> {
  const rows = await tx`
    INSERT INTO deposit_requests (${columnsOf(newRequests)}) VALUES (${valuesOf(newRequests, request)})
    ON CONFLICT (deposit_id) WHERE answered_at IS NULL DO NOTHING RETURNING 1`
  return rows.length === 1
}

export type DuePayment = RowOf<typeof duePayments> &
  RowOf<typeof dueDeposits> & { is_last: boolean; account_status: string }

/** Due interest payments. Workers take different ones. */
export function lockDuePayments(tx: Tx, now: Date, max: number): Promise<DuePayment[]> {
  return tx<DuePayment>`
    SELECT ${columnsOf(duePayments, 'p')}, ${columnsOf(dueDeposits, 'd')}, p.to_date = d.maturity_date AS is_last, a.status AS account_status
      FROM deposit_payments p
      JOIN deposits d ON d.id = p.deposit_id
      JOIN accounts a ON a.id = d.account_id
     WHERE p.run_at <= ${now}
     ORDER BY p.run_at, p.deposit_id, p.place
     LIMIT ${max}
       FOR UPDATE OF p SKIP LOCKED`
}

export async function postpone(tx: Tx, { deposit_id, place }: DuePayment, until: string): Promise<void> {
  await tx`UPDATE deposit_payments SET run_at = ${until} WHERE deposit_id = ${deposit_id} AND place = ${place}`
}

export async function markCredited(
  tx: Tx,
  { deposit_id, place }: DuePayment,
  day: string,
  postingId: string | null,
): Promise<void> {
  await tx`
    UPDATE deposit_payments SET run_at = NULL, paid_on = ${day}, posting_id = ${postingId}
     WHERE deposit_id = ${deposit_id} AND place = ${place}`
}

/** Ends the deposit; open requests about it expire. */
export async function markEnded(
  tx: Tx,
  depositId: string,
  { status, day, at }: { status: 'matured' | 'renewed'; day: string; at: Date },
) {
  await tx`UPDATE deposits SET status = ${status}, ended_on = ${day} WHERE id = ${depositId} AND status = 'pending'`
  await tx`UPDATE deposit_requests SET answer = 'lapsed', answered_at = ${at} WHERE deposit_id = ${depositId} AND answered_at IS NULL`
}

/** The number of a renewed deposit: 2026-0142-R1, then 2026-0142-R2. */
export async function nextNumber(tx: Tx, number: string): Promise<string> {
  const [row] = await tx<{ number: string }>`
    SELECT regexp_replace(${number}, '-R[0-9]+$', '') || '-R' || n AS number
      FROM generate_series(coalesce(substring(${number} FROM '-R([0-9]+)$')::integer, 0) + 1, 9999) AS n
     WHERE NOT EXISTS (SELECT FROM deposits d WHERE d.number = regexp_replace(${number}, '-R[0-9]+$', '') || '-R' || n)
     ORDER BY n LIMIT 1`
  if (!row) throw new Error(`the deposit ${number} has no next number`)
  return row.number
}

type NewDeposit = Omit<RowOf<typeof newDeposits>, keyof DepositTerms | 'status' | 'renews'> & { renews?: string | null }

/** Inserts a deposit with its payments to come. */
export async function insertDeposit(
  tx: Tx,
  deposit: NewDeposit,
  terms: DepositTerms,
  payments: readonly (DepositLine & { run_at: string })[],
): Promise<void> {
  const row = {
    renews: null,
    ...deposit,
    ...terms,
    status: 'pending' as const,
  }
  const rows = payments.map(({ place, from, to, gross, withholding, run_at }) => ({
    deposit_id: deposit.id,
    place,
    from_date: from,
    to_date: to,
    gross,
    withholding,
    run_at: new Date(run_at),
  }))
  await tx`INSERT INTO deposits (${columnsOf(newDeposits)}) VALUES (${valuesOf(newDeposits, row)})`
  await tx`
    INSERT INTO deposit_payments (${columnsOf(newPayments)}) SELECT ${columnsOf(newPayments, 'p')} FROM ${recordsetOf(newPayments, rows, 'p')}`
}

export type WaitingRequest = RowOf<typeof waitingRequests> & RowOf<typeof requestedDeposits> & { iban: string }

/** Open requests about deposits, the oldest first. */
export const listWaitingRequests = (db: Sql, max: number) =>
  db<WaitingRequest>`
    SELECT ${columnsOf(waitingRequests, 'w')}, ${columnsOf(requestedDeposits, 'd')}, a.iban
      FROM deposit_requests w
      JOIN deposits d ON d.id = w.deposit_id
      JOIN accounts a ON a.id = d.account_id
     WHERE w.answered_at IS NULL
     ORDER BY w.asked_at, w.id
     LIMIT ${max}`

export type RequestedDeposit = { id: string; account_id: string; account_status: string }

/** The account and deposit of a request, or null. */
export async function findRequestedDeposit(db: Sql, requestId: string): Promise<RequestedDeposit | null> {
  const [row] = await db<RequestedDeposit>`
    SELECT d.id, d.account_id, a.status AS account_status
      FROM deposit_requests w JOIN deposits d ON d.id = w.deposit_id JOIN accounts a ON a.id = d.account_id
     WHERE w.id = ${requestId}`
  return row ?? null
}

/** Locks the payments of a deposit, as the worker does, then the request: neither the worker nor another answer can run meanwhile. */
export async function lockRequest(tx: Tx, { request_id, deposit_id }: { request_id: string; deposit_id: string }) {
  await tx`SELECT 1 FROM deposit_payments WHERE deposit_id = ${deposit_id} AND run_at IS NOT NULL ORDER BY place FOR UPDATE`
  const [request] = await tx<Input & { is_answered: boolean }>`
    SELECT ${columnsOf(openRequests)}, answered_at IS NOT NULL AS is_answered FROM deposit_requests WHERE id = ${request_id} FOR UPDATE`
  return request ?? null
}

type GivenAnswer = { at: Date; refusal: string | null; renewal: Omit<Renewal, 'deposit_id'> | null }

/** A reason means a refusal. */
export async function markAnswered(tx: Tx, requestId: string, { at, refusal, renewal }: GivenAnswer): Promise<void> {
  await tx`
    UPDATE deposit_requests
       SET answered_at = ${at}, answer = ${refusal === null ? 'accepted' : 'refused'}, refusal = ${refusal},
           renewal_rate = ${renewal?.rate ?? null}, adds_interest = ${renewal?.adds_interest ?? null}
     WHERE id = ${requestId}`
}

/** The cost of a break, from the bank's parameters. */
export async function getBreakRules(db: Sql): Promise<BreakRules> {
  const [row] = await db<{ reduction: number | null; days: number | null }>`
    SELECT (SELECT value FROM parameters WHERE name = 'break_rate_reduction') AS reduction,
           (SELECT value FROM parameters WHERE name = 'break_min_days') AS days`
  if (!row || row.reduction === null || row.days === null) throw new Error('a parameter of the early break is missing')
  return { rate_reduction: row.reduction / 100, min_days: row.days }
}

/** Ends the deposit here: its remaining payments are cancelled. */
export async function markBroken(
  tx: Tx,
  depositId: string,
  { day, rate, gross, withholding }: { day: string; rate: number; gross: number; withholding: number },
): Promise<void> {
  await tx`
    UPDATE deposits SET status = 'broken', ended_on = ${day}, broken_rate = ${rate}, broken_gross = ${gross}, broken_withholding = ${withholding}
     WHERE id = ${depositId} AND status = 'pending'`
  await tx`UPDATE deposit_payments SET run_at = NULL WHERE deposit_id = ${depositId} AND run_at IS NOT NULL`
}
