// Sends e-mails to an SMTP server, or writes them as .eml files into a folder where none is configured.
import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'

type Sender = { name: string; address: string }
type MailContent = {
  from: Sender
  id: string
  recipient: string
  lang: string
  subject: string
  plain: string
  html: string
  attachments: readonly { name: string; media_type: string; content: Buffer }[]
  created_at: Date
}

export type PostOffice = { send: (mail: MailContent) => Promise<void>; close: () => void }
/** `deadlineMs`: a minute where it is left out. */
export type PostOfficeOptions = { smtpUrl: string | null; folder: string; deadlineMs?: number }

const SMTP_TIMEOUT_MS = 20_000
/** For one e-mail in all: a server that answers each command slowly, or a byte at a time, keeps within the timeout of a socket for ever. */
const SMTP_DEADLINE_MS = 60_000

/** Opens the connection for e-mails. `send` rejects when the server does not accept the e-mail, or not in time. */
export function openPostOffice({ smtpUrl, folder, deadlineMs = SMTP_DEADLINE_MS }: PostOfficeOptions): PostOffice {
  const envelope = ({ from, id, recipient, lang, subject, plain, html, attachments, created_at }: MailContent) => ({
    from,
    to: recipient,
    subject,
    text: plain,
    html,
    attachments: attachments.map(({ name, media_type, content }) => ({
      filename: name,
      contentType: media_type,
      content,
    })),
    date: created_at,
    // The same id for each attempt: a mailbox that receives the e-mail twice shows it once.
    messageId: `<${id}@${from.address.split('@')[1] ?? 'connect'}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': lang },
    disableUrlAccess: true,
    disableFileAccess: true,
    signal: AbortSignal.timeout(deadlineMs),
  })

  // Loaded with the first e-mail: until then a worker needs 8 MB less.
  let transport: Promise<Transporter> | null = null
  const opened = () =>
    (transport ??= import('nodemailer').then(({ createTransport }) =>
      smtpUrl
        ? createTransport({
            url: smtpUrl,
            connectionTimeout: SMTP_TIMEOUT_MS,
            greetingTimeout: SMTP_TIMEOUT_MS,
            socketTimeout: SMTP_TIMEOUT_MS,
          })
        : createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
    ))

  async function writeToFolder({ id, created_at }: MailContent, message: Buffer): Promise<void> {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `${created_at.toISOString().replaceAll(':', '-')}-${id}.eml`)
    // Readers of the folder see complete e-mails only.
    await writeFile(`${file}.part`, message, { mode: 0o600 })
    await rename(`${file}.part`, file)
  }

  return {
    send: async (mail) => {
      const { message } = (await (await opened()).sendMail(envelope(mail))) as { message: Buffer }
      if (!smtpUrl) await writeToFolder(mail, message)
    },
    close: () => void transport?.then((open) => open.close()),
  }
}
