// Reads and writes the history of beneficiaries' account numbers: who entered each, and who accepted it.
import type { BeneficiaryDetail } from 'contract/transfers/beneficiaries.ts'
import { columnsOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import { listedChanges, newChanges, waitingChanges } from './beneficiary-columns.ts'
import type { StoredAccount } from './beneficiary-rules.ts'

/** The account that was approved before; null for a new beneficiary. */
type Former = StoredAccount | null
export type WaitingChange = { id: string; changed_by: string; former: Former }

type ChangeRow = RowOf<typeof waitingChanges>

const waiting = ({ id, changed_by, old_iban, old_country, old_bic, old_bank_name }: ChangeRow): WaitingChange => ({
  id,
  changed_by,
  former: old_iban === null ? null : { iban: old_iban, country: old_country, bic: old_bic, bank_name: old_bank_name },
})

/** The change that waits for a decision, of a locked beneficiary. */
export async function findWaitingChange(
  db: Sql,
  accountId: string,
  beneficiaryId: string,
): Promise<WaitingChange | null> {
  const [row] = await db<ChangeRow>`
    SELECT ${columnsOf(waitingChanges)} FROM beneficiary_account_changes
     WHERE account_id = ${accountId} AND beneficiary_id = ${beneficiaryId} AND status = 'pending'`
  return row ? waiting(row) : null
}

export async function insertChange(
  tx: Tx,
  accountId: string,
  change: {
    id: string
    beneficiary_id: string
    former: Former
    new_iban: string
    changed_by: string
    changed_at: Date
    status: 'pending' | 'approved'
  },
): Promise<void> {
  const { former, ...rest } = change
  const row = {
    ...rest,
    account_id: accountId,
    old_iban: former?.iban ?? null,
    old_country: former?.country ?? null,
    old_bic: former?.bic ?? null,
    old_bank_name: former?.bank_name ?? null,
  }
  await tx`INSERT INTO beneficiary_account_changes (${columnsOf(newChanges)}) VALUES (${valuesOf(newChanges, row)})`
}

export async function decideChange(
  tx: Tx,
  accountId: string,
  id: string,
  decision: { status: 'approved' | 'refused' | 'withdrawn'; by: string | null; at: Date; reason: string | null },
): Promise<void> {
  await tx`
    UPDATE beneficiary_account_changes SET status = ${decision.status}, decided_by = ${decision.by}, decided_at = ${decision.at},
                                           reason = ${decision.reason}
     WHERE account_id = ${accountId} AND id = ${id}`
}

/** The number of orders that wait for the decision. */
export async function countSuspendedOrders(db: Sql, accountId: string, beneficiaryId: string): Promise<number> {
  const [row] = await db<{ suspended: number }>`
    SELECT count(*) AS suspended FROM transfers
     WHERE account_id = ${accountId} AND beneficiary_id = ${beneficiaryId} AND execution_status IN ('scheduled', 'paused')
       AND suspended = 'payee_change'`
  return row?.suspended ?? 0
}

/** All of them, the newest first. */
export async function listChanges(
  db: Sql,
  accountId: string,
  beneficiaryId: string,
): Promise<BeneficiaryDetail['changes']> {
  const rows = await db<RowOf<typeof listedChanges> & { by: string; at: Date; decided_by: string | null }>`
    SELECT ${columnsOf(listedChanges, 'c')}, author.first_name || ' ' || author.last_name AS by, c.changed_at AS at,
           decider.first_name || ' ' || decider.last_name AS decided_by
      FROM beneficiary_account_changes c
      JOIN users author ON author.id = c.changed_by
      LEFT JOIN users decider ON decider.id = c.decided_by
     WHERE c.account_id = ${accountId} AND c.beneficiary_id = ${beneficiaryId}
     ORDER BY c.changed_at DESC, c.id DESC LIMIT 50`
  return rows.map(({ at, decided_at, ...row }) => ({
    ...row,
    at: unixSeconds(at),
    decided_at: decided_at && unixSeconds(decided_at),
  }))
}
