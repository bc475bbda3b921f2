import { updateUser } from 'contract/access/profile.ts'
import { getUser, signIn } from 'contract/access/session.ts'
import { listBankDetails } from 'contract/accounts/rib.ts'
import { orderChequebook } from 'contract/products/chequebooks.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OPERATOR, openDesk, type OperatorDesk } from '../../test/operator-desk.ts'
import { codesOf, openTestBank, PASSWORD, type TestBank } from '../../test/test-bank.ts'
import { exitCodes } from './run-connect.ts'

let bank: TestBank
let desk: OperatorDesk
beforeAll(async () => {
  bank = await openTestBank()
  desk = await openDesk(bank)
})
afterAll(async () => {
  await desk.close()
  await bank.close()
})

it('a customer is renamed on their accounts, and the audit log keeps the former name', async () => {
  const awa = await bank.aCustomer()
  const [before] = (await awa.call(listBankDetails)).body
  await desk.done('customers', 'rename', awa.customer_id, '--name', 'Awa Diouf épouse Sarr')
  expect((await awa.call(listBankDetails)).body[0]?.holder).toBe('Awa Diouf épouse Sarr')
  expect((await desk.acts('customer.rename'))[0]).toMatchObject({
    operator: OPERATOR,
    subject_id: awa.customer_id,
    facts: { before: before?.holder, after: 'Awa Diouf épouse Sarr' },
  })
})

it('a customer who is banned from cheques orders no chequebook until the ban is lifted', async () => {
  const awa = await bank.aCustomer({ balance: 50_000 })
  const order = { body: { type: '25-crossed', quantity: 1, accepts_risk: false } }
  await desk.done('customers', 'cheques', awa.customer_id, '--banned')
  expect(codesOf(await awa.confirm(orderChequebook, order))).toEqual(['chequebook_not_possible'])
  await desk.done('customers', 'cheques', awa.customer_id, '--allowed')
  expect((await awa.confirm(orderChequebook, order)).status).toBe(201)
  expect((await desk.acts('customer.cheques')).map(({ facts }) => facts)).toEqual([
    { before: false, after: true },
    { before: true, after: false },
  ])
  expect((await desk.connect('customers', 'cheques', awa.customer_id)).code).toBe(exitCodes.usage)
})

it('the given fields of a user change; the former address is notified of new contact details', async () => {
  const awa = await bank.aCustomer()
  await bank.owner.query(`UPDATE users SET email = 'awa@example.sn' WHERE id = $1`, [awa.user_id])
  const before = (await awa.call(getUser)).body
  await desk.done('users', 'change', awa.login, '--last-name', 'Sarr')
  const mails = async () =>
    (await bank.owner.query<{ recipient: string; plain: string }>('SELECT recipient, plain FROM mails')).rows
  expect(await mails()).toEqual([])
  await awa.confirm(updateUser, { body: { email: 'awa@faute.example' } })
  await bank.owner.query('DELETE FROM mails')
  await desk.done('users', 'change', awa.login, '--email', 'awa.sarr@example.sn', '--phone', '+221770000001')
  expect((await awa.call(getUser)).body).toMatchObject({
    first_name: before.first_name,
    last_name: 'Sarr',
    email: 'awa.sarr@example.sn',
    // A change that the user began is over.
    email_to_confirm: null,
    phone: '+221770000001',
  })
  expect(await mails()).toEqual([
    { recipient: 'awa@example.sn', plain: expect.stringContaining('awa.sarr@example.sn') as string },
  ])
  expect((await desk.acts('user.change'))[0]?.facts).toMatchObject({
    before: { last_name: 'Sarr', email: 'awa@example.sn' },
    after: { email: 'awa.sarr@example.sn' },
  })
  expect((await desk.connect('users', 'change', awa.login)).code).toBe(exitCodes.usage)
  expect((await desk.connect('users', 'change', awa.login, '--phone', '12')).code).toBe(exitCodes.usage)
})

it('a locked user has no session and no password until a new link is used', async () => {
  const awa = await bank.aCustomer()
  await bank.owner.query(`UPDATE users SET email = 'awa.diouf@example.sn' WHERE id = $1`, [awa.user_id])
  const authorization = `Basic ${Buffer.from(`${awa.login}:${PASSWORD}`).toString('base64')}`
  expect((await bank.call(signIn, { headers: { authorization } })).status).toBe(200)
  await desk.done('users', 'lock', awa.login)
  expect((await awa.call(getUser)).status).toBe(401)
  expect(codesOf(await bank.call(signIn, { headers: { authorization } }))).toEqual(['bad_credentials'])
  expect((await desk.acts('user.lock'))[0]).toMatchObject({ operator: OPERATOR, subject_id: awa.user_id })
  expect((await desk.done('users', 'link', awa.login)).said).toContain('awa.diouf@example.sn')
})
