// Queues e-mails in the transaction of their cause; the worker claims and sends them.
import type { Language } from 'contract/language.ts'
import type { Db, Sql, Tx } from '../../db/db.ts'
import { newId } from '../../adapters/ids.ts'
import { transaction } from '../../db/transaction.ts'

export type Attachment = { name: string; media_type: string; content: Buffer }
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
  const id = newId()
  await db`
    INSERT INTO mails (id, recipient, lang, subject, plain, html, created_at, next_try_at)
    VALUES (${id}, ${mail.recipient}, ${mail.lang}, ${mail.subject}, ${mail.plain}, ${mail.html}, ${now}, ${now})`
  for (const { name, media_type, content } of mail.attachments ?? []) {
    await db`INSERT INTO mail_attachments (mail_id, name, media_type, content) VALUES (${id}, ${name}, ${media_type}, ${content})`
  }
}

async function refundClaimMail(tx: Tx, now: Date): Promise<QueuedMail | null> {
  const [mail] = await tx<Omit<QueuedMail, 'attachments'>>`
    SELECT id, recipient, lang, subject, plain, html, created_at, tries FROM mails
     WHERE next_try_at <= ${now} ORDER BY next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED`
  if (!mail) return null
  const attachments =
    await tx<Attachment>`SELECT name, media_type, content FROM mail_attachments WHERE mail_id = ${mail.id} ORDER BY name`
  return { ...mail, attachments }
}

const forgetAttachments = (tx: Tx, mailId: string) => tx`DELETE FROM mail_attachments WHERE mail_id = ${mailId}`

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
    const mail = await refundClaimMail(tx, now)
    if (!mail) return 'none'
    try {
      await send(mail)
    } catch (error) {
      const wait = RETRY_AFTER_MINUTES[mail.tries]
      const next = wait === undefined ? null : new Date(now.getTime() + wait * 60_000)
      const said = (error instanceof Error ? error.message : String(error)).slice(0, 500)
      await tx`
        UPDATE mails SET tries = tries + 1, next_try_at = ${next}, error = ${said},
                         plain = CASE WHEN ${next}::timestamptz IS NULL THEN NULL ELSE plain END,
                         html = CASE WHEN ${next}::timestamptz IS NULL THEN NULL ELSE html END
         WHERE id = ${mail.id}`
      if (next === null) await forgetAttachments(tx, mail.id)
      return 'failed'
    }
    await tx`
      UPDATE mails SET tries = tries + 1, next_try_at = NULL, sent_at = ${now}, error = NULL, plain = NULL, html = NULL WHERE id = ${mail.id}`
    await forgetAttachments(tx, mail.id)
    return 'sent'
  })
}
