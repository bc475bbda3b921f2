import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeMessage } from 'contract/accounts/messages.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDesk, type OperatorDesk } from '../../test/operator-desk.ts'
import { openTestBank, type TestBank } from '../../test/test-bank.ts'
import { newId } from '../adapters/ids.ts'
import { queueMail, sendNextMails } from '../domains/notifications/mail-queue.ts'

let bank: TestBank
let desk: OperatorDesk
let folder: string
beforeAll(async () => {
  bank = await openTestBank()
  desk = await openDesk(bank)
  folder = await mkdtemp(join(tmpdir(), 'connect-messages-'))
})
afterAll(async () => {
  await desk.close()
  await bank.close()
  await rm(folder, { recursive: true, force: true })
})

const PDF = '%PDF-1.4\n%%EOF\n'

it('operators list who waits for what, read the whole conversation, and open its documents', async () => {
  const awa = await bank.aCustomer()
  const form = new FormData()
  form.append('jsonBody', JSON.stringify({ subject: 'Plafond', body: 'Bonjour,\nmerci de relever mon plafond.' }))
  for (const name of ['Fiche de paie.pdf', 'Contrat.pdf']) form.append('documents', new Blob([PDF]), name)
  const { id } = (await awa.call(writeMessage, { form })).body
  expect((await desk.done('messages', 'list')).rows).toMatchObject([
    { message: id, iban: awa.iban, subject: 'Plafond', documents: 2 },
  ])
  await desk.done('messages', 'answer', id, '--text', 'Pour quel montant ?')
  const out = join(folder, 'plafond')
  const { rows, said } = await desk.done('messages', 'show', id, '--out', out)
  expect(rows).toMatchObject([
    { by: 'customer', body: 'Bonjour,\nmerci de relever mon plafond.', documents: 'Fiche de paie.pdf, Contrat.pdf' },
    { by: 'bank', sender: 'Banque Téranga', body: 'Pour quel montant ?', documents: '' },
  ])
  expect(said).toBe([`« Plafond »`, join(out, '1-Fiche de paie.pdf'), join(out, '2-Contrat.pdf')].join('\n'))
  expect((await readdir(out)).sort()).toEqual(['1-Fiche de paie.pdf', '2-Contrat.pdf'])
  expect(await readFile(join(out, '2-Contrat.pdf'), 'utf8')).toBe(PDF)
  expect((await desk.done('messages', 'list')).rows).toEqual([])
})

it('the name of a document leads to no other folder', async () => {
  const awa = await bank.aCustomer()
  const { id } = (await awa.call(writeMessage, { body: { subject: 'Essai', body: 'Voici.' } })).body
  await bank.owner.query(
    `INSERT INTO message_documents (account_id, message_id, letter_id, id, place, name, media_type, size, content)
     VALUES ($1, $2, $2, gen_random_uuid(), 0, repeat('é', 200) || '../../etc/cron.d/essai', 'application/pdf', 1, 'x')`,
    [awa.account_id, id],
  )
  const out = join(folder, 'essai')
  await desk.done('messages', 'show', id, '--out', out)
  expect(await readdir(out)).toEqual([`1-${'é'.repeat(78)}.._.._etc_cron.d_essai`])
})

it('a message that does not exist is refused', async () => {
  expect(await desk.refused('messages', 'show', newId())).toContain('there is no message')
})

it('operators list the e-mails that did not leave, with the answer of the mail server', async () => {
  const mail = { recipient: 'awa@courrier.example', lang: 'fr', subject: 'Avis', plain: 'Avis', html: 'Avis' } as const
  await queueMail(bank.db, mail, bank.clock.at)
  await queueMail(bank.db, { ...mail, recipient: 'omar@courrier.example' }, bank.clock.at)
  await sendNextMails({ db: bank.db, clock: { now: () => bank.clock.at } }, async ({ recipient }) => {
    if (recipient === mail.recipient) throw new Error('550 no such user')
  })
  expect((await desk.done('mails', 'unsent')).rows).toMatchObject([
    { recipient: 'awa@courrier.example', subject: 'Avis', tries: 1, error: '550 no such user' },
  ])
})
