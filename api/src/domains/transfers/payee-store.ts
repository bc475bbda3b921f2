import type { TransferPayee } from 'contract/transfers/transfers.ts'
import { type AccountReader, seesConfidential } from '../../caller.ts'
import type { Sql } from '../../db/db.ts'

/** The newest orders that are searched for payees: salaries may stand between single orders. */
const SEARCHED_ORDERS = 2_000

/** The saved beneficiaries of the newest single orders, the last ordered first. */
export async function listLastPayees(db: Sql, reader: AccountReader, max: number): Promise<string[]> {
  const rows = await db<{ id: string }>`
    SELECT t.beneficiary_id AS id
      FROM (SELECT beneficiary_id, batch_id, validation_status, execution_status, created_at
              FROM visible_transfers(${reader.account_id}, ${seesConfidential(reader)})
             ORDER BY created_at DESC, id DESC LIMIT ${SEARCHED_ORDERS}) t
      JOIN visible_beneficiaries(${reader.account_id}, ${seesConfidential(reader)}) p
        ON p.id = t.beneficiary_id AND p.is_saved AND p.removed_at IS NULL AND p.approval_status = 'approved'
     WHERE t.batch_id IS NULL AND t.validation_status <> 'refused' AND t.execution_status <> 'cancelled'
     GROUP BY t.beneficiary_id
     ORDER BY max(t.created_at) DESC, t.beneficiary_id
     LIMIT ${max}`
  return rows.map(({ id }) => id)
}

export type PaymentsTo = { iban: string } & NonNullable<TransferPayee['payments']>

/** The executed orders to account numbers: how many, and the last. A payee whose number has changed was never paid on it. */
export async function listPaymentsTo(db: Sql, reader: AccountReader, ibans: readonly string[]): Promise<PaymentsTo[]> {
  const rows = await db<
    { iban: string; count: number } & {
      amount: number
      currency: PaymentsTo['last']['currency']
      day: string
      label: string
    }
  >`
    SELECT i.iban, paid.count, last.amount, last.currency, last.execution_date::text AS day, last.label
      FROM unnest(${ibans}::text[]) AS i (iban)
     CROSS JOIN LATERAL (
             SELECT count(*)::int AS count
               FROM visible_transfers(${reader.account_id}, ${seesConfidential(reader)}) t
              WHERE t.beneficiary_iban = i.iban AND t.execution_status = 'executed') paid
     CROSS JOIN LATERAL (
             SELECT t.amount, t.currency, t.execution_date, t.label
               FROM visible_transfers(${reader.account_id}, ${seesConfidential(reader)}) t
              WHERE t.beneficiary_iban = i.iban AND t.execution_status = 'executed'
              ORDER BY t.created_at DESC LIMIT 1) last`
  return rows.map(({ iban, count, ...last }) => ({ iban, count, last }))
}

const MAX_UNSAVED = 3

/** The last paid payees of files whose account number is not in the address book, the last paid first. */
export function listUnsavedPayees(
  db: Sql,
  reader: AccountReader,
): Promise<{ id: string; name: string; iban: string; bank_name: string | null; day: string; label: string }[]> {
  return db`
    SELECT paid.id, paid.name, paid.iban, CASE WHEN left(paid.iban, 2) = left(bank.code, 2) AND substr(paid.iban, 5, 5) = bank.code THEN bank.name ELSE other.name END AS bank_name,
           paid.day::text AS day, paid.label
      FROM (SELECT DISTINCT ON (p.iban) p.id, p.name, p.iban, t.execution_date AS day, t.label, t.created_at
              FROM (SELECT beneficiary_id, execution_status, execution_date, label, created_at
                      FROM visible_transfers(${reader.account_id}, ${seesConfidential(reader)})
                     ORDER BY created_at DESC, id DESC LIMIT ${SEARCHED_ORDERS}) t
              JOIN visible_beneficiaries(${reader.account_id}, ${seesConfidential(reader)}) p
                ON p.id = t.beneficiary_id AND NOT p.is_saved AND p.removed_at IS NULL
             WHERE t.execution_status = 'executed'
               AND NOT EXISTS (SELECT FROM visible_beneficiaries(${reader.account_id}, ${seesConfidential(reader)}) s
                                WHERE s.iban = p.iban AND s.is_saved AND s.removed_at IS NULL)
             ORDER BY p.iban, t.created_at DESC) paid
     CROSS JOIN bank
      LEFT JOIN banks other ON other.country = left(paid.iban, 2) AND other.code = substr(paid.iban, 5, 5)
     ORDER BY paid.created_at DESC, paid.id
     LIMIT ${MAX_UNSAVED}`
}
