// Queues e-mails in the transaction of their cause; the worker claims and sends them.
import type { Language } from 'contract/language.ts'
import { columnsOf, recordsetOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Db, Sql, Tx } from '../../db/db.ts'
import { newId } from '../../adapters/ids.ts'
import { transaction } from '../../db/transaction.ts'
import { type Attachment, attachments, mailAttachments, newMails, queuedMails } from './mail-columns.ts'

export type Mail = {
  recipient: string
  lang: Language
  subject: string
  plain: string
  html: string
  attachments?: readonly Attachment[]
}
export type QueuedMail = Required<Mail> & { id: string; created_at: Date; tries: number }

/** Queues an e-mail: it is sent once the transaction is committed, and never if it is rolled back. */
export async function queueMail(db: Sql, mail: Mail, now: Date): Promise<void> {
  const row = { ...mail, id: newId(), created_at: now, next_try_at: now }
  await db`INSERT INTO mails (${columnsOf(newMails)}) VALUES (${valuesOf(newMails, row)})`
  for (const attachment of mail.attachments ?? []) {
    const attached = { ...attachment, mail_id: row.id }
    await db`INSERT INTO mail_attachments (${columnsOf(mailAttachments)}) VALUES (${valuesOf(mailAttachments, attached)})`
  }
}

/** Queues e-mails without attachments in one statement. */
export async function queueMails(db: Sql, mails: readonly Omit<Mail, 'attachments'>[], now: Date): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map((mail) => ({ ...mail, id: newId(), created_at: now, next_try_at: now }))
  await db`
    INSERT INTO mails (${columnsOf(newMails)}) SELECT ${columnsOf(newMails, 'm')} FROM ${recordsetOf(newMails, rows, 'm')}`
}

async function lockNextMail(tx: Tx, now: Date): Promise<QueuedMail | null> {
  const [mail] = await tx<RowOf<typeof queuedMails> & { plain: string; html: string; has_attachments: boolean }>`
    SELECT ${columnsOf(queuedMails)}, plain, html, EXISTS (SELECT FROM mail_attachments a WHERE a.mail_id = mails.id) AS has_attachments FROM mails
     WHERE next_try_at <= ${now} ORDER BY next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED`
  if (!mail) return null
  const { has_attachments, ...rest } = mail
  if (!has_attachments) return { ...rest, attachments: [] }
  const attached = await tx<Attachment>`
    SELECT ${columnsOf(attachments)} FROM mail_attachments WHERE mail_id = ${mail.id} ORDER BY name`
  return { ...rest, attachments: attached }
}

async function forgetAttachments(tx: Tx, { id, attachments: attached }: QueuedMail): Promise<void> {
  if (attached.length > 0) await tx`DELETE FROM mail_attachments WHERE mail_id = ${id}`
}

const RETRY_AFTER_MINUTES = [1, 5, 15, 60, 240, 720]

/**
 * Sends the next due e-mail; answers whether there was one. Its row stays locked meanwhile, so that
 * several workers never send it twice. A failed one is retried six times within a day, then given up.
 */
export function sendNextMail(
  db: Db,
  send: (mail: QueuedMail) => Promise<void>,
  now: Date,
): Promise<'sent' | 'failed' | 'none'> {
  return transaction(db, async (tx) => {
    const mail = await lockNextMail(tx, now)
    if (!mail) return 'none'
    try {
      await send(mail)
    } catch (error) {
      const wait = RETRY_AFTER_MINUTES[mail.tries]
      const next = wait === undefined ? null : new Date(now.getTime() + wait * 60_000)
      const message = (error instanceof Error ? error.message : String(error)).slice(0, 500)
      await tx`
        UPDATE mails SET tries = tries + 1, next_try_at = ${next}, error = ${message},
                         plain = CASE WHEN ${next}::timestamptz IS NULL THEN NULL ELSE plain END,
                         html = CASE WHEN ${next}::timestamptz IS NULL THEN NULL ELSE html END
         WHERE id = ${mail.id}`
      if (next === null) await forgetAttachments(tx, mail)
      return 'failed'
    }
    await tx`
      UPDATE mails SET tries = tries + 1, next_try_at = NULL, sent_at = ${now}, error = NULL, plain = NULL, html = NULL WHERE id = ${mail.id}`
    await forgetAttachments(tx, mail)
    return 'sent'
  })
}
