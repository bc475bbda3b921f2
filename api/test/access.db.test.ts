// Every call of the contract, against everybody who must not get an answer from it.
import { calls } from 'contract/calls.ts'
import { type Endpoint, headers } from 'contract/endpoint.ts'
import { getDashboard } from 'contract/dashboard.ts'
import { capabilities, rights } from 'contract/rights.ts'
import { listAccounts } from 'contract/accounts.ts'
import { createTransfer } from 'contract/transfers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../src/outside/ids.ts'
import { codesOf, openTestBank, type TestBank, type Visitor } from './test-bank.ts'

let bank: TestBank
let awa: Visitor
beforeAll(async () => {
  bank = await openTestBank()
  awa = await bank.aCustomer({ balance: 1_000 })
})
afterAll(() => bank.close())

const named = Object.entries(calls)
const ofScope = (...scopes: Endpoint['scope'][]) => named.filter(([, { scope }]) => scopes.includes(scope))
// Whoever waits for their rights may still see whom to call.
const OPEN_TO_EVERY_MEMBER = ['getAdvisor']

const code = async (visitor: Visitor, endpoint: Endpoint, more: Record<string, string> = {}) => {
  const reply = await visitor.call(endpoint, { params: { id: newId() }, headers: more })
  return reply.body === null || typeof reply.body === 'string' ? reply.status : codesOf(reply)[0]
}

describe.each(ofScope('account', 'user'))('%s', (_name, endpoint) => {
  it('answers nobody without a session', async () => {
    const reply = await awa.call(endpoint, { params: { id: newId() }, headers: { authorization: '', cookie: '' } })
    expect(reply.status).toBe(401)
  })
})

describe.each(ofScope('account'))('%s', (_name, endpoint) => {
  it('gives the account of another customer, a missing one and a malformed id the same answer', async () => {
    const other = await bank.aCustomer()
    for (const account of [other.account_id, newId(), 'not-an-id', "' OR 1=1 --", awa.account_id.toUpperCase()]) {
      expect(await code(awa, endpoint, { [headers.accountId]: account })).toBe(endpoint.method === 'HEAD' ? 404 : 'account_unknown')
    }
  })

  it('refuses whoever lacks its right, and lets through whoever has it', async () => {
    if (!endpoint.right) return
    const without = await bank.aMember(awa.account_id, { rights: rights.filter((right) => right !== endpoint.right) })
    expect(await code(without, endpoint)).toBe('right_missing')
    expect(await code(awa, endpoint)).not.toBe('right_missing')
  })

  it('refuses whoever lacks its capability', async () => {
    if (!endpoint.capability) return
    const without = await bank.aMember(awa.account_id, {
      capabilities: capabilities.filter((capability) => capability !== endpoint.capability),
    })
    expect(await code(without, endpoint)).toBe('capability_missing')
  })

  it('refuses whoever has no account at all', async () => {
    const nobody = await bank.aCustomer({ without_account: true })
    expect(await code(nobody, endpoint)).toBe('no_account')
  })

  it('moves no money of a blocked or closed account, and lets it be read', async () => {
    for (const status of ['blocked', 'closed']) {
      const customer = await bank.aCustomer({ status })
      const answered = await code(customer, endpoint)
      if (endpoint.movesMoney) expect(answered).toBe('account_not_active')
      else expect(answered).not.toBe('account_not_active')
    }
  })
})

it('has a right or a capability on every call on an account', () => {
  const isOpen = ({ right, capability }: Endpoint) => right === null && capability === null
  expect(ofScope('account').filter(([name, endpoint]) => isOpen(endpoint) && !OPEN_TO_EVERY_MEMBER.includes(name))).toEqual([])
})

it('says that the account is not given', async () => {
  expect(await code(awa, getDashboard, { [headers.accountId]: '' })).toBe('account_unknown')
  const reply = await bank.app.inject({
    method: 'GET',
    url: '/wb-api/dashboard',
    headers: { authorization: `Bearer ${awa.token}`, cookie: `__Host-connect=${awa.cookie}` },
  })
  expect(reply.json()).toMatchObject({ code: 'account_missing' })
})

it('lets a right that is taken away or given count from the next call on', async () => {
  const member = await bank.aMember(awa.account_id)
  expect((await member.call(getDashboard)).status).toBe(200)
  await bank.owner.query("UPDATE memberships SET rights = '{operations}' WHERE user_id = $1", [member.user_id])
  expect(codesOf(await member.call(getDashboard))).toEqual(['right_missing'])
  const { body: accounts } = await member.call(listAccounts)
  expect(accounts[0]?.access).toMatchObject({ dashboard: false, operations: true })
  await bank.owner.query("UPDATE memberships SET rights = '{}' WHERE user_id = $1", [member.user_id])
  const { body: pending } = await member.call(listAccounts)
  expect(pending[0]).toMatchObject({ status: 'user_pending', status_group: 'pending' })
})

it('leaves blocks of the dashboard out for whoever lacks their right', async () => {
  const member = await bank.aMember(awa.account_id, { rights: ['dashboard', 'inbox'] })
  expect((await member.call(getDashboard)).body).toMatchObject({
    balance: 1_000,
    last_credits: null,
    last_debits: null,
    pending_transfers: null,
    transfers_to_validate: null,
    inbox: { unread: 0, items: [] },
  })
})

describe('the server', () => {
  it('serves every call that the contract names, and describes each in OpenAPI', async () => {
    const document = (await bank.app.inject('/wb-api/openapi.json')).json() as {
      openapi: string
      paths: Record<string, Record<string, unknown>>
    }
    expect(document.openapi).toBe('3.1.0')
    for (const [name, { method, path }] of named) {
      expect(bank.app.hasRoute({ method, url: `/wb-api${path}` }), name).toBe(true)
      expect(document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()], name).toMatchObject({ operationId: name })
    }
  })

  it('refuses other content types, huge bodies and unknown paths without a fault', async () => {
    const form = await awa.call(createTransfer, { raw: 'amount=5', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
    expect([form.status, ...codesOf(form)]).toEqual([415, 'media_type'])
    const text = await awa.call(createTransfer, { raw: '{}', headers: { 'content-type': 'text/plain' } })
    expect(text.status).toBe(415)
    const huge = await awa.call(createTransfer, { raw: `{"label":"${'x'.repeat(70_000)}"}` })
    expect([huge.status, ...codesOf(huge)]).toEqual([413, 'too_large'])
    const deep = await awa.call(createTransfer, { raw: `${'['.repeat(200)}${']'.repeat(200)}` })
    expect([deep.status, ...codesOf(deep)]).toEqual([400, 'malformed'])
    const nowhere = await bank.app.inject('/wb-api/nowhere')
    expect([nowhere.statusCode, nowhere.json().code]).toEqual([404, 'not_found'])
    const badPath = await bank.app.inject('/wb-api/operations/%zz')
    expect(badPath.statusCode).toBe(400)
    const wrongQuery = await bank.app.inject({
      method: 'GET',
      url: '/wb-api/accounts?page=0&nope=1',
      headers: { authorization: `Bearer ${awa.token}`, cookie: `__Host-connect=${awa.cookie}` },
    })
    expect(wrongQuery.json()).toMatchObject([{ field: 'page' }, { field: 'nope', code: 'unknown_field' }])
  })

  it('sends its protecting headers with every answer', async () => {
    for (const url of ['/wb-api/openapi.json', '/wb-api/nowhere', '/healthz']) {
      const { headers: sent } = await bank.app.inject(url)
      expect(sent['content-security-policy']).toContain("default-src 'none'")
      expect(sent).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
    }
  })
})
