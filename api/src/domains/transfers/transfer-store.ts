import type { Transfer, validationStatuses } from 'contract/transfers.ts'
import type { Sql, Tx } from '../../db/db.ts'

type ValidationStatus = (typeof validationStatuses)[number]
type Row = Omit<Transfer, 'beneficiary'> & {
  beneficiary_id: string
  beneficiary_name: string
  beneficiary_iban: string
  bank_name: string | null
}

const toTransfer = ({ beneficiary_id, beneficiary_name, beneficiary_iban, bank_name, ...row }: Row): Transfer => ({
  ...row,
  beneficiary: { id: beneficiary_id, name: beneficiary_name, iban: beneficiary_iban, bank_name },
})

export type TransferSearch = { validation_status: ValidationStatus | null; execution_status: Transfer['execution_status'] | null }

/** A page of transfers, newest first, with the count and the sum of all that the search finds. */
export async function listTransfersOf(
  db: Sql,
  accountId: string,
  { validation_status, execution_status }: TransferSearch,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ items: Transfer[]; total: number; sum: number }> {
  const rows = await db<Row & { total: number; sum: number }>`
    WITH found AS (
      SELECT * FROM transfers
       WHERE account_id = ${accountId}
         AND (${validation_status}::text IS NULL OR validation_status = ${validation_status})
         AND (${execution_status}::text IS NULL OR execution_status = ${execution_status})
    )
    SELECT counted.total, counted.sum, t.id, t.type, t.rail, t.beneficiary_id, t.beneficiary_name, t.beneficiary_iban,
           coalesce(ours.name, other.name) AS bank_name, t.amount, t.fees, t.tax, t.currency, t.label, t.comment, t.reference,
           t.validation_status, t.execution_status, t.execution_date, extract(epoch FROM t.created_at)::bigint AS created_at,
           u.first_name || ' ' || u.last_name AS created_by, extract(epoch FROM t.executed_at)::bigint AS executed_at, t.reason
      FROM (SELECT count(*) AS total, coalesce(sum(amount), 0)::bigint AS sum FROM found) counted
      LEFT JOIN (SELECT * FROM found ORDER BY created_at DESC, id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) t ON true
      LEFT JOIN users u ON u.id = t.created_by
      LEFT JOIN bank ours ON t.rail = 'internal'
      LEFT JOIN banks other ON other.country = left(t.beneficiary_iban, 2) AND other.code = substr(t.beneficiary_iban, 5, 5)
     ORDER BY t.created_at DESC, t.id DESC`
  return {
    total: rows[0]?.total ?? 0,
    sum: rows[0]?.sum ?? 0,
    items: rows.filter(({ id }) => id !== null).map(({ total: _total, sum: _sum, ...row }) => toTransfer(row)),
  }
}

export async function findTransfer(db: Sql, accountId: string, id: string): Promise<Transfer | null> {
  const [row] = await db<Row>`
    SELECT t.id, t.type, t.rail, t.beneficiary_id, t.beneficiary_name, t.beneficiary_iban, coalesce(ours.name, other.name) AS bank_name,
           t.amount, t.fees, t.tax, t.currency, t.label, t.comment, t.reference, t.validation_status, t.execution_status,
           t.execution_date, extract(epoch FROM t.created_at)::bigint AS created_at, u.first_name || ' ' || u.last_name AS created_by,
           extract(epoch FROM t.executed_at)::bigint AS executed_at, t.reason
      FROM transfers t
      JOIN users u ON u.id = t.created_by
      LEFT JOIN bank ours ON t.rail = 'internal'
      LEFT JOIN banks other ON other.country = left(t.beneficiary_iban, 2) AND other.code = substr(t.beneficiary_iban, 5, 5)
     WHERE t.account_id = ${accountId} AND t.id = ${id}`
  return row ? toTransfer(row) : null
}

export type TransferRow = {
  account_id: string
  id: string
  type: 'direct'
  rail: 'internal'
  beneficiary_id: string
  beneficiary_name: string
  beneficiary_iban: string
  amount: number
  fees: number
  tax: number
  currency: string
  label: string
  comment: string | null
  reference: string
  validation_status: 'pending' | 'validated'
  execution_status: 'scheduled' | 'executed'
  signatures_needed: 0 | 1 | 2
  execution_date: string
  created_at: Date
  created_by: string
  executed_at: Date | null
  posting_id: string | null
}

export async function insertTransfers(tx: Tx, transfers: readonly TransferRow[]): Promise<void> {
  await tx`
    INSERT INTO transfers (account_id, id, type, rail, beneficiary_id, beneficiary_name, beneficiary_iban, amount, fees, tax, currency,
                           label, comment, reference, validation_status, execution_status, signatures_needed, execution_date,
                           created_at, created_by, executed_at, posting_id)
    SELECT account_id, id, type, rail, beneficiary_id, beneficiary_name, beneficiary_iban, amount, fees, tax, currency, label, comment,
           reference, validation_status, execution_status, signatures_needed, execution_date, created_at, created_by, executed_at,
           posting_id
      FROM jsonb_to_recordset(${JSON.stringify(transfers)}) AS t (
             account_id uuid, id uuid, type text, rail text, beneficiary_id uuid, beneficiary_name text, beneficiary_iban text,
             amount bigint, fees bigint, tax bigint, currency text, label text, comment text, reference text, validation_status text,
             execution_status text, signatures_needed smallint, execution_date date, created_at timestamptz, created_by uuid,
             executed_at timestamptz, posting_id uuid)`
}

export type OrderFacts = {
  holder: string
  account_number: string
  beneficiary_name: string | null
  beneficiary_iban: string | null
  bank_name: string
  rail: Transfer['rail'] | null
  payee_id: string | null
  payee_status: string | null
  payee_currency: string | null
  payee_customer_id: string | null
  single_signature_limit: number
}

/** What the bank knows about each order, before anything is locked: who is paid, where, and on whose behalf. */
export async function findOrderFacts(db: Sql, orders: readonly { account_id: string; beneficiary_id: string }[]): Promise<OrderFacts[]> {
  return db<OrderFacts>`
    SELECT c.name AS holder, a.number AS account_number, p.name AS beneficiary_name, p.iban AS beneficiary_iban, bank.name AS bank_name,
           CASE WHEN p.iban IS NULL THEN NULL
                WHEN left(p.iban, 2) = left(bank.code, 2) AND substr(p.iban, 5, 5) = bank.code THEN 'internal'
                WHEN left(p.iban, 2) IN ('BJ', 'BF', 'CI', 'GW', 'ML', 'NE', 'SN', 'TG') THEN 'local'
                ELSE 'international' END AS rail,
           payee.id AS payee_id, payee.status AS payee_status, payee.currency AS payee_currency, payee.customer_id AS payee_customer_id,
           (SELECT value FROM parameters WHERE name = 'company_single_signature_limit') AS single_signature_limit
      FROM unnest(${orders.map(({ account_id }) => account_id)}::uuid[], ${orders.map(({ beneficiary_id }) => beneficiary_id)}::uuid[])
           WITH ORDINALITY AS o (account_id, beneficiary_id, place)
      JOIN accounts a ON a.id = o.account_id
      JOIN customers c ON c.id = a.customer_id
      CROSS JOIN bank
      LEFT JOIN beneficiaries p ON p.account_id = o.account_id AND p.id = o.beneficiary_id AND p.removed_at IS NULL
      LEFT JOIN accounts payee ON payee.iban = p.iban
     ORDER BY o.place`
}
