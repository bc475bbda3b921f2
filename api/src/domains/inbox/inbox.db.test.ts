import { getDashboard } from 'contract/dashboard.ts'
import { getMessage, listMessages, markMessage } from 'contract/accounts/messages.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const total = (reply: { headers: Record<string, string | undefined> }) => reply.headers['x-pagination-total-count']

async function write(visitor: Visitor, count: number, body = 'Bonjour'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  for (const [index, id] of ids.entries())
    await bank.owner.query(
      `INSERT INTO messages (account_id, id, subject, sender, body, sent_at) VALUES ($1, $2, $3, 'Service client', $4, $5)`,
      [visitor.account_id, id, `Message ${index}`, body, new Date(Date.UTC(2026, 0, 1, 8, index))],
    )
  return ids
}

describe('the inbox', () => {
  it('lists the newest messages first, page by page, with the number of unread ones', async () => {
    const customer = await bank.aCustomer()
    const ids = await write(customer, 21)
    const first = await customer.call(listMessages)
    expect(first.body.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 20))
    expect(total(first)).toBe('21')
    expect((await customer.call(listMessages, { query: { page: 2 } })).body).toHaveLength(1)
    expect(total(await customer.call(listMessages, { query: { unread: 'true' } }))).toBe('21')
  })

  it('stores when a message was first read, and can mark it as unread again', async () => {
    const customer = await bank.aCustomer()
    const [id = ''] = await write(customer, 1)
    for (let times = 0; times < 2; times += 1)
      await customer.call(markMessage, { params: { id }, body: { read: true } })
    expect((await customer.call(getMessage, { params: { id } })).body).toMatchObject({
      is_read: true,
      letters: [{ body: 'Bonjour', is_own: false }],
    })
    expect(total(await customer.call(listMessages, { query: { unread: 'true' } }))).toBe('0')
    expect((await customer.call(getDashboard)).body.inbox).toMatchObject({ unread: 0 })
    await customer.call(markMessage, { params: { id }, body: { read: false } })
    expect((await customer.call(getDashboard)).body.inbox).toMatchObject({ unread: 1 })
  })

  it('returns text as plain text', async () => {
    const customer = await bank.aCustomer()
    const [id = ''] = await write(customer, 1, '<script>alert(1)</script>')
    expect((await customer.call(getMessage, { params: { id } })).body.letters[0]?.body).toBe(
      '<script>alert(1)</script>',
    )
  })

  it('gives the same answer for another customer’s message and a missing one', async () => {
    const [customer, other] = [await bank.aCustomer(), await bank.aCustomer()]
    const [id = ''] = await write(other, 1)
    for (const wanted of [id, newId(), 'x']) {
      expect((await customer.call(getMessage, { params: { id: wanted } })).status).toBe(404)
      expect((await customer.call(markMessage, { params: { id: wanted }, body: { read: true } })).status).toBe(404)
    }
    expect((await other.call(getMessage, { params: { id } })).body.is_read).toBe(false)
  })
})
