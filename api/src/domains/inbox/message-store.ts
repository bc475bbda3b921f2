import type { Message, MessageHead } from 'contract/messages.ts'
import type { Sql } from '../../db/db.ts'
import { unixSeconds } from '../../outside/clock.ts'

type Row<Shape extends MessageHead> = Omit<Shape, 'sent_at'> & { sent_at: Date }

/** A page of an account's messages, newest first. */
export async function listMessagesOf(
  db: Sql,
  accountId: string,
  { isUnreadOnly }: { isUnreadOnly: boolean },
  { page, per_page }: { page: number; per_page: number },
): Promise<{ items: MessageHead[]; total: number }> {
  const rows = await db<Row<MessageHead> & { total: number }>`
    SELECT counted.total, m.id, m.subject, m.sender, m.sent_at, m.read_at IS NOT NULL AS is_read
      FROM (SELECT count(*) AS total FROM messages
             WHERE account_id = ${accountId} AND (NOT ${isUnreadOnly}::boolean OR read_at IS NULL)) counted
      LEFT JOIN (SELECT * FROM messages WHERE account_id = ${accountId} AND (NOT ${isUnreadOnly}::boolean OR read_at IS NULL)
                  ORDER BY sent_at DESC, id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) m ON true
     ORDER BY m.sent_at DESC, m.id DESC`
  return {
    total: rows[0]?.total ?? 0,
    items: rows.filter(({ id }) => id !== null).map(({ total: _total, sent_at, ...row }) => ({ ...row, sent_at: unixSeconds(sent_at) })),
  }
}

export async function findMessage(db: Sql, accountId: string, id: string): Promise<Message | null> {
  const [row] = await db<Row<Message>>`
    SELECT id, subject, sender, body, sent_at, read_at IS NOT NULL AS is_read FROM messages WHERE account_id = ${accountId} AND id = ${id}`
  return row ? { ...row, sent_at: unixSeconds(row.sent_at) } : null
}

/** Notes when a message was first read, or forgets it. False where the account has no such message. */
export async function markRead(db: Sql, accountId: string, id: string, readAt: Date | null): Promise<boolean> {
  const rows = await db`
    UPDATE messages SET read_at = CASE WHEN ${readAt}::timestamptz IS NULL THEN NULL ELSE coalesce(read_at, ${readAt}) END
     WHERE account_id = ${accountId} AND id = ${id} RETURNING 1`
  return rows.length > 0
}
