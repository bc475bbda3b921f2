// Tests that a page that the reader has is answered by 304, and that everything that it shows changes its tag.
import { listAccounts } from 'contract/accounts/accounts.ts'
import {
  addOperationDocuments,
  changeOperation,
  createCategory,
  listOperations,
  removeCategory,
  removeOperationDocument,
} from 'contract/accounts/operations.ts'
import { createTransfer } from 'contract/transfers/transfers.ts'
import type { Endpoint } from 'contract/endpoint.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const tagOf = async (visitor: Visitor, endpoint: Endpoint = listOperations) =>
  (await visitor.call(endpoint)).headers['etag'] ?? ''
const again = (visitor: Visitor, tag: string, endpoint: Endpoint = listOperations, given: object = {}) =>
  visitor.call(endpoint, { headers: { 'if-none-match': tag }, ...given })

it('answers a page that has not changed without its content, and with the balance of now', async () => {
  const awa = await bank.aCustomer({ balance: 1_000 })
  const tag = await tagOf(awa)
  expect(tag).toMatch(/^W\/"/)
  const reply = await again(awa, tag)
  expect([reply.status, reply.body, reply.headers['etag']]).toEqual([304, null, tag])
  expect(reply.headers['x-account-balance']).toBe('1000')
  expect(reply.headers['cache-control']).toBe('no-store')
})

it('changes the tag with everything that the page shows', async () => {
  const awa = await bank.aCustomer({ balance: 1_000 })
  const payee = await bank.aCustomer()
  const beneficiary_id = await bank.aBeneficiary(awa.account_id, payee.iban)
  const { body: list } = await awa.call(listOperations)
  const params = { id: list[0]?.id ?? '' }
  let category = ''
  let document = ''
  const form = new FormData()
  form.append('documents[0]', new Blob([Buffer.from('%PDF-1.7\nfacture\n%%EOF\n')]), 'facture.pdf')
  const changes: { [name: string]: () => Promise<unknown> } = {
    'a note': () => awa.call(changeOperation, { params, body: { comment: 'Loyer' } }),
    'another note': () => awa.call(changeOperation, { params, body: { comment: 'Eau' } }),
    'an accounting code': () => awa.call(changeOperation, { params, body: { accounting: '606' } }),
    'a category': async () => {
      category = (await awa.call(createCategory, { body: { label: 'Maison' } })).body.id
      await awa.call(changeOperation, { params, body: { category_ids: [category] } })
    },
    'a category that is removed': () => awa.call(removeCategory, { params: { id: category } }),
    'a document': async () => {
      const { body } = await awa.call(addOperationDocuments, { params, form })
      document = body[0]?.id ?? ''
    },
    'a document that is removed': () => awa.call(removeOperationDocument, { params: { ...params, document } }),
    'a new entry': () => bank.deposit(awa.account_id, 5, '2026-03-10'),
    'a transfer': () =>
      awa.confirm(createTransfer, {
        body: { type: 'direct', beneficiary_id, amount: 7, label: 'Pain', comment: null },
      }),
    'an upcoming operation': () =>
      bank.owner.query(
        `INSERT INTO intraday_operations (account_id, id, intraday_id, type, label, amount, expected_on)
         VALUES ($1, $2, 'I-1', 'card', 'PAIEMENT CB', -300, '2026-03-12')`,
        [awa.account_id, newId()],
      ),
    'an upcoming operation that changes': () =>
      bank.owner.query('UPDATE intraday_operations SET amount = -301 WHERE account_id = $1', [awa.account_id]),
  }
  const tags = [await tagOf(awa)]
  for (const [name, change] of Object.entries(changes)) {
    await change()
    const reply = await again(awa, tags.at(-1) ?? '')
    expect([name, reply.status]).toEqual([name, 200])
    const tag = await tagOf(awa)
    expect([name, tags.includes(tag)]).toEqual([name, false])
    expect([name, (await again(awa, tag)).status]).toEqual([name, 304])
    tags.push(tag)
  }
})

it('has another tag for another page, filter, language, account or reader', async () => {
  const awa = await bank.aCustomer({ balance: 1_000 })
  const own = await bank.anOwnAccount(awa, { balance: 1_000 })
  const member = await bank.aMember(awa.account_id)
  const tag = await tagOf(awa)
  const given = [
    { query: { page: 2 } },
    { query: { type: 'fee' } },
    { headers: { 'if-none-match': tag, 'accept-language': 'en' } },
    { headers: { 'if-none-match': tag, 'x-account-id': own.account_id } },
  ]
  for (const one of given) expect((await again(awa, tag, listOperations, one)).status).toBe(200)
  expect((await again(member, tag)).status).toBe(200)
})

it('checks the right before it answers that nothing has changed', async () => {
  const awa = await bank.aCustomer({ balance: 1_000 })
  const tag = await tagOf(awa)
  await bank.owner.query(`UPDATE memberships SET rights = '{}' WHERE account_id = $1`, [awa.account_id])
  expect((await again(awa, tag)).status).toBe(403)
})

it('tags every answer of a read call by its content', async () => {
  const awa = await bank.aCustomer({ balance: 1_000 })
  const tag = await tagOf(awa, listAccounts)
  expect((await again(awa, tag, listAccounts)).status).toBe(304)
  await bank.deposit(awa.account_id, 5)
  expect((await again(awa, tag, listAccounts)).status).toBe(200)
})
