import type { About, Message, MessageHead } from 'contract/accounts/messages.ts'
import { columnsOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { pageOf } from '../../db/page-of.ts'
import { containing } from '../../db/like.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import { kindOfMediaType } from '../../formats/file-content.ts'
import {
  documentFiles,
  letters,
  listedDocuments,
  messageDocuments,
  messageHeads,
  newMessages,
  newReplies,
} from './message-columns.ts'

export type MessageFilter = {
  isUnreadOnly: boolean
  isArchived: boolean
  search: string | null
  from: string | null
  to: string | null
}

/** A page of an account's conversations, the most recent first. */
export async function listMessagesOf(
  db: Sql,
  accountId: string,
  { isUnreadOnly, isArchived, search, from, to }: MessageFilter,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ items: MessageHead[]; total: number }> {
  const pattern = search ? containing(search) : null
  const rows = await db<Omit<MessageHead, 'sent_at'> & { sent_at: Date; total: number }>`
    WITH found AS MATERIALIZED (
      SELECT m.id, coalesce(m.continued_at, m.sent_at) AS last_at
        FROM messages m
       WHERE m.account_id = ${accountId} AND (m.archived_at IS NOT NULL) = ${isArchived}::boolean
         AND (NOT ${isUnreadOnly}::boolean OR m.read_at IS NULL)
         AND (${from}::date IS NULL OR coalesce(m.continued_at, m.sent_at) >= ${from}::date)
         AND (${to}::date IS NULL OR coalesce(m.continued_at, m.sent_at) < ${to}::date + 1)
         AND (${pattern}::text IS NULL OR m.search_text LIKE (SELECT plain_letters(${pattern}))
              OR m.id IN (SELECT r.message_id FROM message_replies r
                           WHERE r.account_id = ${accountId} AND r.search_text LIKE (SELECT plain_letters(${pattern}))))),
    counted AS (SELECT count(*) AS total FROM found),
    paged AS (SELECT id, last_at FROM found ORDER BY last_at DESC, id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page})
    SELECT counted.total, m.id, m.subject, coalesce(l.sender, m.sender) AS sender, p.last_at AS sent_at, m.read_at IS NOT NULL AS is_read,
           m.archived_at IS NOT NULL AS is_archived, left(coalesce(l.body, m.body), 200) AS preview,
           1 + (SELECT count(*) FROM message_replies r WHERE r.account_id = ${accountId} AND r.message_id = p.id) AS letter_count,
           (SELECT count(*) FROM message_documents d WHERE d.account_id = ${accountId} AND d.message_id = p.id) AS document_count
      FROM counted
      LEFT JOIN paged p ON true
      LEFT JOIN messages m ON m.account_id = ${accountId} AND m.id = p.id
      LEFT JOIN LATERAL (SELECT sender, body FROM message_replies r WHERE r.account_id = ${accountId} AND r.message_id = p.id
                          ORDER BY r.sent_at DESC, r.id DESC LIMIT 1) l ON true
     ORDER BY p.last_at DESC, p.id DESC`
  return pageOf(rows, ({ sent_at, ...row }) => ({ ...row, sent_at: unixSeconds(sent_at) }))
}

type HeadRow = RowOf<typeof messageHeads>

const aboutOf = ({ about_kind: kind, about_id: id }: HeadRow): About | null => {
  if (kind === null || id === null) return null
  return kind === 'fault' ? { kind, request_id: id } : { kind, id }
}

export async function findMessage(db: Sql, accountId: string, id: string): Promise<Message | null> {
  const [row] = await db<HeadRow>`
    SELECT ${columnsOf(messageHeads)} FROM messages WHERE account_id = ${accountId} AND id = ${id}`
  if (!row) return null
  const [written, documents] = await Promise.all([
    db<RowOf<typeof letters>>`
      SELECT ${columnsOf(letters)} FROM (
        SELECT ${columnsOf(letters)}, 0 AS place FROM messages WHERE account_id = ${accountId} AND id = ${id}
        UNION ALL
        SELECT ${columnsOf(letters)}, 1 FROM message_replies WHERE account_id = ${accountId} AND message_id = ${id}) letters
       ORDER BY place, letters.sent_at, letters.id`,
    db<RowOf<typeof listedDocuments>>`
      SELECT ${columnsOf(listedDocuments)} FROM message_documents
       WHERE account_id = ${accountId} AND message_id = ${id} ORDER BY letter_id, place`,
  ])
  const documentsOf = (letter: string) =>
    documents
      .filter(({ letter_id }) => letter_id === letter)
      .map(({ letter_id: _letter, media_type, ...document }) => ({
        ...document,
        file_kind: kindOfMediaType(media_type),
      }))
  return {
    id,
    subject: row.subject,
    is_read: row.read_at !== null,
    is_archived: row.archived_at !== null,
    about: aboutOf(row),
    letters: written.map(({ written_by, ...letter }) => ({
      ...letter,
      is_own: written_by !== null,
      sent_at: unixSeconds(letter.sent_at),
      documents: documentsOf(letter.id),
    })),
  }
}

/** Marks a conversation as read or archived, or removes the mark. False where the account has none with this id. */
export async function markRead(
  db: Sql,
  accountId: string,
  id: string,
  { read, archived, at }: { read: boolean | null; archived: boolean | null; at: Date },
): Promise<boolean> {
  const rows = await db`
    UPDATE messages
       SET read_at = CASE ${read}::boolean WHEN true THEN coalesce(read_at, ${at}) WHEN false THEN NULL ELSE read_at END,
           archived_at = CASE ${archived}::boolean WHEN true THEN coalesce(archived_at, ${at}) WHEN false THEN NULL ELSE archived_at END
     WHERE account_id = ${accountId} AND id = ${id} RETURNING 1`
  return rows.length > 0
}

/** An uploaded file, scanned and clean. */
export type NewDocument = { id: string; name: string; media_type: string; content: Buffer }
/** The author: `user_id` null is the bank. */
export type NewLetter = {
  id: string
  sender: string
  user_id: string | null
  body: string
  documents: readonly NewDocument[]
  at: Date
}
type RowKey = { account_id: string; message_id: string }

async function insertDocuments(
  tx: Tx,
  { account_id, message_id }: RowKey,
  letterId: string,
  documents: readonly NewDocument[],
): Promise<void> {
  for (const [place, document] of documents.entries()) {
    const row = { ...document, account_id, message_id, letter_id: letterId, size: document.content.length, place }
    await tx`INSERT INTO message_documents (${columnsOf(messageDocuments)}) VALUES (${valuesOf(messageDocuments, row)})`
  }
}

export async function insertMessage(
  tx: Tx,
  accountId: string,
  { id, sender, user_id, body, documents, at }: NewLetter,
  { subject, about }: { subject: string; about: About | null },
): Promise<void> {
  const row = {
    account_id: accountId,
    id,
    subject,
    sender,
    body,
    written_by: user_id,
    sent_at: at,
    read_at: at,
    waiting_since: at,
    about_kind: about?.kind ?? null,
    about_id: about && (about.kind === 'fault' ? about.request_id : about.id),
  }
  await tx`INSERT INTO messages (${columnsOf(newMessages)}) VALUES (${valuesOf(newMessages, row)})`
  await insertDocuments(tx, { account_id: accountId, message_id: id }, id, documents)
}

/** A customer's message waits for an answer; a message of the bank waits to be read. Both bring the conversation back from the archive. */
export async function insertReply(
  tx: Tx,
  key: RowKey,
  { id, sender, user_id, body, documents, at }: NewLetter,
): Promise<void> {
  const { account_id, message_id } = key
  const isOwn = user_id !== null
  const row = { account_id, message_id, id, sender, written_by: user_id, body, sent_at: at }
  await tx`INSERT INTO message_replies (${columnsOf(newReplies)}) VALUES (${valuesOf(newReplies, row)})`
  await insertDocuments(tx, key, id, documents)
  await tx`
    UPDATE messages
       SET continued_at = ${at}, archived_at = NULL, read_at = CASE WHEN ${isOwn}::boolean THEN coalesce(read_at, ${at}) END,
           waiting_since = CASE WHEN ${isOwn}::boolean THEN coalesce(waiting_since, ${at}) END
     WHERE account_id = ${account_id} AND id = ${message_id}`
}

/** Locks a conversation and answers its number of messages. Null where the account has none with this id. */
export async function lockMessage(tx: Tx, accountId: string, id: string): Promise<number | null> {
  const [row] = await tx`SELECT 1 FROM messages WHERE account_id = ${accountId} AND id = ${id} FOR UPDATE`
  if (!row) return null
  const [counted] = await tx<{ replies: number }>`
    SELECT count(*) AS replies FROM message_replies WHERE account_id = ${accountId} AND message_id = ${id}`
  return 1 + (counted?.replies ?? 0)
}

/** The number of messages that a person wrote since then, counted under a lock. */
export async function countLettersOf(tx: Tx, userId: string, since: Date): Promise<number> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`message.send:${userId}`}, 0))`
  const [row] = await tx<{ written: number }>`
    SELECT (SELECT count(*) FROM messages WHERE written_by = ${userId} AND sent_at > ${since})
         + (SELECT count(*) FROM message_replies WHERE written_by = ${userId} AND sent_at > ${since}) AS written`
  return row?.written ?? 0
}

/** Whether the account has it and this reader may see it: orders of a confidential batch are restricted. */
export async function hasSubject(
  tx: Tx,
  accountId: string,
  about: Exclude<About, { kind: 'fault' }>,
  { seesConfidential }: { seesConfidential: boolean },
): Promise<boolean> {
  const rows =
    about.kind === 'operation'
      ? await tx`SELECT 1 FROM ledger_entries WHERE account_id = ${accountId} AND id = ${about.id} AND seq IS NOT NULL`
      : await tx`SELECT 1 FROM visible_transfers(${accountId}, ${seesConfidential}) WHERE id = ${about.id}`
  return rows.length > 0
}

export async function findMessageDocument(
  db: Sql,
  accountId: string,
  { id, document }: { id: string; document: string },
): Promise<RowOf<typeof documentFiles> | null> {
  const [row] = await db<RowOf<typeof documentFiles>>`
    SELECT ${columnsOf(documentFiles)} FROM message_documents
     WHERE id = ${document} AND account_id = ${accountId} AND message_id = ${id}`
  return row ?? null
}

/** A conversation in which the customer wrote last. */
export type WaitingMessage = { account_id: string; id: string; waiting_since: Date }

/** The conversations that have waited for the bank since then or longer, the longest first. */
export function listWaitingMessages(db: Sql, since: Date, max: number): Promise<WaitingMessage[]> {
  return db<WaitingMessage>`
    SELECT account_id, id, waiting_since FROM messages
     WHERE waiting_since IS NOT NULL AND waiting_since <= ${since}
     ORDER BY waiting_since, account_id, id LIMIT ${max}`
}

/** The name that signs for the bank: the account's manager, or else the bank. */
export async function getSenderOf(db: Sql, accountId: string): Promise<string> {
  const [row] = await db<{ name: string }>`
    SELECT coalesce(v.first_name || ' ' || v.last_name, bank.name) AS name
      FROM accounts a LEFT JOIN advisors v ON v.id = a.advisor_id CROSS JOIN bank WHERE a.id = ${accountId}`
  if (!row) throw new Error('no such account')
  return row.name
}

/** The customer's last message, for the person who answers. */
export async function findLastOwnLetter(
  db: Sql,
  { account_id, id }: Pick<WaitingMessage, 'account_id' | 'id'>,
): Promise<{ first_name: string; lang: 'fr' | 'en'; about_kind: About['kind'] | null; documents: number } | null> {
  const [row] = await db<{
    first_name: string
    lang: 'fr' | 'en'
    about_kind: About['kind'] | null
    documents: number
  }>`
    SELECT u.first_name, u.lang, m.about_kind,
           (SELECT count(*) FROM message_documents d
             WHERE d.account_id = m.account_id AND d.message_id = m.id AND d.letter_id = coalesce(r.id, m.id)) AS documents
      FROM messages m
      LEFT JOIN LATERAL (SELECT id, written_by FROM message_replies r
                          WHERE r.account_id = m.account_id AND r.message_id = m.id AND r.written_by IS NOT NULL
                          ORDER BY r.sent_at DESC, r.id DESC LIMIT 1) r ON true
      JOIN users u ON u.id = coalesce(r.written_by, m.written_by)
     WHERE m.account_id = ${account_id} AND m.id = ${id}`
  return row ?? null
}
