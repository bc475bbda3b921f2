// Reads the queue of alerts and the data that the rules need: one statement for each question, whatever the number of
// rows.
import { columnsOf, type RowOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { causingEvents } from '../audit/audit-columns.ts'
import type { BankText, CauseContext, MadeStatement, Member, Subject } from './alert-cause-rules.ts'
import type { Entry, SubjectKind } from './alert-causes.ts'

export async function hasQueued(db: Sql): Promise<boolean> {
  const rows = await db`SELECT 1 FROM alert_queue ORDER BY id LIMIT 1`
  return rows.length > 0
}

export type Queued = {
  id: number
  source: 'event' | 'entry' | 'message' | 'reply' | 'statement'
  ids: string[]
  account_ids: (string | null)[]
}

/** Takes the next rows of the queue, oldest first. Another worker takes others; a rollback gives them back. */
export const takeQueued = (tx: Tx, max: number) => tx<Queued>`
  DELETE FROM alert_queue WHERE id IN (SELECT id FROM alert_queue ORDER BY id LIMIT ${max} FOR UPDATE SKIP LOCKED)
  RETURNING id, source, ids, account_ids`

type RowKey = { account_id: string | null; id: string }

/** The keys as two lists of equal length, each once: several events may be about one order. */
function listsOf(keys: readonly RowKey[]) {
  const distinct = [...new Map(keys.map((key) => [`${key.account_id} ${key.id}`, key])).values()]
  return { accountIds: distinct.map(({ account_id }) => account_id), ids: distinct.map(({ id }) => id) }
}

// Entries and transfers arrive by thousands, from batches of one account or from orders of many. OFFSET keeps the key on the inside: a
// join may read all rows of an account for each key before the tables have statistics, and two lists look for each id on each account.
export async function listEntries(tx: Tx, keys: readonly RowKey[]): Promise<Entry[]> {
  const { accountIds, ids } = listsOf(keys)
  return tx<Entry>`
    SELECT e.account_id, e.id, e.amount::bigint, e.balance_after::bigint, e.posted_at AS at
      FROM unnest(${accountIds}::uuid[], ${ids}::uuid[]) AS k (account_id, id)
     CROSS JOIN LATERAL (SELECT * FROM ledger_entries WHERE account_id = k.account_id AND id = k.id OFFSET 0) e
     ORDER BY e.account_id, e.seq`
}

/** Messages of the bank: first messages of conversations, and replies. */
export const listTexts = (tx: Tx, messages: readonly RowKey[], replies: readonly RowKey[]) => tx<BankText>`
  SELECT m.account_id, m.id AS message_id, m.sent_at AS at
    FROM jsonb_to_recordset(${JSON.stringify(messages)}) AS k (account_id uuid, id uuid)
    JOIN messages m ON m.account_id = k.account_id AND m.id = k.id
  UNION ALL
  SELECT r.account_id, r.message_id, r.sent_at
    FROM jsonb_to_recordset(${JSON.stringify(replies)}) AS k (account_id uuid, id uuid)
    JOIN message_replies r ON r.account_id = k.account_id AND r.id = k.id`

export const listStatements = (tx: Tx, keys: readonly RowKey[]) => tx<MadeStatement>`
  SELECT s.account_id, s.id, s.made_at AS at
    FROM jsonb_to_recordset(${JSON.stringify(keys)}) AS k (account_id uuid, id uuid)
    JOIN statements s ON s.account_id = k.account_id AND s.id = k.id`

/** Those of the events that have one of these actions. */
export const listEvents = (tx: Tx, ids: readonly string[], actions: readonly string[]) => tx<
  RowOf<typeof causingEvents> & { subject_id: string }
>`
  SELECT ${columnsOf(causingEvents)}, subject_id
    FROM audit_events
   WHERE id = ANY (${ids}::uuid[]) AND action = ANY (${actions}) AND subject_id IS NOT NULL
   ORDER BY at, id`

export type SubjectKey = {
  event_id: string
  about: SubjectKind
  account_id: string
  id: string
  at: Date
  index: number | null
}

export async function listTransferSubjects(tx: Tx, keys: readonly SubjectKey[]): Promise<Subject[]> {
  const { accountIds, ids } = listsOf(keys)
  const rows = await tx<Omit<Subject, 'event_id'> & RowKey>`
    SELECT t.account_id, t.id, t.amount::bigint, t.beneficiary_name AS name, t.validation_status AS status, t.is_confidential,
           t.batch_id IS NOT NULL AS is_batch_line
      FROM unnest(${accountIds}::uuid[], ${ids}::uuid[]) AS k (account_id, id)
     CROSS JOIN LATERAL (SELECT * FROM transfers WHERE account_id = k.account_id AND id = k.id OFFSET 0) t`
  const byKey = new Map(rows.map(({ account_id, id, ...subject }) => [`${account_id} ${id}`, subject]))
  return keys.flatMap(({ event_id, account_id, id }) => {
    const subject = byKey.get(`${account_id} ${id}`)
    return subject ? [{ ...subject, event_id }] : []
  })
}

/** All other subjects in their current state. A subject that was deleted since has no row, and alerts nobody. */
export const listSubjects = (tx: Tx, keys: readonly SubjectKey[]) => tx<Subject>`
  WITH k AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(keys)}) AS k (event_id uuid, about text, account_id uuid, id uuid, index integer)
  )
  SELECT k.event_id, b.amount::bigint, b.file_name AS name, b.state AS status, b.is_confidential, false AS is_batch_line
    FROM k JOIN transfer_batches b ON b.account_id = k.account_id AND b.id = k.id WHERE k.about = 'batch'
  UNION ALL
  SELECT k.event_id, t.amount::bigint, '•••• ' || c.last_digits, t.status, false, false
    FROM k JOIN card_topups t ON t.account_id = k.account_id AND t.id = k.id
    JOIN prepaid_cards c ON c.account_id = t.account_id AND c.id = t.card_id WHERE k.about = 'topup'
  UNION ALL
  SELECT k.event_id, t.amount::bigint, '•••• ' || c.last_digits, t.status, false, false
    FROM k JOIN recurring_topups t ON t.account_id = k.account_id AND t.id = k.id
    JOIN prepaid_cards c ON c.account_id = t.account_id AND c.id = t.card_id WHERE k.about = 'recurring_topup'
  UNION ALL
  SELECT k.event_id, NULL, CASE c.status WHEN 'available' THEN b.name ELSE c.reference END, c.status, false, false
    FROM k JOIN chequebooks c ON c.account_id = k.account_id AND c.id = k.id
    JOIN branches b ON b.code = c.branch_code WHERE k.about = 'chequebook'
  UNION ALL
  SELECT k.event_id, NULL, b.name, b.approval_status, b.is_confidential, false
    FROM k JOIN beneficiaries b ON b.account_id = k.account_id AND b.id = k.id WHERE k.about = 'beneficiary'
  UNION ALL
  SELECT k.event_id, c.amount::bigint, c.creditor_name, NULL, false, false
    FROM k JOIN collections c ON c.account_id = k.account_id AND c.id = k.id WHERE k.about = 'debit'
  UNION ALL
  SELECT k.event_id, NULL, m.creditor_name, m.status, false, false
    FROM k JOIN mandates m ON m.account_id = k.account_id AND m.id = k.id WHERE k.about = 'mandate'
  UNION ALL
  SELECT k.event_id, d.principal::bigint, d.number, NULL, false, false
    FROM k JOIN deposits d ON d.account_id = k.account_id AND d.id = k.id WHERE k.about = 'deposit'
  UNION ALL
  SELECT k.event_id, l.instalment::bigint, c.number, NULL, false, false
    FROM k JOIN credits c ON c.account_id = k.account_id AND c.id = k.id
    JOIN credit_lines l ON l.credit_id = c.id AND l.place = k.index WHERE k.about = 'credit'
  UNION ALL
  SELECT k.event_id, r.amount::bigint, l.name, r.state, false, false
    FROM k JOIN payment_requests r ON r.account_id = k.account_id AND r.id = k.id
    JOIN payee_lookups l ON l.account_id = r.account_id AND l.id = r.lookup_id WHERE k.about = 'payment_request'
  UNION ALL
  SELECT k.event_id, i.amount::bigint, i.debtor_name,
         CASE WHEN EXISTS (SELECT FROM return_acceptances g WHERE g.request_id = r.id AND g.state = 'pending') THEN 'pending' ELSE r.state END, false, false
    FROM k JOIN return_requests r ON r.account_id = k.account_id AND r.id = k.id
    JOIN incoming_payments i ON i.id = r.incoming_id WHERE k.about = 'return_request'
  UNION ALL
  SELECT k.event_id, NULL, a.value, a.state, false, false
    FROM k JOIN payment_aliases a ON a.account_id = k.account_id AND a.id = k.id WHERE k.about = 'alias'
  UNION ALL
  SELECT k.event_id, e.amount::bigint, e.counterparty, NULL, false, false
    FROM k CROSS JOIN LATERAL (SELECT * FROM ledger_entries WHERE account_id = k.account_id AND id = k.id OFFSET 0) e WHERE k.about = 'operation'`

/** The members of these accounts with their preferences. */
export const listMembers = (tx: Tx, accountIds: readonly string[]) => tx<Member>`
  SELECT m.account_id, m.user_id, m.rights, m.capabilities,
         coalesce((SELECT jsonb_agg(jsonb_build_object('kind', r.kind, 'is_on', r.is_on, 'threshold', r.threshold, 'by_mail', r.by_mail, 'by_push', r.by_push))
                     FROM alert_rules r WHERE r.account_id = m.account_id AND r.user_id = m.user_id), '[]') AS rules
    FROM memberships m WHERE m.account_id = ANY (${accountIds}::uuid[])
   ORDER BY m.account_id, m.user_id`

/** The validators whose signature the call that accepts the order would take: they did not write it, may still sign it, and it is within their limits. */
export const listSigners = (tx: Tx, orders: readonly SubjectKey[]) => tx<CauseContext['signers'][number]>`
  WITH k AS MATERIALIZED (
    SELECT event_id, about, account_id, id, (at AT TIME ZONE 'UTC')::date AS day
      FROM jsonb_to_recordset(${JSON.stringify(orders)}) AS k (event_id uuid, about text, account_id uuid, id uuid, at timestamptz)
  ), validator AS MATERIALIZED (
    SELECT DISTINCT m.user_id, m.account_id, k.day
      FROM k JOIN memberships m ON m.account_id = k.account_id AND 'transfer.validate' = ANY (m.capabilities)
  ), over_limit AS MATERIALIZED (
    SELECT v.user_id, v.account_id, v.day, o.kind, o.id
      FROM validator v CROSS JOIN LATERAL orders_over_limit(v.user_id, v.account_id, v.day) o
  )
  SELECT k.event_id, v.user_id
    FROM k JOIN validator v ON v.account_id = k.account_id AND v.day = k.day
   WHERE NOT EXISTS (SELECT FROM over_limit o
                      WHERE o.user_id = v.user_id AND o.account_id = v.account_id AND o.day = v.day AND o.kind = k.about AND o.id = k.id)
     AND CASE k.about
           WHEN 'transfer' THEN (SELECT t.created_by <> v.user_id AND t.edited_by IS DISTINCT FROM v.user_id
                                    AND signature_is_open(v.user_id, t.account_id, t.id, t.version, t.signing_rule)
                                   FROM transfers t WHERE t.account_id = k.account_id AND t.id = k.id)
           WHEN 'batch' THEN (SELECT b.created_by <> v.user_id AND batch_signature_is_open(v.user_id, b.account_id, b.id, b.signing_rule)
                                FROM transfer_batches b WHERE b.account_id = k.account_id AND b.id = k.id)
           WHEN 'return_request' THEN (SELECT g.created_by <> v.user_id
                                          AND payment_signature_is_open(v.user_id, g.account_id, g.request_id, g.version, g.signing_rule)
                                         FROM return_acceptances g WHERE g.request_id = k.id AND g.state = 'pending')
           ELSE true
         END`

/**
 * The sign-ins from a browser that had no mark of the user. The very first one causes no alert: neither an earlier sign-in nor another device is
 * known (events of archived years are gone). Each with what the browser calls itself.
 */
export async function listNewDevices(
  tx: Tx,
  eventIds: readonly string[],
): Promise<{ event_id: string; browser: string | null }[]> {
  return tx<{ event_id: string; browser: string | null }>`
    SELECT f.id AS event_id, f.browser
      FROM audit_events f
     WHERE f.id = ANY (${eventIds}::uuid[]) AND (f.facts ->> 'is_new_device')::boolean
       AND (EXISTS (SELECT FROM audit_events o WHERE o.user_id = f.user_id AND o.action = 'session.open' AND (o.at, o.id) < (f.at, f.id))
            OR EXISTS (SELECT FROM devices d WHERE d.user_id = f.user_id AND d.created_at < f.at))`
}

export const listPeople = (tx: Tx, ids: readonly string[]) => tx<CauseContext['people'][number]>`
  SELECT id, first_name || ' ' || last_name AS name FROM users WHERE id = ANY (${ids}::uuid[])`
