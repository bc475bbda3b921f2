import type { accountStatuses } from 'contract/accounts/accounts.ts'
import type { Tx } from '../db/db.ts'

export type AccountStatus = (typeof accountStatuses)[number]

/** The state and the name of an account, which stay as they are until the transaction ends. */
export async function lockAccount(tx: Tx, id: string): Promise<{ status: AccountStatus; label: string }> {
  const [row] = await tx<{ status: AccountStatus; label: string }>`
    SELECT status, label FROM accounts WHERE id = ${id} FOR NO KEY UPDATE`
  if (!row) throw new Error(`no account ${id}`)
  return row
}

export async function setStatus(tx: Tx, id: string, status: AccountStatus): Promise<void> {
  await tx`UPDATE accounts SET status = ${status} WHERE id = ${id}`
}

export async function setLabel(tx: Tx, id: string, label: string): Promise<void> {
  await tx`UPDATE accounts SET label = ${label} WHERE id = ${id}`
}

/** The balance must be locked: it is never below the new limit. */
export async function setOverdraft(tx: Tx, id: string, overdraft: number): Promise<void> {
  await tx`SELECT ledger_set_overdraft(${id}, ${overdraft})`
}

/** The numbers of the deposits and credits of an account that have not ended. */
export async function listOpenContracts(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx<{ number: string }>`
    SELECT number FROM deposits WHERE account_id = ${id} AND status = 'pending'
     UNION ALL
    SELECT c.number FROM credits c
     WHERE c.account_id = ${id} AND EXISTS (SELECT FROM credit_lines l WHERE l.credit_id = c.id AND l.paid_on IS NULL)
     ORDER BY number`
  return rows.map(({ number }) => number)
}

/** The account's own limit of withdrawals, locked; null where that of the bank is in force. */
export async function lockWithdrawalLimit(tx: Tx, id: string): Promise<number | null> {
  const [row] = await tx<{ amount: number }>`
    SELECT amount::bigint AS amount FROM card_withdrawal_limits WHERE account_id = ${id} FOR NO KEY UPDATE`
  return row?.amount ?? null
}

export async function upsertWithdrawalLimit(tx: Tx, id: string, amount: number): Promise<void> {
  await tx`
    INSERT INTO card_withdrawal_limits (account_id, amount) VALUES (${id}, ${amount})
    ON CONFLICT (account_id) DO UPDATE SET amount = EXCLUDED.amount`
}

export async function removeWithdrawalLimit(tx: Tx, id: string): Promise<void> {
  await tx`DELETE FROM card_withdrawal_limits WHERE account_id = ${id}`
}
