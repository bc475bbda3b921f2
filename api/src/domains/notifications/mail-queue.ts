// Queues e-mails in the transaction of their cause; the worker claims and sends them.
import type { Language } from 'contract/language.ts'
import { columnsOf, recordsetOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Db, Sql } from '../../db/db.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { type Attachment, attachments, mailAttachments, newMails, queuedMails, unsentMails } from './mail-columns.ts'

export type Mail = {
  recipient: string
  lang: Language
  subject: string
  plain: string
  html: string
  attachments?: readonly Attachment[]
}
export type QueuedMail = Required<Mail> & { id: string; created_at: Date; tries: number }

const SUBJECT_LENGTH = 200
/** The subject names files and people, however long their names are. A name that another bank has sent may contain line breaks, and signs that turn the text around. */
function subjectOf({ subject }: Pick<Mail, 'subject'>): string {
  const line = subject.replaceAll(/\p{Bidi_Control}/gu, '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  const letters = Array.from(line)
  return letters.length > SUBJECT_LENGTH ? `${letters.slice(0, SUBJECT_LENGTH - 1).join('')}…` : line
}

/** Queues an e-mail: it is sent once the transaction is committed, and never if it is rolled back. */
export async function queueMail(db: Sql, mail: Mail, now: Date): Promise<void> {
  const row = { ...mail, subject: subjectOf(mail), id: newId(), created_at: now, next_try_at: now }
  await db`INSERT INTO mails (${columnsOf(newMails)}) VALUES (${valuesOf(newMails, row)})`
  for (const attachment of mail.attachments ?? []) {
    const attached = { ...attachment, mail_id: row.id }
    await db`INSERT INTO mail_attachments (${columnsOf(mailAttachments)}) VALUES (${valuesOf(mailAttachments, attached)})`
  }
}

/** Queues e-mails without attachments in one statement. */
export async function queueMails(db: Sql, mails: readonly Omit<Mail, 'attachments'>[], now: Date): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map((mail) => ({
    ...mail,
    subject: subjectOf(mail),
    id: newId(),
    created_at: now,
    next_try_at: now,
  }))
  await db`
    INSERT INTO mails (${columnsOf(newMails)}) SELECT ${columnsOf(newMails, 'm')} FROM ${recordsetOf(newMails, rows, 'm')}`
}

const AT_ONCE = 10
/** A worker that has claimed e-mails and crashed leaves them to another after this time. */
const CLAIM_MS = 180_000
/** Longer than the deadline of one e-mail: one that begins later than this before the end of its claim could be sent by two workers. */
const SENDING_MS = 90_000

type Claimed = Omit<QueuedMail, 'attachments'> & { has_attachments: boolean }

/** Postpones the next due e-mails, so that no other worker takes them meanwhile. */
const claimMails = (db: Sql, now: Date, until: Date) => db<Claimed>`
  WITH next AS (
    SELECT id FROM mails WHERE next_try_at <= ${now} ORDER BY next_try_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
  )
  UPDATE mails m SET next_try_at = ${until} FROM next WHERE m.id = next.id
  RETURNING ${columnsOf(queuedMails, 'm')}, m.plain, m.html, EXISTS (SELECT FROM mail_attachments a WHERE a.mail_id = m.id) AS has_attachments`

/** Those that another worker has claimed since, or sent, are its own. */
const giveBack = (db: Sql, mails: readonly Claimed[], { until, now }: { until: Date; now: Date }) =>
  db`UPDATE mails SET next_try_at = ${now} WHERE id = ANY (${mails.map(({ id }) => id)}::uuid[]) AND next_try_at = ${until}`

const listAttachments = (db: Sql, mailId: string) => db<Attachment>`
  SELECT ${columnsOf(attachments)} FROM mail_attachments WHERE mail_id = ${mailId} ORDER BY name`

/** Marks an e-mail as sent and deletes its content. */
async function markSent(db: Sql, id: string, at: Date): Promise<void> {
  await db`
    WITH sent AS (
      UPDATE mails SET tries = tries + 1, next_try_at = NULL, sent_at = ${at}, error = NULL, plain = NULL, html = NULL
       WHERE id = ${id} RETURNING id
    )
    DELETE FROM mail_attachments a USING sent WHERE a.mail_id = sent.id`
}

type Failure = { until: Date; next: Date | null; error: string }

/**
 * `next`: when it is tried again; null gives it up and forgets its content. `until`: the end of the claim; an e-mail that another worker
 * has claimed since, or sent, is its own.
 */
async function markFailed(db: Sql, id: string, { until, next, error }: Failure): Promise<void> {
  await db`
    WITH failed AS (
      UPDATE mails SET tries = tries + 1, next_try_at = ${next}, error = ${error},
                       plain = CASE WHEN ${next}::timestamptz IS NOT NULL THEN plain END,
                       html = CASE WHEN ${next}::timestamptz IS NOT NULL THEN html END
       WHERE id = ${id} AND next_try_at = ${until} RETURNING id, next_try_at
    )
    DELETE FROM mail_attachments a USING failed WHERE a.mail_id = failed.id AND failed.next_try_at IS NULL`
}

const RETRY_AFTER_MINUTES = [1, 5, 15, 60, 240, 720]

/** What became of an e-mail. `because`: the codes of the failure, for the log: the text of a mail server may name the recipient. */
export type MailOutcome = { outcome: 'sent' } | { outcome: 'retried' | 'given_up'; because: string }

/** As `EAUTH 535`: how sending failed, and the code that the mail server answered. */
function codesOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const codes: unknown[] = [Reflect.get(error, 'code'), Reflect.get(error, 'responseCode')]
  return codes.filter((one) => typeof one === 'string' || typeof one === 'number').join(' ') || error.name
}

async function sendOne(
  db: Sql,
  { has_attachments, ...mail }: Claimed,
  send: (mail: QueuedMail) => Promise<void>,
  { until, now }: { until: Date; now: Date },
): Promise<MailOutcome> {
  // Not an attempt of its own: without the database nothing was sent, and the claim ends by itself.
  const attached = has_attachments ? await listAttachments(db, mail.id) : []
  try {
    await send({ ...mail, attachments: attached })
  } catch (error) {
    const wait = RETRY_AFTER_MINUTES[mail.tries]
    const next = wait === undefined ? null : new Date(now.getTime() + wait * 60_000)
    const message = error instanceof Error ? error.message : String(error)
    await markFailed(db, mail.id, { until, next, error: message.slice(0, 500) })
    return { outcome: next === null ? 'given_up' : 'retried', because: codesOf(error) }
  }
  await markSent(db, mail.id, now)
  return { outcome: 'sent' }
}

/**
 * Sends some due e-mails, the oldest first; answers what became of each. Several workers send different ones. A failed one is
 * retried six times within a day, then given up. No connection to the database is held meanwhile.
 */
export async function sendNextMails(
  { db, clock }: { db: Db; clock: Clock },
  send: (mail: QueuedMail) => Promise<void>,
  signal?: AbortSignal,
): Promise<MailOutcome[]> {
  const claimedAt = clock.now().getTime()
  const until = new Date(claimedAt + CLAIM_MS)
  const claimed = await claimMails(db, new Date(claimedAt), until)
  const left = claimed.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
  const mayBegin = () => !signal?.aborted && clock.now().getTime() - claimedAt <= CLAIM_MS - SENDING_MS
  const outcomes: MailOutcome[] = []
  for (let mail = left.shift(); mail; mail = mayBegin() ? left.shift() : undefined)
    outcomes.push(await sendOne(db, mail, send, { until, now: clock.now() }))
  if (left.length > 0) await giveBack(db, left, { until, now: clock.now() })
  return outcomes
}

/** The e-mails of the last week that did not leave, the newest first: those that are tried again, and those that were given up. */
export const listUnsent = (db: Sql, max: number) => db<RowOf<typeof unsentMails>>`
  SELECT ${columnsOf(unsentMails)} FROM mails WHERE sent_at IS NULL AND error IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT ${max}`
