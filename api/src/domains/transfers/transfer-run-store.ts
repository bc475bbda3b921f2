import { columnsOf, recordsetOf, type RowOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { pricedTransfers, transferPrices, transfers } from './transfer-columns.ts'
import type { LockedTransfer } from './transfer-state-store.ts'

export type DueTransfer = LockedTransfer & {
  holder: string
  payer_iban: string
  /** The lines of the customer's address, for messages abroad. */
  payer_address: string | null
  payer_status: string
  /** The BIC of the payee's bank, where the network needs it and it is known. */
  payee_bic: string | null
  /** The lines of the payee's address, and the countries of the account and of the address, for messages abroad. */
  payee_address: string | null
  payee_country: string | null
  payee_address_country: string | null
  /** What the line of a batch says about the transfer, for the payee's bank. */
  end_to_end_id: string | null
  instruction_id: string | null
  category_purpose: string | null
  payee_id: string | null
  payee_status: string | null
}

/** Whether any order is due: mostly none is, which costs one statement and no transaction. */
export async function hasDueTransfers(db: Sql, now: Date): Promise<boolean> {
  const rows = await db`SELECT 1 FROM transfers WHERE run_at <= ${now} LIMIT 1`
  return rows.length > 0
}

/** Due orders, oldest first, not locked by another worker. */
export function lockDueTransfers(tx: Tx, now: Date, max: number): Promise<DueTransfer[]> {
  return tx<DueTransfer>`
    SELECT ${columnsOf(transfers, 't')}, a.number AS account_number, c.name AS holder, c.address AS payer_address, a.iban AS payer_iban, a.status AS payer_status,
           concat_ws(chr(10), p.address, concat_ws(' ', p.zip, p.city)) AS payee_address, coalesce(p.country, left(t.beneficiary_iban, 2)) AS payee_country,
           p.address_country AS payee_address_country,
           coalesce(line.bic, p.bic, other.bic) AS payee_bic, line.reference AS end_to_end_id, line.instruction_id, line.category_purpose,
           payee.id AS payee_id, payee.status AS payee_status
      FROM transfers t
      JOIN accounts a ON a.id = t.account_id
      JOIN customers c ON c.id = a.customer_id
      LEFT JOIN accounts payee ON t.network = 'book' AND payee.iban = t.beneficiary_iban
      LEFT JOIN beneficiaries p ON p.account_id = t.account_id AND p.id = t.beneficiary_id AND p.iban = t.beneficiary_iban
      LEFT JOIN transfer_batch_lines line ON line.account_id = t.account_id AND line.batch_id = t.batch_id AND line.id = t.id
      LEFT JOIN banks other ON other.country = left(t.beneficiary_iban, 2) AND other.code = substr(t.beneficiary_iban, 5, 5)
     WHERE t.run_at <= ${now}
     ORDER BY t.run_at
     LIMIT ${max}
       FOR NO KEY UPDATE OF t SKIP LOCKED`
}

type RowKey = { account_id: string; id: string }

/** Orders of one date that have just been executed, in one statement. */
export async function markExecuted(
  tx: Tx,
  done: readonly (RowKey & { posting_id: string })[],
  { at, day }: { at: Date; day: string },
): Promise<void> {
  const ids = done.map(({ id }) => id)
  // By arrays instead of a join: a join without hashing would scan all of them for each row.
  await tx`
    UPDATE transfers t
       SET execution_status = 'executed', posting_id = (${done.map(({ posting_id }) => posting_id)}::uuid[])[array_position(${ids}::uuid[], t.id)],
           executed_at = ${at}, execution_date = ${day}, run_at = NULL
     WHERE t.account_id = ANY (${[...new Set(done.map(({ account_id }) => account_id))]}::uuid[]) AND t.id = ANY (${ids}::uuid[])`
}

/** Orders whose price is that of the day of execution. */
export async function markPriced(tx: Tx, priced: readonly RowOf<typeof pricedTransfers>[]): Promise<void> {
  await tx`
    UPDATE transfers t SET (${columnsOf(transferPrices)}) = ROW (${columnsOf(transferPrices, 'p')})
      FROM ${recordsetOf(pricedTransfers, priced, 'p')} WHERE t.account_id = p.account_id AND t.id = p.id`
}

export async function markRejected(tx: Tx, { account_id, id }: RowKey, reasonCode: string): Promise<void> {
  await tx`
    UPDATE transfers SET execution_status = 'rejected', suspended = NULL, reason_code = ${reasonCode}, run_at = NULL WHERE account_id = ${account_id} AND id = ${id}`
}

/** Postpones an order to a later day; its attempts and its hold stay unchanged. */
export async function markPostponed(
  tx: Tx,
  { account_id, id }: RowKey,
  later: { execution_date: string; run_at: Date },
): Promise<void> {
  await tx`
    UPDATE transfers SET execution_date = ${later.execution_date}, run_at = ${later.run_at} WHERE account_id = ${account_id} AND id = ${id}`
}

export async function markRetry(tx: Tx, { account_id, id }: RowKey, again: Date): Promise<void> {
  await tx`UPDATE transfers SET tries = tries + 1, run_at = ${again} WHERE account_id = ${account_id} AND id = ${id}`
}

export type ExpiredOrder = Pick<
  LockedTransfer,
  'account_id' | 'id' | 'version' | 'beneficiary_name' | 'amount' | 'currency' | 'reference' | 'created_by'
>

/**
 * Orders without signatures since before a moment, or whose date has passed, locked. A changed order waits from its change on; the
 * date of a series is its next one: its first may have been paid long ago, or be a closed day.
 */
export async function lockExpired(tx: Tx, before: Date, today: string, max: number): Promise<ExpiredOrder[]> {
  return tx<ExpiredOrder>`
    SELECT account_id, id, version, beneficiary_name, amount, currency, reference, created_by FROM transfers
     WHERE validation_status = 'pending' AND execution_status = 'scheduled'
       AND ((created_at < ${before} AND coalesce(edited_at, created_at) < ${before})
            OR (type <> 'direct' AND execution_date < ${today}::date))
     ORDER BY created_at LIMIT ${max}
       FOR NO KEY UPDATE SKIP LOCKED`
}
