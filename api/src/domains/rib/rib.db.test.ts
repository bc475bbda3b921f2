import { headers } from 'contract/endpoint.ts'
import { getAdvisor } from 'contract/accounts/accounts.ts'
import { getExchangeRates } from 'contract/accounts/exchange-rates.ts'
import { sendBankDetails } from 'contract/accounts/rib.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../../test/pdf-text.ts'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const input = { to: ['client@courrier.example'], lang: 'fr' as const, message: 'Bonjour, voici nos coordonnées.' }
const fileOf = (visitor: Visitor, lang: 'fr' | 'en') =>
  bank.app.inject({
    method: 'GET',
    url: '/wb-api/account/rib/file',
    headers: {
      authorization: `Bearer ${visitor.token}`,
      cookie: `__Host-connect=${visitor.cookie}`,
      [headers.accountId]: visitor.account_id,
      'accept-language': lang,
    },
  })
const mailsTo = async (recipient: string) =>
  (
    await bank.owner.query<{ subject: string; plain: string; name: string; bytes: number }>(
      `SELECT m.subject, m.plain, a.name, length(a.content) AS bytes FROM mails m JOIN mail_attachments a ON a.mail_id = m.id WHERE recipient = $1`,
      [recipient],
    )
  ).rows

describe('the bank details as a PDF document', () => {
  it('have selectable text in the requested language, and identical bytes each time', async () => {
    const customer = await bank.aCustomer()
    await bank.owner.query("UPDATE customers SET address = 'Villa 218\nBP 15480\nDakar' WHERE id = $1", [
      customer.customer_id,
    ])
    const reply = await fileOf(customer, 'fr')
    expect(reply.headers['content-type']).toBe('application/pdf')
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename=RIB-Client-[\w-]+\.pdf$/)
    expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const { pages, isTagged, lang } = await readPdf(reply.rawPayload)
    expect({ isTagged, lang, count: pages.length }).toEqual({ isTagged: true, lang: 'fr', count: 1 })
    expect(pages[0]).toContain('Relevé d’identité bancaire')
    expect(pages[0]).toContain((customer.iban.match(/.{1,4}/g) ?? []).join(' '))
    expect(pages[0]).toContain('Page 1 / 1')
    const printed = (pages[0] ?? '').replaceAll(/\s+/gu, ' ')
    const { iban } = customer
    expect(printed).toContain('Villa 218 BP 15480 Dakar')
    for (const part of [
      `Banque ${iban.slice(4, 9)}`,
      `Guichet ${iban.slice(9, 14)}`,
      `Compte ${iban.slice(14, 26)}`,
      `Clé ${iban.slice(26)}`,
    ])
      expect(printed).toContain(part)
    expect((await fileOf(customer, 'fr')).rawPayload.equals(reply.rawPayload)).toBe(true)
    const english = (await readPdf((await fileOf(customer, 'en')).rawPayload)).pages[0]
    expect(english).toContain('Account holder')
    expect(english).not.toContain('Titulaire')
  })
})

describe('the bank details by e-mail', () => {
  it('are sent once to each address, with the PDF', async () => {
    const customer = await bank.aCustomer()
    const to = ['one@courrier.example', 'two@courrier.example', 'one@courrier.example']
    const key = { [headers.idempotencyKey]: 'rib-email-key-1' }
    const replies = await Promise.all(
      [1, 2].map(() => customer.call(sendBankDetails, { body: { ...input, to }, headers: key })),
    )
    expect(replies.map(({ status }) => status)).toEqual([204, 204])
    for (const recipient of ['one@courrier.example', 'two@courrier.example']) {
      const mails = await mailsTo(recipient)
      expect(mails).toHaveLength(1)
      expect(mails[0]).toMatchObject({
        subject: expect.stringContaining('Coordonnées bancaires de Client'),
        name: expect.stringMatching(/^RIB-/),
      })
      expect(mails[0]?.plain).toContain('Bonjour, voici nos coordonnées.')
      expect(mails[0]?.bytes).toBeGreaterThan(1000)
    }
  })

  it('are sent without a message too', async () => {
    const customer = await bank.aCustomer()
    const body = { to: ['silent@courrier.example'], lang: 'fr' as const }
    expect((await customer.call(sendBankDetails, { body })).status).toBe(204)
    expect(await mailsTo('silent@courrier.example')).toHaveLength(1)
  })

  it('have a subject with the correct French elision before the holder’s name', async () => {
    const customer = await bank.aCustomer()
    await bank.owner.query(
      `UPDATE customers SET name = 'Awa Ndiaye' WHERE id = (SELECT customer_id FROM accounts WHERE id = $1)`,
      [customer.account_id],
    )
    expect(
      (await customer.call(sendBankDetails, { body: { ...input, to: ['elision@courrier.example'] } })).status,
    ).toBe(204)
    expect((await mailsTo('elision@courrier.example'))[0]?.subject).toBe('Coordonnées bancaires d’Awa Ndiaye')
  })

  it.each([
    [{ to: [] }, 'to: recipients_missing'],
    [{ to: Array.from({ length: 6 }, (_, at) => `a${at}@b.example`) }, 'to: too_many_recipients'],
    [{ to: ['a@b.example\r\nBcc: c@d.example'] }, 'to.0: email_invalid'],
    [{ to: ['a@b.example, c@d.example'] }, 'to.0: email_invalid'],
    [{ to: ['"a b"@c.example'] }, 'to.0: email_invalid'],
    [{ to: ['no-address'] }, 'to.0: email_invalid'],
  ])('are refused for %j', async (bad, code) => {
    const customer = await bank.aCustomer()
    const reply = await customer.call(sendBankDetails, { body: { ...input, ...bad } })
    expect(reply.status).toBe(422)
    expect(codesOf(reply)).toEqual([code])
  })

  it('are sent at most twenty times a day, also for simultaneous requests', async () => {
    const customer = await bank.aCustomer()
    const replies = await Promise.all(Array.from({ length: 25 }, () => customer.call(sendBankDetails, { body: input })))
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(20)
    expect(new Set(replies.filter(({ status }) => status !== 204).flatMap(codesOf))).toEqual(
      new Set(['too_many_emails']),
    )
  })
})

describe('the account manager', () => {
  it('is the named manager, or the branch when no manager is named', async () => {
    const customer = await bank.aCustomer()
    expect((await customer.call(getAdvisor)).body).toMatchObject({
      name: null,
      branch_name: 'Dakar Sacré-Cœur',
      email: 'service.client@teranga.example',
    })
    await bank.owner.query(
      `INSERT INTO advisors VALUES (gen_random_uuid(), 'Ousmane', 'Fall', '01003', 'individuals', '+221338000041', 'o.fall@teranga.example')`,
    )
    await bank.owner.query('UPDATE accounts SET advisor_id = (SELECT id FROM advisors) WHERE id = $1', [
      customer.account_id,
    ])
    expect((await customer.call(getAdvisor)).body).toMatchObject({
      name: 'Ousmane Fall',
      team: 'individuals',
      email: 'o.fall@teranga.example',
    })
  })
})

describe('the exchange rates', () => {
  it('are the latest valid ones, with all digits, and marked when they are outdated', async () => {
    const customer = await bank.aCustomer()
    await bank.owner.query('DELETE FROM exchange_rates')
    expect((await customer.call(getExchangeRates)).body).toEqual({
      base: 'XOF',
      effective_at: null,
      is_stale: false,
      rates: [],
    })
    await bank.owner.query(`
      INSERT INTO exchange_rates (currency, effective_at, unit, buy, sell, transfer, fixed) VALUES
        ('EUR', '2026-01-01T08:00Z', 1, 655.957, 655.957, 655.957, true),
        ('USD', '2026-03-09T08:00Z', 1, 560, 580, 572, false),
        ('USD', '2026-03-10T08:00Z', 1, 561.25, 581, 573, false),
        ('USD', '2026-03-11T08:00Z', 1, 999, 999, 999, false)`)
    const now = await customer.call(getExchangeRates)
    expect(now.body).toEqual({
      base: 'XOF',
      effective_at: Date.parse('2026-03-10T08:00Z') / 1000,
      is_stale: false,
      rates: [
        { currency: 'EUR', unit: 1, buy: '655.957', sell: '655.957', transfer: '655.957', fixed: true },
        { currency: 'USD', unit: 1, buy: '561.25', sell: '581', transfer: '573', fixed: false },
      ],
    })
    const before = await customer.call(getExchangeRates, { query: { date: '2026-03-09' } })
    expect(before.body.rates[1]).toMatchObject({ buy: '560' })
    expect(before.body.is_stale).toBe(false)
    const future = await customer.call(getExchangeRates, { query: { date: '2026-12-31' } })
    expect(future.body.rates[1]).toMatchObject({ buy: '561.25' })
  })
})
