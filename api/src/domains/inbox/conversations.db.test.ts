import { getDashboard } from 'contract/dashboard.ts'
import { headers } from 'contract/endpoint.ts'
import {
  downloadMessageDocument,
  getMessage,
  listMessages,
  markMessage,
  MAX_LETTERS,
  MAX_LETTERS_AN_HOUR,
  replyToMessage,
  writeMessage,
} from 'contract/accounts/messages.ts'
import { listOperations } from 'contract/accounts/operations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'
import { answerMessage } from './answer-message.ts'
import { simulateInbox } from '../../demo/simulate-inbox.ts'

const PDF = Buffer.from('%PDF-1.7\nfacture\n%%EOF\n')

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const later = (seconds: number) => {
  bank.clock.at = new Date(bank.clock.at.getTime() + seconds * 1_000)
}
const write = async (visitor: Visitor, body = 'Bonjour', subject = 'Question') =>
  (await visitor.call(writeMessage, { body: { subject, body } })).body.id
const answer = (visitor: Visitor, message_id: string, body = 'Nous regardons.') =>
  answerMessage(
    { db: bank.db, clock: { now: () => bank.clock.at } },
    { account_id: visitor.account_id, message_id, body },
  )
const read = async (visitor: Visitor, id: string) => (await visitor.call(getMessage, { params: { id } })).body
const list = async (visitor: Visitor, query = {}) => (await visitor.call(listMessages, { query })).body
const unread = async (visitor: Visitor) => (await list(visitor, { unread: 'true' })).length
const formOf = (...files: [name: string, content: Buffer | string][]) => {
  const form = new FormData()
  form.append('subject', 'Facture')
  form.append('body', 'Voici la facture.\nMerci')
  files.forEach(([name, content], index) => form.append(`documents[${index}]`, new Blob([content]), name))
  return form
}

describe('a conversation', () => {
  it('becomes unread, unarchived and first in the list when the bank answers', async () => {
    const awa = await bank.aCustomer()
    const id = await write(awa)
    later(60)
    const other = await write(awa, 'Une autre', 'Autre question')
    expect((await list(awa)).map((one) => one.id)).toEqual([other, id])
    expect(await unread(awa)).toBe(0)
    await awa.call(markMessage, { params: { id }, body: { archived: true } })
    expect((await list(awa)).map((one) => one.id)).toEqual([other])
    expect((await list(awa, { archived: 'true' })).map((one) => one.id)).toEqual([id])
    later(60)
    await answer(awa, id)
    expect((await list(awa)).map((one) => one.id)).toEqual([id, other])
    expect(await unread(awa)).toBe(1)
    const { body: first } = await awa.call(getDashboard)
    expect(first.inbox).toMatchObject({
      unread: 1,
      items: [{ id, sender: 'Banque Téranga', is_read: false }, { id: other }],
    })
    later(60)
    await awa.call(replyToMessage, { params: { id }, body: { body: 'Merci !' } })
    const { letters } = await read(awa, id)
    expect(letters.map(({ body, is_own }) => [body, is_own])).toEqual([
      ['Bonjour', true],
      ['Nous regardons.', false],
      ['Merci !', true],
    ])
    expect((await list(awa))[0]).toMatchObject({ id, preview: 'Merci !', letter_count: 3, is_read: true })
  })

  it('is marked as read and no longer counted when it is archived', async () => {
    const awa = await bank.aCustomer()
    const id = await write(awa)
    await answer(awa, id)
    await awa.call(markMessage, { params: { id }, body: { archived: true } })
    expect((await awa.call(getDashboard)).body.inbox).toMatchObject({ unread: 0, items: [] })
    await awa.call(markMessage, { params: { id }, body: { archived: false, read: false } })
    expect(await unread(awa)).toBe(1)
  })

  it('is found by subject, sender, and text of every message, ignoring accents', async () => {
    const awa = await bank.aCustomer()
    const id = await write(awa, 'Le reçu du 100 % coton', 'Échéance de mars')
    await write(awa, 'Rien à voir', 'Carte')
    await answer(awa, id, 'Voici le relevé de Ziguinchor.')
    for (const search of ['echeance', 'RECU ', '100 %', 'ziguinchor', 'Téranga'])
      expect((await list(awa, { search })).map((one) => one.id)).toEqual([id])
    expect(await list(awa, { search: '%%' })).toEqual([])
    expect(await list(awa, { search: 'echeance', archived: 'true' })).toEqual([])
  })

  it('is found by the day of its last message', async () => {
    const awa = await bank.aCustomer()
    const id = await write(awa, 'Carte avalée', 'Bonjour')
    const day = bank.clock.at.toISOString().slice(0, 10)
    const dayAfter = new Date(bank.clock.at.getTime() + 86_400_000).toISOString().slice(0, 10)
    expect((await list(awa, { from: day, to: day })).map((one) => one.id)).toEqual([id])
    expect(await list(awa, { from: dayAfter })).toEqual([])
    expect(codesOf(await awa.call(listMessages, { query: { from: 'hier' } }))).toEqual(['from: date_invalid'])
  })

  it('is created once per idempotency key', async () => {
    const awa = await bank.aCustomer()
    const once = { headers: { [headers.idempotencyKey]: newId() }, body: { subject: 'Une fois', body: 'Bonjour' } }
    const replies = [await awa.call(writeMessage, once), await awa.call(writeMessage, once)]
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(await list(awa)).toHaveLength(1)
    expect(codesOf(await awa.call(writeMessage, { ...once, body: { subject: 'Autre', body: 'Bonjour' } }))).toEqual([
      'idempotency_key_reused',
    ])
  })

  it('keeps its files, which only users of the account can open', async () => {
    const awa = await bank.aCustomer()
    const sent = await awa.call(writeMessage, { form: formOf(['facture.pdf', PDF], ['reçu.pdf', PDF]) })
    expect(sent.status).toBe(201)
    const { id } = sent.body
    const { letters } = await read(awa, id)
    // A form sends each line break as two characters.
    expect(letters[0]?.body).toBe('Voici la facture.\nMerci')
    expect(letters[0]?.documents.map(({ name, file_kind }) => [name, file_kind])).toEqual([
      ['facture.pdf', 'pdf'],
      ['reçu.pdf', 'pdf'],
    ])
    expect((await list(awa))[0]?.document_count).toBe(2)
    const document = letters[0]?.documents[1]?.id ?? ''
    const file = await awa.call(downloadMessageDocument, { params: { id, document } })
    expect(PDF.equals(file.body as unknown as Buffer)).toBe(true)
    const [stranger, reader] = [
      await bank.aCustomer(),
      await bank.aMember(awa.account_id, { rights: ['inbox'], capabilities: [] }),
    ]
    expect((await stranger.call(downloadMessageDocument, { params: { id, document } })).status).toBe(404)
    expect((await reader.call(downloadMessageDocument, { params: { id, document } })).status).toBe(200)
    const elsewhere = await write(awa)
    expect((await awa.call(downloadMessageDocument, { params: { id: elsewhere, document } })).status).toBe(404)
  })
})

describe('harmful input', () => {
  it('is stored as plain text in every field: markup and links are not interpreted', async () => {
    const awa = await bank.aCustomer()
    const text = '<img src=x onerror=alert(1)> [clic](javascript:alert(1)) https://exemple.example'
    const id = await write(awa, text, text)
    const reply = (body: string) => awa.call(replyToMessage, { params: { id }, body: { body } })
    // Characters that reverse the text direction are refused; invisible ones are removed.
    expect(codesOf(await reply(`${text}\u202Etxt.exe`))).toEqual(['body: text_invalid'])
    await reply(`${text}\u200Btxt.exe\u0001`)
    const { subject, letters } = await read(awa, id)
    expect([subject, ...letters.map(({ body }) => body)]).toEqual([text, text, `${text}txt.exe`])
    expect((await list(awa, { search: 'onerror=' }))[0]?.preview).toContain('<img')
  })

  it('is refused: an empty or too long text, and files of a wrong type or too many', async () => {
    const awa = await bank.aCustomer()
    const send = (body: string) => awa.call(writeMessage, { body: { subject: 'Essai', body } })
    expect(codesOf(await send(' \n\t '))).toEqual(['body: required'])
    expect(codesOf(await send('x'.repeat(2_001)))).toEqual(['body: text_too_long'])
    expect(codesOf(await awa.call(writeMessage, { form: formOf(['facture.pdf', 'MZ programme']) }))).toEqual([
      'documents[0]: file_type',
    ])
    const eleven = Array.from({ length: 11 }, (_, index): [string, Buffer] => [`${index}.pdf`, PDF])
    expect((await awa.call(writeMessage, { form: formOf(...eleven) })).status).toBe(413)
    expect(await list(awa)).toEqual([])
  })

  it('gets the same answer for another customer’s and a missing conversation; a read-only user cannot write', async () => {
    const [awa, other] = [await bank.aCustomer(), await bank.aCustomer()]
    const id = await write(other)
    for (const wanted of [id, newId()]) {
      expect((await awa.call(replyToMessage, { params: { id: wanted }, body: { body: 'Bonjour' } })).status).toBe(404)
      expect((await awa.call(markMessage, { params: { id: wanted }, body: { archived: true } })).status).toBe(404)
    }
    const reader = await bank.aMember(other.account_id, { rights: ['inbox'], capabilities: [] })
    expect((await reader.call(getMessage, { params: { id } })).status).toBe(200)
    expect(codesOf(await reader.call(replyToMessage, { params: { id }, body: { body: 'Bonjour' } }))).toEqual([
      'capability_missing',
    ])
    expect((await read(other, id)).letters).toHaveLength(1)
  })

  it('accepts only objects that the writer may see as its subject', async () => {
    const [awa, other] = [await bank.aCustomer({ balance: 500 }), await bank.aCustomer({ balance: 500 })]
    const operationOf = async (visitor: Visitor) => (await visitor.call(listOperations)).body[0]?.id ?? ''
    const send = (visitor: Visitor, id: string, kind: 'operation' | 'transfer' = 'operation') =>
      visitor.call(writeMessage, { body: { subject: 'Question', body: 'Bonjour', about: { kind, id } } })
    const own = await operationOf(awa)
    const sent = await send(awa, own)
    expect((await read(awa, sent.body.id)).about).toEqual({ kind: 'operation', id: own })
    expect(codesOf(await send(awa, await operationOf(other)))).toEqual(['about: about_unknown'])
    expect(codesOf(await send(awa, own, 'transfer'))).toEqual(['about: about_unknown'])
    const reader = await bank.aMember(awa.account_id, { rights: ['inbox'], capabilities: ['message.send'] })
    expect(codesOf(await send(reader, own))).toEqual(['about: about_unknown'])
  })

  it('is limited to twenty messages per person and hour, also when they arrive together', async () => {
    const awa = await bank.aCustomer()
    const id = await write(awa)
    const replies = await Promise.all(
      Array.from({ length: MAX_LETTERS_AN_HOUR + 4 }, () =>
        awa.call(replyToMessage, { params: { id }, body: { body: 'Encore' } }),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(MAX_LETTERS_AN_HOUR - 1)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(5)
    later(3_601)
    const again = await bank.signIn(awa)
    expect((await again.call(replyToMessage, { params: { id }, body: { body: 'Me revoici' } })).status).toBe(201)
  })

  it('is limited to two hundred messages per conversation', async () => {
    const awa = await bank.aCustomer()
    const id = await write(awa)
    await bank.owner.query(
      `INSERT INTO message_replies (account_id, message_id, id, sender, body, sent_at)
       SELECT $1, $2, gen_random_uuid(), 'Banque', 'Suite', $3 FROM generate_series(2, $4)`,
      [awa.account_id, id, bank.clock.at, MAX_LETTERS],
    )
    expect(codesOf(await awa.call(replyToMessage, { params: { id }, body: { body: 'Une de trop' } }))).toEqual([
      'conversation_full',
    ])
  })

  it('is paged and searched quickly among ten thousand messages', async () => {
    const awa = await bank.aCustomer()
    await bank.owner.query(
      `INSERT INTO messages (account_id, id, subject, sender, body, sent_at)
       SELECT $1, gen_random_uuid(), 'Avis ' || n, 'Service client', repeat('Un message. ', 20), $2::timestamptz - n * interval '1 minute'
         FROM generate_series(1, 10000) n`,
      [awa.account_id, bank.clock.at],
    )
    const times: number[] = []
    const timed = async (query: Record<string, unknown>) => {
      const start = performance.now()
      const reply = await awa.call(listMessages, { query })
      times.push(Math.round(performance.now() - start))
      return reply
    }
    expect((await timed({})).headers['x-pagination-total-count']).toBe('10000')
    expect((await timed({ page: 500 })).body.at(-1)?.subject).toBe('Avis 10000')
    expect((await timed({ unread: 'true', page: 250 })).body).toHaveLength(20)
    expect((await timed({ search: 'avis 4321' })).body.map(({ subject }) => subject)).toEqual(['Avis 4321'])
    expect(Math.max(...times)).toBeLessThan(2_000)
  })
})

describe('the inbox simulator of the demo bank', () => {
  it('answers each conversation once, after a delay, in its language', async () => {
    const awa = await bank.aCustomer()
    const id = (await awa.call(writeMessage, { form: formOf(['facture.pdf', PDF]) })).body.id
    const ports = { db: bank.db, clock: { now: () => bank.clock.at } }
    await simulateInbox(ports)
    expect((await read(awa, id)).letters).toHaveLength(1)
    later(20)
    await simulateInbox(ports)
    await simulateInbox(ports)
    const { letters } = await read(awa, id)
    expect(letters).toHaveLength(2)
    expect(letters[1]).toMatchObject({ is_own: false, sender: 'Banque Téranga' })
    expect(letters[1]?.body).toContain('Bonjour Awa,')
    expect(letters[1]?.body).toContain('pièces jointes')
    expect(await unread(awa)).toBe(1)
  })
})
