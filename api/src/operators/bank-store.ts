import type { Sql } from '../db/db.ts'
import type { Row } from './command.ts'

/** The account of a message or chequebook, which an operator identifies by its id only. */
export async function findWaiting(
  db: Sql,
  of: 'messages' | 'chequebooks',
  id: string,
): Promise<{ account_id: string; id: string; status: string | null } | null> {
  const [row] =
    of === 'messages'
      ? await db<{
          account_id: string
          id: string
          status: null
        }>`SELECT account_id, id, NULL AS status FROM messages WHERE id = ${id}`
      : await db<{
          account_id: string
          id: string
          status: string
        }>`SELECT account_id, id, status FROM chequebooks WHERE id = ${id}`
  return row ?? null
}

type Waiting = {
  message: string
  account: string
  iban: string
  holder: string
  subject: string
  documents: number
  waiting_since: Date
}

/** The conversations in which the customer wrote last, the one that waits longest first. */
export const listWaitingConversations = (db: Sql, max: number): Promise<Waiting[]> =>
  db<Waiting>`
    SELECT m.id AS message, m.account_id AS account, a.iban, c.name AS holder, m.subject,
           (SELECT count(*) FROM message_documents d WHERE d.account_id = m.account_id AND d.message_id = m.id) AS documents, m.waiting_since
      FROM messages m JOIN accounts a ON a.id = m.account_id JOIN customers c ON c.id = a.customer_id
     WHERE m.waiting_since IS NOT NULL
     ORDER BY m.waiting_since, m.account_id, m.id LIMIT ${max}`

/** The operators' actions, the newest first; filtered by operator and day. */
export async function listActs(
  db: Sql,
  { operator, day, max }: { operator: string | null; day: string | null; max: number },
): Promise<Row[]> {
  const rows = await db<{
    at: Date
    operator: string
    action: string
    account: string | null
    subject_id: string
    facts: object
  }>`
    SELECT e.at, e.operator, e.action, a.iban AS account, e.subject_id, e.facts
      FROM audit_events e LEFT JOIN accounts a ON a.id = e.account_id
     WHERE e.operator IS NOT NULL AND (${operator}::text IS NULL OR e.operator = ${operator})
       AND (${day}::date IS NULL OR (e.at >= ${day}::date AND e.at < ${day}::date + 1))
     ORDER BY e.at DESC, e.id DESC LIMIT ${max}`
  return rows.map(({ at, facts, ...row }) => ({ at: at.toISOString(), ...row, facts: JSON.stringify(facts) }))
}

export type DaySums = { currency: string; postings: number; entries: number; debits: number; credits: number }

/** The day's postings on customers' accounts, by currency. */
export function sumDay(db: Sql, day: string): Promise<DaySums[]> {
  return db<DaySums>`
    SELECT e.currency, count(DISTINCT e.posting_id) AS postings, count(*) AS entries,
           coalesce(-sum(e.amount) FILTER (WHERE e.amount < 0), 0)::bigint AS debits,
           coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0)::bigint AS credits
      FROM accounts a JOIN ledger_entries e ON e.account_id = a.id AND e.booking_date = ${day}::date AND e.seq IS NOT NULL
     GROUP BY e.currency ORDER BY e.currency`
}
