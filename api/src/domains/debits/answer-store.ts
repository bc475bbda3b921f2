import { columnsOf, recordsetOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { answeredLines, type CollectionMessageRow, lineKeys, newAnswers, presentedLines } from './collection-columns.ts'

export type PresentedLine = RowOf<typeof presentedLines>

/** The lines of a message of collections. */
export async function insertLines(tx: Tx, lines: readonly PresentedLine[]): Promise<void> {
  await tx`
    INSERT INTO collection_lines (${columnsOf(presentedLines)})
    SELECT ${columnsOf(presentedLines)} FROM ${recordsetOf(presentedLines, lines, 'l')}`
}

/** The lines of a message without a collection. */
export const listObstacles = (tx: Tx, { sender, message_id }: Pick<PresentedLine, 'sender' | 'message_id'>) =>
  tx<{ reference: string; obstacle: string }>`
    SELECT reference, obstacle FROM collection_lines
     WHERE sender = ${sender} AND message_id = ${message_id} AND obstacle IS NOT NULL ORDER BY place`

export type LineToAnswer = RowOf<typeof lineKeys> & { status: 'ACSC' | 'RJCT'; reason: string | null }

/** Ended lines without an answer, those of one message together. A simultaneous caller waits for the lock and finds none. */
export const lockLinesToAnswer = (tx: Tx, max: number) =>
  tx<LineToAnswer>`
    SELECT ${columnsOf(lineKeys, 'l')},
           CASE WHEN c.status IN ('executed', 'refunded') THEN 'ACSC' ELSE 'RJCT' END AS status,
           CASE WHEN c.status IN ('executed', 'refunded') THEN NULL ELSE coalesce(l.obstacle, c.reason) END AS reason
      FROM collection_lines l
      LEFT JOIN collections c ON c.id = l.collection_id
     WHERE l.status_answer IS NULL AND (l.collection_id IS NULL OR c.status <> 'announced')
     ORDER BY l.sender, l.message_id, l.place
     LIMIT ${max}
       FOR UPDATE OF l`

/** Lines that were answered as settled and have been refunded since. */
export const lockLinesToReturn = (tx: Tx, max: number) =>
  tx<RowOf<typeof lineKeys>>`
    SELECT ${columnsOf(lineKeys, 'l')}
      FROM collections c
      JOIN collection_lines l ON l.collection_id = c.id
     WHERE c.status = 'refunded' AND l.said_status = 'ACSC' AND l.return_answer IS NULL
     ORDER BY l.sender, l.message_id, l.place
     LIMIT ${max}
       FOR UPDATE OF l`

export type Answered = RowOf<typeof newAnswers>
/** An answer, with the name of the message that it answers. */
export type AnsweredMessage = Answered & Pick<CollectionMessageRow, 'message_name'>

export async function insertAnswer(tx: Tx, answer: Answered): Promise<void> {
  await tx`INSERT INTO collection_answers (${columnsOf(newAnswers)}) VALUES (${valuesOf(newAnswers, answer)})`
}

/** Stores the answer of each line. */
export async function markStatusReported(
  tx: Tx,
  answer: Answered,
  lines: readonly Pick<LineToAnswer, 'place' | 'status' | 'reason'>[],
) {
  await tx`
    UPDATE collection_lines l SET said_status = s.status, said_reason = s.reason, status_answer = ${answer.id}
      FROM jsonb_to_recordset(${JSON.stringify(lines)}) AS s (place integer, status text, reason text)
     WHERE l.sender = ${answer.sender} AND l.message_id = ${answer.message_id} AND l.place = s.place`
}

export async function markReturned(tx: Tx, answer: Answered, places: readonly number[]): Promise<void> {
  await tx`
    UPDATE collection_lines SET return_answer = ${answer.id}
     WHERE sender = ${answer.sender} AND message_id = ${answer.message_id} AND place = ANY (${places}::integer[])`
}

/** Answers that are not on disk, the oldest first. */
export const listAnswersToWrite = (db: Sql) =>
  db<AnsweredMessage>`
    SELECT ${columnsOf(newAnswers, 'a')}, m.message_name
      FROM collection_answers a JOIN collection_messages m ON m.sender = a.sender AND m.message_id = a.message_id
     WHERE a.written_at IS NULL ORDER BY a.created_at, a.id`

export type AnsweredLine = RowOf<typeof answeredLines> & {
  said_status: 'ACSC' | 'RJCT'
  /** The day of the collection, and the reason of its refund. */
  settled_on: string | null
  reason: string | null
}

/** The lines of an answer, in the order of the message. */
export const listAnsweredLines = (db: Sql, { id, kind }: Answered) =>
  kind === 'pacs.002'
    ? db<AnsweredLine>`
        SELECT ${columnsOf(answeredLines, 'l')}, l.said_status, c.settled_on, c.reason
          FROM collection_lines l LEFT JOIN collections c ON c.id = l.collection_id
         WHERE l.status_answer = ${id} ORDER BY l.place`
    : db<AnsweredLine>`
        SELECT ${columnsOf(answeredLines, 'l')}, l.said_status, c.settled_on, c.reason
          FROM collection_lines l JOIN collections c ON c.id = l.collection_id
         WHERE l.return_answer = ${id} ORDER BY l.place`

export async function markWritten(db: Sql, id: string, at: Date): Promise<void> {
  await db`UPDATE collection_answers SET written_at = ${at} WHERE id = ${id}`
}
