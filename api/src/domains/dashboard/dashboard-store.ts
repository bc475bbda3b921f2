import type { Dashboard, Outlook } from 'contract/dashboard.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Sql } from '../../db/db.ts'
import { announcedDay } from '../operations/operation-store.ts'
import type { Network } from '../transfers/transfer-charges-rules.ts'
import type { Announced, Scheduled } from './forecast-rules.ts'

/** The maximum of orders or spending categories on the dashboard. */
const MAX_ORDERS = 5_000
const MAX_KINDS = 100

type Nullable<T> = { [Key in keyof T]: T[Key] | null }
type Ordered = Omit<Scheduled, 'series'> & Nullable<NonNullable<Scheduled['series']>>

const withSeries = <Row extends Ordered>({ start_date, end_date, periodicity, next_occurrence, ...order }: Row) => ({
  ...order,
  series:
    start_date !== null && periodicity !== null && next_occurrence !== null
      ? { start_date, end_date, periodicity, next_occurrence }
      : null,
})

type Inbox = NonNullable<Dashboard['inbox']>

/** The last messages of an account and the number of unread ones. */
export async function findInbox(db: Sql, accountId: string, max: number): Promise<Inbox> {
  const [row] = await db<Inbox>`
    SELECT (SELECT count(*) FROM messages WHERE account_id = ${accountId} AND read_at IS NULL AND archived_at IS NULL) AS unread,
           coalesce((SELECT json_agg(m ORDER BY m.sent_at DESC, m.id DESC)
                       FROM (SELECT id, subject, read_at IS NOT NULL AS is_read,
                                    coalesce((SELECT r.sender FROM message_replies r WHERE r.account_id = ${accountId} AND r.message_id = o.id
                                               ORDER BY r.sent_at DESC, r.id DESC LIMIT 1), o.sender) AS sender,
                                    floor(extract(epoch FROM coalesce(o.continued_at, o.sent_at)))::bigint AS sent_at
                               FROM messages o WHERE account_id = ${accountId} AND archived_at IS NULL
                              ORDER BY coalesce(o.continued_at, o.sent_at) DESC, o.id DESC LIMIT ${max}) m), '[]') AS items`
  if (!row) throw new Error('the inbox query answers one row')
  return row
}

type Balance = { balance: number; available: number; overdraft: number }

export async function getBalance(db: Sql, accountId: string): Promise<Balance> {
  const [row] = await db<Balance>`
    SELECT booked AS balance, booked - held + overdraft AS available, overdraft::bigint AS overdraft FROM ledger_accounts WHERE id = ${accountId}`
  if (!row) throw new Error(`no ledger account ${accountId}`)
  return row
}

/** The booked balance and the authorised overdraft of several accounts together. */
export async function getTotal(
  db: Sql,
  accountIds: readonly string[],
): Promise<Pick<Balance, 'balance' | 'overdraft'>> {
  const [row] = await db<Pick<Balance, 'balance' | 'overdraft'>>`
    SELECT coalesce(sum(booked), 0)::bigint AS balance, coalesce(sum(overdraft), 0)::bigint AS overdraft
      FROM ledger_accounts WHERE id = ANY (${accountIds}::uuid[])`
  if (!row) throw new Error('a sum answers one row')
  return row
}

/** An account of the treasury, with the rights that the reader has on it. */
export type TreasuryAccount = { account_id: string; number: string; rights: readonly string[] }

/**
 * The accounts whose balances are forecast together: those of a company in the currency of the open account on which the reader may see
 * the operations, the open one first. The open account alone for an individual, and for a reader who may not see its operations.
 */
export function listTreasury(
  db: Sql,
  { account_id, customer_id, user_id, currency, is_company, rights }: AccountCaller,
): Promise<TreasuryAccount[]> {
  return db<TreasuryAccount>`
    SELECT a.id AS account_id, a.number, m.rights
      FROM memberships m
      JOIN accounts a ON a.id = m.account_id
     WHERE m.user_id = ${user_id}
       AND (a.id = ${account_id}
            OR (${is_company && rights.includes('operations')} AND a.customer_id = ${customer_id} AND a.currency = ${currency}
                AND a.status <> 'closed' AND 'operations' = ANY (m.rights)))
     ORDER BY a.id <> ${account_id}, a.number`
}

/**
 * The accounts of the customer whose balance a user may see: this one, then favourites, then the largest; null where there is one only.
 */
export async function findPosition(
  db: Sql,
  { customer_id, account_id, user_id, currency }: AccountCaller,
  max: number,
): Promise<Dashboard['position']> {
  const [row] = await db<Nullable<NonNullable<Dashboard['position']>>>`
    WITH mine AS MATERIALIZED (
      SELECT a.id AS uuid, a.label, a.number, a.currency, l.booked::bigint AS balance, m.is_favourite
        FROM memberships m
        JOIN accounts a ON a.id = m.account_id AND a.customer_id = ${customer_id} AND a.status <> 'closed'
        JOIN ledger_accounts l ON l.id = a.id
       WHERE m.user_id = ${user_id} AND 'dashboard' = ANY (m.rights)
    )
    SELECT (SELECT json_agg(t ORDER BY t.currency <> ${currency}, t.currency)
              FROM (SELECT currency, sum(balance)::bigint AS balance FROM mine GROUP BY currency) t) AS totals,
           (SELECT json_agg(json_build_object('uuid', f.uuid, 'label', f.label, 'number', f.number, 'currency', f.currency, 'balance', f.balance))
              FROM (SELECT * FROM mine ORDER BY uuid <> ${account_id}, is_favourite DESC, balance DESC, number LIMIT ${max}) f) AS accounts`
  const { totals, accounts } = row ?? {}
  return totals && accounts && accounts.length > 1 ? { totals, accounts } : null
}

/** Credits and debits of each month from `first` to `last`, from the totals that the ledger maintains with every entry. */
export function listMonths(
  db: Sql,
  accountId: string,
  first: string,
  last: string,
): Promise<NonNullable<Outlook['months']>> {
  return db<NonNullable<Outlook['months']>[number]>`
    WITH ends AS (
      SELECT month::date AS month, coalesce(e.credited_after, 0) AS credited, coalesce(e.balance_after, 0) AS balance
        FROM generate_series(date_trunc('month', ${first}::date) - interval '1 month', date_trunc('month', ${last}::date), interval '1 month') month
        LEFT JOIN LATERAL (SELECT credited_after, balance_after FROM ledger_entries
                            WHERE account_id = ${accountId} AND seq IS NOT NULL AND booking_date < (month + interval '1 month')::date
                            ORDER BY booking_date DESC, seq DESC LIMIT 1) e ON true)
    SELECT month, credits, balance_change - credits AS debits
      FROM (SELECT month, credited - lag(credited) OVER w AS credits, balance - lag(balance) OVER w AS balance_change
              FROM ends WINDOW w AS (ORDER BY month)) months
     WHERE credits IS NOT NULL
     ORDER BY month`
}

/** The debits from `from` to `to`, largest first: by category, or by type without a category. */
export function listSpending(
  db: Sql,
  accountId: string,
  from: string,
  to: string,
): Promise<NonNullable<Outlook['spending']>> {
  return db<NonNullable<Outlook['spending']>[number]>`
    SELECT CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'label', c.label) END AS category,
           CASE WHEN c.id IS NULL THEN e.type END AS type,
           sum(e.amount)::bigint AS amount, count(*) AS count
      FROM ledger_entries e
      LEFT JOIN operation_categories oc ON oc.account_id = e.account_id AND oc.entry_id = e.id
      LEFT JOIN categories c ON c.customer_id = oc.customer_id AND c.id = oc.category_id
     WHERE e.account_id = ${accountId} AND e.seq IS NOT NULL AND e.booking_date BETWEEN ${from} AND ${to} AND e.amount < 0
     GROUP BY c.id, c.label, CASE WHEN c.id IS NULL THEN e.type END
     ORDER BY amount, c.label, type
     LIMIT ${MAX_KINDS}`
}

/** What a batch pays on one day by one network to one country: credits above zero, as all that is announced. */
export type WaitingLines = Announced & {
  batch_id: string
  line_count: number
  /** Its lines are given their day by the last signature. */
  is_pending: boolean
  network: Network
  /** The IBAN of one of its payees. */
  iban: string
}

/**
 * The batches of accounts that wait for signatures, and the confidential ones that wait for their day, in parts. What goes to an
 * account of the treasury counts with its fees only.
 */
export function listWaitingBatches(
  db: Sql,
  { accountIds, treasury }: { accountIds: readonly string[]; treasury: readonly string[] },
  until: string,
): Promise<WaitingLines[]> {
  return db<WaitingLines>`
    SELECT b.account_id, b.id AS batch_id, b.file_name AS name, b.reference AS label, count(*) AS line_count, b.state = 'pending' AS is_pending,
           l.network, min(l.iban) AS iban,
           -sum(CASE WHEN own.id IS NULL THEN l.amount ELSE 0 END + l.fees + l.tax)::bigint AS amount,
           coalesce(l.execution_date, b.execution_date) AS expected_on
      FROM transfer_batches b
      JOIN transfer_batch_lines l ON l.account_id = b.account_id AND l.batch_id = b.id AND NOT l.is_refused
      LEFT JOIN accounts own ON own.iban = l.iban AND own.id = ANY (${treasury}::uuid[])
     WHERE b.account_id = ANY (${accountIds}::uuid[]) AND (b.state = 'pending' OR (b.state = 'validated' AND b.is_confidential AND b.posting_id IS NULL))
       AND coalesce(l.execution_date, b.execution_date) <= ${until}
     GROUP BY b.account_id, b.id, b.file_name, b.reference, b.state, l.network, left(l.iban, 2), coalesce(l.execution_date, b.execution_date)
     ORDER BY expected_on, b.id
     LIMIT ${MAX_ORDERS}`
}

/** The transfers and batches that a user has sent on an account and that others have still to sign, as their list has them; null where there are none. */
export async function findSentForSignature(
  db: Sql,
  accountId: string,
  userId: string,
): Promise<Dashboard['sent_for_signature']> {
  const [row] = await db<{ transfers: number; batches: number; total: number }>`
    SELECT (count(*) FILTER (WHERE kind = 'transfer'))::int AS transfers, (count(*) FILTER (WHERE kind = 'batch'))::int AS batches,
           coalesce(sum(amount), 0)::bigint AS total
      FROM (SELECT 'transfer' AS kind, amount FROM transfers
             WHERE account_id = ${accountId} AND validation_status = 'pending' AND execution_status = 'scheduled' AND created_by = ${userId}
            UNION ALL
            SELECT 'batch', amount FROM transfer_batches WHERE account_id = ${accountId} AND state = 'pending' AND created_by = ${userId}) sent`
  return row && row.transfers + row.batches > 0 ? row : null
}

/** An order with what its first day depends on once it is signed. */
export type WaitingTransfer = Scheduled & {
  transfer_id: string
  is_pending: boolean
  network: Network
  beneficiary_iban: string
}

/**
 * The orders of accounts that wait for their day or for a signature, until `until`. What goes to an account of the treasury counts
 * with its fees only.
 */
export async function listScheduled(
  db: Sql,
  { accountIds, treasury }: { accountIds: readonly string[]; treasury: readonly string[] },
  until: string,
): Promise<WaitingTransfer[]> {
  const rows = await db<Omit<WaitingTransfer, 'series'> & Ordered>`
    SELECT * FROM (
      SELECT t.account_id, t.id AS transfer_id, t.beneficiary_name AS name, t.label,
             CASE WHEN own.id IS NULL THEN t.amount ELSE 0 END + t.fees + t.tax AS amount, t.execution_date, t.start_date, t.end_date,
             t.periodicity, t.next_occurrence, t.validation_status = 'pending' AS is_pending, t.network, t.beneficiary_iban
        FROM unnest(${accountIds}::uuid[]) account (id)
        -- What a confidential batch still has to pay counts as one amount: see the batches.
       CROSS JOIN LATERAL visible_transfers(account.id, false) t
        LEFT JOIN accounts own ON own.iban = t.beneficiary_iban AND own.id = ANY (${treasury}::uuid[])
       WHERE t.execution_status = 'scheduled'
         -- What a batch of one debit has taken already is not to come.
         AND NOT EXISTS (SELECT FROM transfer_batches b WHERE b.account_id = t.account_id AND b.id = t.batch_id
                            AND b.posting_id IS NOT NULL)
         AND t.validation_status <> 'refused' AND t.execution_date <= ${until}) orders
     WHERE amount > 0
     ORDER BY execution_date, transfer_id
     LIMIT ${MAX_ORDERS}`
  return rows.map(withSeries)
}

/** The top-ups of accounts that wait for a signature, and the recurring ones. The amount of a series excludes its charges. */
export async function listTopups(db: Sql, accountIds: readonly string[]): Promise<Scheduled[]> {
  const rows = await db<Ordered>`
    SELECT t.account_id, NULL AS transfer_id, 'RECHARGE CARTE PREPAYEE ' || c.last_digits AS name, c.holder AS label, t.amount, t.execution_date,
           c.expires_on AS latest, t.start_date, t.end_date, t.periodicity, t.next_occurrence
      FROM (SELECT account_id, card_id, amount + fees + tax AS amount, created_at::date AS execution_date, NULL::date AS start_date,
                   NULL::date AS end_date, NULL AS periodicity, NULL::int AS next_occurrence
              FROM card_topups WHERE account_id = ANY (${accountIds}::uuid[]) AND status = 'pending'
             UNION ALL
            SELECT account_id, card_id, amount, next_date, start_date, end_date, recurrence, next_occurrence
              FROM recurring_topups WHERE account_id = ANY (${accountIds}::uuid[]) AND status IN ('pending', 'active')) t
      JOIN prepaid_cards c ON c.account_id = t.account_id AND c.id = t.card_id
     ORDER BY t.execution_date, c.last_digits, t.amount
     LIMIT ${MAX_ORDERS}`
  return rows.map(withSeries)
}

/** The fees of chequebooks whose order waits for a signature: charged at the earliest today. */
export const listWaitingChequebooks = (db: Sql, accountIds: readonly string[]): Promise<Announced[]> =>
  db<Announced>`
    SELECT account_id, 'COMMANDE CHEQUIER' AS name, '' AS label, -(fees + tax)::bigint AS amount, (ordered_at AT TIME ZONE 'UTC')::date AS expected_on
      FROM chequebooks
     WHERE account_id = ANY (${accountIds}::uuid[]) AND status = 'pending' AND fees + tax > 0`

/** The scheduled movements of the contracts of accounts: instalments of credits, interest and repayment of deposits. */
export function listContractual(
  db: Sql,
  { credits, deposits }: { credits: readonly string[]; deposits: readonly string[] },
  until: string,
): Promise<Announced[]> {
  return db<Announced>`
    SELECT c.account_id, 'ECHEANCE PRET ' || c.number AS name, coalesce(c.purpose, '') AS label, -l.instalment AS amount,
           (l.run_at AT TIME ZONE 'UTC')::date AS expected_on
      FROM credits c
      JOIN credit_lines l ON l.credit_id = c.id
     WHERE c.account_id = ANY (${credits}::uuid[]) AND l.run_at < ${until}::date + 1 AND l.instalment > 0
     UNION ALL
    SELECT d.account_id,
           CASE WHEN p.to_date = d.maturity_date AND w.adds_interest IS NULL THEN 'REMBOURSEMENT DAT ' ELSE 'INTERETS DAT ' END || d.number, '',
           p.gross - p.withholding + CASE WHEN p.to_date = d.maturity_date AND w.adds_interest IS NULL THEN d.principal ELSE 0 END,
           (p.run_at AT TIME ZONE 'UTC')::date
      FROM deposits d
      JOIN deposit_payments p ON p.deposit_id = d.id
      -- What is renewed does not come back; interest that is added to it does not come at all.
      LEFT JOIN deposit_requests w ON w.deposit_id = d.id AND w.kind = 'renew' AND w.answer = 'accepted'
     WHERE NOT (p.to_date = d.maturity_date AND coalesce(w.adds_interest, false)) AND d.account_id = ANY (${deposits}::uuid[])
       AND p.run_at < ${until}::date + 1`
}

/** The announced operations of accounts. */
export function listAnnounced(db: Sql, accountIds: readonly string[]): Promise<Announced[]> {
  return db<Announced>`
    SELECT i.account_id, coalesce(i.counterparty, i.label) AS name, i.label, i.amount, ${announcedDay} AS expected_on
      FROM intraday_operations i WHERE i.account_id = ANY (${accountIds}::uuid[]) ORDER BY 5, i.id LIMIT ${MAX_ORDERS}`
}
