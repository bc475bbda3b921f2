import type { Dashboard } from 'contract/dashboard.ts'
import type { Sql } from '../../db/db.ts'

type Inbox = NonNullable<Dashboard['inbox']>

/** The last messages of an account and how many are unread. */
export async function findInbox(db: Sql, accountId: string, most: number): Promise<Inbox> {
  const [row] = await db<Inbox>`
    SELECT (SELECT count(*) FROM messages WHERE account_id = ${accountId} AND read_at IS NULL) AS unread,
           coalesce((SELECT json_agg(m ORDER BY m.sent_at DESC, m.id DESC)
                       FROM (SELECT id, subject, sender, extract(epoch FROM sent_at)::bigint AS sent_at, read_at IS NOT NULL AS is_read
                               FROM messages WHERE account_id = ${accountId}
                              ORDER BY messages.sent_at DESC, id DESC LIMIT ${most}) m), '[]') AS items`
  if (!row) throw new Error('the inbox query answers one row')
  return row
}

export async function getBalance(db: Sql, accountId: string): Promise<{ balance: number; available: number }> {
  const [row] = await db<{ balance: number; available: number }>`
    SELECT booked AS balance, booked - held + overdraft AS available FROM ledger_accounts WHERE id = ${accountId}`
  if (!row) throw new Error(`no ledger account ${accountId}`)
  return row
}
