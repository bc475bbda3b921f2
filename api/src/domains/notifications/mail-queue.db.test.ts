import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestBank, type TestBank } from '../../../test/test-bank.ts'
import { purge } from '../../db/purge.ts'
import { layOut } from '../../documents/mail-layout.ts'
import { openPostOffice } from '../../adapters/mailer.ts'
import { listUnsent, type QueuedMail, queueMail, queueMails, sendNextMails } from './mail-queue.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const NOW = new Date('2026-03-10T09:30:00Z')
const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
type Send = (mail: QueuedMail) => Promise<void>
const sendOn = async (clock: { now: () => Date }, send: Send, signal?: AbortSignal) =>
  (await sendNextMails({ db: bank.db, clock }, send, signal)).map(({ outcome }) => outcome)
const sendAt = (now: Date, send: Send) => sendOn({ now: () => now }, send)
const from = { name: 'Banque Téranga', address: 'service.client@teranga.example' }
const secret = 'https://banque.example/connect/password/update#s3cr3t'

const aMail = (recipient: string) => ({
  recipient,
  lang: 'fr' as const,
  subject: 'Créez votre mot de passe à la Banque Téranga',
  ...layOut({
    lang: 'fr',
    bank_name: from.name,
    title: 'Votre mot de passe',
    paragraphs: ['Bonjour <Awa> & "famille",', 'Voici votre lien.'],
    link: { label: 'Créer mon mot de passe', url: secret },
  }),
})

const kept = async (recipient: string) =>
  (
    await bank.owner.query<{
      plain: string | null
      html: string | null
      sent_at: Date | null
      next_try_at: Date | null
      tries: number
    }>('SELECT plain, html, sent_at, next_try_at, tries FROM mails WHERE recipient = $1', [recipient])
  ).rows

/** A real SMTP server that stores the messages it receives, and refuses one recipient. */
async function smtpServer(unknown: string | null = null) {
  const mails: { raw: string; to: string[] }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      if (address === unknown) done(Object.assign(new Error(`${address} is unknown`), { responseCode: 550 }))
      else done()
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        mails.push({ raw: Buffer.concat(parts).toString(), to: session.envelope.rcptTo.map(({ address }) => address) })
        done()
      })
    },
  })
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve((listening.address() as { port: number }).port))
  })
  return { mails, port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

describe('e-mails', () => {
  it('are sent once by SMTP in text and HTML, and their content is deleted', async () => {
    const smtp = await smtpServer()
    const post = openPostOffice({ smtpUrl: `smtp://127.0.0.1:${smtp.port}`, folder: '/nowhere' })
    const send = (mail: QueuedMail) => post.send({ ...mail, from })
    await queueMail(bank.db, aMail('awa@courrier.example'), NOW)
    const outcomes = await Promise.all([1, 2, 3].map(() => sendAt(NOW, send)))
    expect(outcomes.flat()).toEqual(['sent'])
    expect(smtp.mails).toHaveLength(1)
    expect(smtp.mails[0]?.to).toEqual(['awa@courrier.example'])
    const received = await PostalMime.parse(smtp.mails[0]?.raw ?? '')
    expect(received.subject).toBe('Créez votre mot de passe à la Banque Téranga')
    expect(received.from).toMatchObject(from)
    expect(received.text).toContain(`Créer mon mot de passe : ${secret}`)
    expect(received.html).toContain(`href="${secret}"`)
    expect(received.html).toContain('Bonjour &lt;Awa&gt; &amp; &quot;famille&quot;,')
    expect(await kept('awa@courrier.example')).toMatchObject([
      { plain: null, html: null, sent_at: NOW, next_try_at: null, tries: 1 },
    ])
    post.close()
    await smtp.close()
  })

  it('wait while the server is unavailable, are sent when it is back, and are dropped after a day', async () => {
    const away = openPostOffice({ smtpUrl: 'smtp://127.0.0.1:1', folder: '/nowhere' })
    const send = (mail: QueuedMail) => away.send({ ...mail, from })
    await queueMail(bank.db, aMail('late@courrier.example'), NOW)
    expect(await sendNextMails({ db: bank.db, clock: { now: () => NOW } }, send)).toEqual([
      { outcome: 'retried', because: 'ESOCKET' },
    ])
    expect(await sendAt(NOW, send)).toEqual([])
    expect(await kept('late@courrier.example')).toMatchObject([{ next_try_at: minutesLater(1), sent_at: null }])
    for (const minutes of [1, 6, 21, 81, 321]) expect(await sendAt(minutesLater(minutes), send)).toEqual(['retried'])
    expect(await sendAt(minutesLater(1041), send)).toEqual(['given_up'])
    expect(await listUnsent(bank.db, 10)).toMatchObject([
      {
        recipient: 'late@courrier.example',
        tries: 7,
        next_try_at: null,
        error: expect.stringContaining('ECONNREFUSED'),
      },
    ])
    expect(await kept('late@courrier.example')).toMatchObject([
      { next_try_at: null, sent_at: null, plain: null, tries: 7 },
    ])
    expect(await sendAt(minutesLater(100_000), send)).toEqual([])
  })

  it('that the mail server refuses are tried again, and the log names its codes without its text', async () => {
    const smtp = await smtpServer('unknown@courrier.example')
    const post = openPostOffice({ smtpUrl: `smtp://127.0.0.1:${smtp.port}`, folder: '/nowhere' })
    await queueMail(bank.db, aMail('unknown@courrier.example'), NOW)
    const send = (mail: QueuedMail) => post.send({ ...mail, from })
    expect(await sendNextMails({ db: bank.db, clock: { now: () => NOW } }, send)).toEqual([
      { outcome: 'retried', because: 'EENVELOPE 550' },
    ])
    expect(await listUnsent(bank.db, 1)).toMatchObject([
      { recipient: 'unknown@courrier.example', next_try_at: minutesLater(1), error: expect.stringContaining('550') },
    ])
    await bank.owner.query("DELETE FROM mails WHERE recipient = 'unknown@courrier.example'")
    post.close()
    await smtp.close()
  })

  it('that a mail server answers a byte at a time are tried again: each has one deadline', async () => {
    const slow = createServer((socket) => {
      const timer = setInterval(() => socket.write('2'), 20)
      socket.on('error', () => undefined)
      socket.on('close', () => clearInterval(timer))
    })
    await once(slow.listen(0, '127.0.0.1'), 'listening')
    const closed = once(slow, 'connection').then(([socket]) => once(socket, 'close'))
    const { port } = slow.address() as AddressInfo
    const post = openPostOffice({ smtpUrl: `smtp://127.0.0.1:${port}`, folder: '/nowhere', deadlineMs: 300 })
    await queueMail(bank.db, aMail('dripping@courrier.example'), NOW)
    const send = (mail: QueuedMail) => post.send({ ...mail, from })
    expect(await sendNextMails({ db: bank.db, clock: { now: () => NOW } }, send)).toEqual([
      { outcome: 'retried', because: 'EABORT' },
    ])
    await closed
    await bank.owner.query("DELETE FROM mails WHERE recipient = 'dripping@courrier.example'")
    post.close()
    slow.close()
  })

  it('that a worker had claimed when it crashed are sent by another some minutes later, with their attachments', async () => {
    const attachment = { name: 'avis.txt', media_type: 'text/plain', content: Buffer.from('Avis') }
    await queueMail(bank.db, { ...aMail('claimed@courrier.example'), attachments: [attachment] }, NOW)
    let give: (mail: QueuedMail) => void = () => undefined
    const taken = new Promise<QueuedMail>((resolve) => (give = resolve))
    // The promise is never settled, as in a process that is gone.
    void sendAt(NOW, (mail) => new Promise(() => give(mail)))
    expect((await taken).attachments).toMatchObject([attachment])
    expect(await sendAt(minutesLater(1), () => Promise.resolve())).toEqual([])
    const sent: QueuedMail[] = []
    expect(await sendAt(minutesLater(4), async (mail) => void sent.push(mail))).toEqual(['sent'])
    expect(sent).toMatchObject([{ recipient: 'claimed@courrier.example', attachments: [attachment] }])
    expect(await kept('claimed@courrier.example')).toMatchObject([{ plain: null, next_try_at: null }])
    expect((await bank.owner.query('SELECT FROM mail_attachments')).rowCount).toBe(0)
  })

  it('whose turn comes late in a claim, or after the end of their worker, are given back: none is sent by two workers', async () => {
    for (const recipient of ['slow@courrier.example', 'behind@courrier.example', 'last@courrier.example'])
      await queueMail(bank.db, aMail(recipient), NOW)
    let now = NOW
    const clock = { now: () => now }
    const sent: string[] = []
    async function send({ recipient }: QueuedMail): Promise<void> {
      sent.push(recipient)
      now = minutesLater(2)
    }
    expect(await sendOn(clock, send)).toEqual(['sent'])
    expect(await sendOn(clock, send, AbortSignal.abort())).toEqual(['sent'])
    expect(await sendOn(clock, send)).toEqual(['sent'])
    expect(sent.toSorted()).toEqual(['behind@courrier.example', 'last@courrier.example', 'slow@courrier.example'])
  })

  it('that another worker has claimed since stay with it: one that stood still for longer than its claim changes nothing of them', async () => {
    await queueMail(bank.db, aMail('first@courrier.example'), NOW)
    await queueMail(bank.db, aMail('second@courrier.example'), minutesLater(1))
    let now = minutesLater(1)
    const second = Promise.withResolvers<void>()
    const secondBegins = Promise.withResolvers<void>()
    let others: Promise<string[]> | undefined
    async function sendAsOther({ recipient }: QueuedMail): Promise<void> {
      if (recipient === 'first@courrier.example') return
      secondBegins.resolve()
      await second.promise
    }
    const outcomes = await sendOn({ now: () => now }, async () => {
      now = minutesLater(5)
      others = sendAt(now, sendAsOther)
      await secondBegins.promise
      throw new Error('the server has closed the connection')
    })
    expect(outcomes).toEqual(['retried'])
    expect(await kept('first@courrier.example')).toMatchObject([{ sent_at: now, next_try_at: null, tries: 1 }])
    // The other worker is still sending it.
    expect(await sendAt(minutesLater(6), () => Promise.resolve())).toEqual([])
    second.resolve()
    expect(await others).toEqual(['sent', 'sent'])
  })

  it('are deleted a week later, but not before they have left', async () => {
    const old = new Date(NOW.getTime() - 8 * 86_400_000)
    await queueMail(bank.db, aMail('waiting@courrier.example'), old)
    await queueMail(bank.db, aMail('gone@courrier.example'), old)
    await bank.owner.query(
      "UPDATE mails SET next_try_at = NULL, sent_at = created_at, plain = NULL, html = NULL WHERE recipient = 'gone@courrier.example'",
    )
    await purge(bank.db, NOW)
    expect(await kept('gone@courrier.example')).toEqual([])
    expect(await kept('waiting@courrier.example')).toHaveLength(1)
    expect(await sendAt(NOW, () => Promise.resolve())).toEqual(['sent'])
  })

  it('are written as .eml files to the outbox folder when no server is configured', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'outbox-')), 'outbox')
    const post = openPostOffice({ smtpUrl: null, folder })
    await queueMail(bank.db, aMail('folder@courrier.example'), NOW)
    expect(await sendAt(NOW, (mail) => post.send({ ...mail, from }))).toEqual(['sent'])
    const files = readdirSync(folder)
    expect(files).toEqual([expect.stringMatching(/^2026-03-10T09-30-00\.000Z-.*\.eml$/)])
    const received = await PostalMime.parse(readFileSync(join(folder, files[0] ?? '')))
    expect(received.to).toMatchObject([{ address: 'folder@courrier.example' }])
    rmSync(folder, { recursive: true })
  })

  it('cannot contain a line break in their headers', async () => {
    const forged = { ...aMail('x@courrier.example\r\nBcc: all@courrier.example'), subject: 'Bonjour' }
    await expect(queueMail(bank.db, forged, NOW)).rejects.toThrow(/mails_recipient_check/)
    // As the name of a payer that another institution has sent.
    const subject = 'Paiement reçu : \u202EAwa\r\nBcc: b@c.example\tFall\u0085'
    await queueMail(bank.db, { ...aMail('broken@courrier.example'), subject }, NOW)
    await queueMails(bank.db, [{ ...aMail('broken@courrier.example'), subject }], NOW)
    const { rows } = await bank.owner.query<{ subject: string }>(
      "SELECT subject FROM mails WHERE recipient = 'broken@courrier.example'",
    )
    const line = 'Paiement reçu : Awa Bcc: b@c.example Fall '
    expect(rows).toEqual([{ subject: line }, { subject: line }])
  })
})
