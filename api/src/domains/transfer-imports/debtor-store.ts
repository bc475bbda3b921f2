// Reads the accounts that a file of transfers may debit, and the drafts on them.
import type { Import } from 'contract/transfers/imports.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { columnsOf, except } from '../../db/columns.ts'
import { type DraftRow, importLines, imports } from './import-columns.ts'

type Owner = { account_id: string; user_id: string }

/** An account that its user may pay from. */
export type Debtor = { id: string; iban: string; currency: string; label: string }

/** The debited account, and the other accounts in francs from which the user may order transfers. */
export async function findDebtors(
  db: Sql,
  { account_id, user_id }: Owner,
): Promise<{ chosen: Debtor; others: Debtor[] }> {
  const rows = await db<Debtor>`
    SELECT a.id, a.iban, a.currency, a.label
      FROM accounts a
      JOIN memberships m ON m.account_id = a.id AND m.user_id = ${user_id}
     WHERE a.id = ${account_id}
        OR (a.currency = 'XOF' AND a.status = 'active' AND 'transfers' = ANY (m.rights) AND 'transfer.create' = ANY (m.capabilities))`
  const chosen = rows.find(({ id }) => id === account_id)
  if (!chosen) throw new Error('a caller without an account')
  return { chosen, others: rows.filter(({ id }) => id !== account_id) }
}

/** Which of these accounts have a draft of the user that does not come from a file with this content. */
export async function findOtherDraft(
  tx: Tx,
  userId: string,
  accountIds: readonly string[],
  { content_hash, created_at }: Pick<DraftRow, 'content_hash' | 'created_at'>,
): Promise<string | null> {
  const [row] = await tx<{ account_id: string }>`
    SELECT account_id FROM transfer_imports
     WHERE user_id = ${userId} AND account_id = ANY (${[...accountIds]}::uuid[]) AND expires_at > ${created_at} AND content_hash <> ${content_hash}
     ORDER BY account_id LIMIT 1`
  return row?.account_id ?? null
}

/** The drafts of the same file on the user's other accounts, with their numbers of lines. */
export function listOtherDrafts(
  db: Sql,
  { account_id, user_id }: Owner,
  { content_hash }: Pick<DraftRow, 'content_hash'>,
  now: Date,
): Promise<Import['other_accounts']> {
  return db<Import['other_accounts'][number]>`
    SELECT a.id, a.label, a.number, (SELECT count(*) FROM transfer_import_lines l WHERE l.account_id = i.account_id AND l.import_id = i.id) AS lines
      FROM transfer_imports i JOIN accounts a ON a.id = i.account_id
     WHERE i.user_id = ${user_id} AND i.account_id <> ${account_id} AND i.content_hash = ${content_hash} AND i.expires_at > ${now}
     ORDER BY a.number`
}

// The payees were looked up for the former account.
const movedDraft = except(imports, 'account_id', 'instant_chosen_at')
const movedLines = except(importLines, 'account_id')

/** Moves a locked draft with its lines; false where its user has another draft on the new account. */
export async function moveDraft(
  tx: Tx,
  { account_id, user_id }: Owner,
  { id, accountId, now }: { id: string; accountId: string; now: Date },
): Promise<boolean> {
  await tx`
    DELETE FROM transfer_imports WHERE account_id = ${accountId} AND user_id = ${user_id} AND expires_at <= ${now}`
  const moved = await tx`
    INSERT INTO transfer_imports (account_id, ${columnsOf(movedDraft)})
    SELECT ${accountId}, ${columnsOf(movedDraft, 'i')} FROM transfer_imports i WHERE i.account_id = ${account_id} AND i.id = ${id}
        ON CONFLICT DO NOTHING RETURNING 1`
  if (moved.length === 0) return false
  await tx`
    INSERT INTO transfer_import_lines (account_id, ${columnsOf(movedLines)})
    SELECT ${accountId}, ${columnsOf(movedLines, 'l')} FROM transfer_import_lines l
     WHERE l.account_id = ${account_id} AND l.import_id = ${id}`
  await tx`DELETE FROM transfer_imports WHERE account_id = ${account_id} AND id = ${id}`
  return true
}
