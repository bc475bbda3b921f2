// Lists the columns of queued e-mails and of their attachments.
import type { Language } from 'contract/language.ts'
import { bytea, except, nullable, only, type RowOf, smallint, table, text, timestamp, uuid } from '../../db/columns.ts'

export const mails = table('mails', {
  id: uuid(),
  recipient: text(),
  lang: text<Language>(),
  subject: text(),
  /** Empty once it is sent or given up. */
  plain: nullable(text()),
  html: nullable(text()),
  created_at: timestamp(),
  tries: smallint(),
  /** Empty once it is sent or given up. */
  next_try_at: nullable(timestamp()),
  sent_at: nullable(timestamp()),
  error: nullable(text()),
})
export const newMails = except(mails, 'tries', 'sent_at', 'error')
/** Without the texts, which a queued e-mail always has. */
export const queuedMails = only(mails, 'id', 'recipient', 'lang', 'subject', 'created_at', 'tries')

/** What operators read of those that did not leave. */
export const unsentMails = only(mails, 'created_at', 'recipient', 'subject', 'tries', 'next_try_at', 'error')

export const mailAttachments = table('mail_attachments', {
  mail_id: uuid(),
  name: text(),
  media_type: text(),
  content: bytea(),
})
export const attachments = except(mailAttachments, 'mail_id')
export type Attachment = RowOf<typeof attachments>
