import type { DepositOffer, DepositPayment, depositStatuses, depositWishes } from 'contract/deposits.ts'
import type { DepositTerms } from 'contract/values/deposit-schedule.ts'
import type { Currency } from 'contract/values/money.ts'
import type { Sql, Tx } from '../../db/db.ts'

export type StoredDeposit = DepositTerms & {
  id: string
  number: string
  status: (typeof depositStatuses)[number]
  is_pledged: boolean
  currency: Currency
  maturity_date: string
  total_gross: number
  paid_gross: number
  last_payment_date: string | null
}

/** The deposits of an account, those in progress first; or the one with an id. */
export function listDepositsOf(db: Sql, accountId: string, id: string | null = null): Promise<StoredDeposit[]> {
  return db<StoredDeposit>`
    SELECT d.id, d.number, d.status, d.is_pledged, d.currency, d.principal, d.rate::float8 AS rate, d.value_date, d.maturity_date, d.term,
           d.frequency, d.basis, d.withholding_rate::float8 AS withholding_rate, s.total_gross, s.paid_gross, s.last_payment_date
      FROM deposits d
     CROSS JOIN LATERAL (
           SELECT coalesce(sum(p.gross), 0)::bigint AS total_gross,
                  coalesce(sum(p.gross) FILTER (WHERE p.paid_on IS NOT NULL), 0)::bigint AS paid_gross,
                  max(p.to_date) FILTER (WHERE p.paid_on IS NOT NULL) AS last_payment_date
             FROM deposit_payments p WHERE p.deposit_id = d.id) s
     WHERE d.account_id = ${accountId} AND (${id}::uuid IS NULL OR d.id = ${id})
     ORDER BY (d.status <> 'pending'), d.value_date DESC, d.id`
}

export const listPayments = (db: Sql, depositId: string) =>
  db<DepositPayment>`
    SELECT place, from_date AS "from", to_date AS "to", to_date - from_date AS days, gross, withholding, gross - withholding AS net, paid_on
      FROM deposit_payments WHERE deposit_id = ${depositId} ORDER BY place`

export const listOffers = (db: Sql) =>
  db<DepositOffer>`
    SELECT term, rate::float8 AS rate, min_amount, basis, withholding_rate::float8 AS withholding_rate FROM deposit_offers ORDER BY term`

export type Wish = { kind: (typeof depositWishes)[number]; asked_at: Date }

export async function findWish(db: Sql, depositId: string): Promise<Wish | null> {
  const [wish] = await db<Wish>`SELECT kind, asked_at FROM deposit_wishes WHERE deposit_id = ${depositId} AND answered_at IS NULL`
  return wish ?? null
}

/** False where one waits already. */
export async function insertWish(tx: Tx, wish: Wish & { id: string; deposit_id: string; asked_by: string }): Promise<boolean> {
  const rows = await tx`
    INSERT INTO deposit_wishes (id, deposit_id, kind, asked_by, asked_at)
    VALUES (${wish.id}, ${wish.deposit_id}, ${wish.kind}, ${wish.asked_by}, ${wish.asked_at})
    ON CONFLICT (deposit_id) WHERE answered_at IS NULL DO NOTHING RETURNING 1`
  return rows.length === 1
}

export type DuePayment = {
  deposit_id: string
  place: number
  account_id: string
  number: string
  currency: string
  principal: number
  gross: number
  withholding: number
  is_last: boolean
}

/** Payments of interest whose time has come. Workers take different ones. */
export function lockDuePayments(tx: Tx, now: Date, most: number): Promise<DuePayment[]> {
  return tx<DuePayment>`
    SELECT p.deposit_id, p.place, d.account_id, d.number, d.currency, d.principal, p.gross, p.withholding,
           p.to_date = d.maturity_date AS is_last
      FROM deposit_payments p
      JOIN deposits d ON d.id = p.deposit_id
     WHERE p.run_at <= ${now}
     ORDER BY p.run_at, p.deposit_id, p.place
     LIMIT ${most}
       FOR UPDATE OF p SKIP LOCKED`
}

export async function markCredited(tx: Tx, { deposit_id, place }: DuePayment, day: string, postingId: string): Promise<void> {
  await tx`
    UPDATE deposit_payments SET run_at = NULL, paid_on = ${day}, posting_id = ${postingId}
     WHERE deposit_id = ${deposit_id} AND place = ${place}`
}

export async function markMatured(tx: Tx, depositId: string, day: string): Promise<void> {
  await tx`UPDATE deposits SET status = 'matured', ended_on = ${day} WHERE id = ${depositId} AND status = 'pending'`
}
