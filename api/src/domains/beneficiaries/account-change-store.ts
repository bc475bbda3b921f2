// Reads and writes the history of beneficiaries' account numbers: who entered each, and who accepted it.
import type { BeneficiaryDetail } from 'contract/transfers/beneficiaries.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import type { StoredAccount } from './beneficiary-rules.ts'

/** The account that was approved before; null for a new beneficiary. */
type Former = StoredAccount | null
export type WaitingChange = { id: string; changed_by: string; former: Former }

type ChangeRow = {
  id: string
  changed_by: string
  old_iban: string | null
  old_country: string | null
  old_bic: string | null
  old_bank_name: string | null
}

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
    SELECT id, changed_by, old_iban, old_country, old_bic, old_bank_name FROM beneficiary_account_changes
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
  const { former } = change
  await tx`
    INSERT INTO beneficiary_account_changes (account_id, id, beneficiary_id, old_iban, old_country, old_bic, old_bank_name, new_iban,
                                             changed_by, changed_at, status)
    VALUES (${accountId}, ${change.id}, ${change.beneficiary_id}, ${former?.iban ?? null}, ${former?.country ?? null},
            ${former?.bic ?? null}, ${former?.bank_name ?? null}, ${change.new_iban}, ${change.changed_by}, ${change.changed_at},
            ${change.status})`
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
  const rows = await db<
    Omit<BeneficiaryDetail['changes'][number], 'at' | 'decided_at'> & { at: Date; decided_at: Date | null }
  >`
    SELECT c.id, c.old_iban, c.new_iban, author.first_name || ' ' || author.last_name AS by, c.changed_at AS at, c.status,
           decider.first_name || ' ' || decider.last_name AS decided_by, c.decided_at, c.reason
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
