// Calls every endpoint of the contract as each kind of caller without access, and expects a refusal.
import { suspendPerson } from 'contract/access/access.ts'
import { calls } from 'contract/calls.ts'
import { type Endpoint, headers } from 'contract/endpoint.ts'
import { getDashboard } from 'contract/dashboard.ts'
import { type RefusalCode, refusals } from 'contract/refusals.ts'
import { capabilities, rights } from 'contract/rights.ts'
import { signOut } from 'contract/access/session.ts'
import { listAccounts } from 'contract/accounts/accounts.ts'
import { createTransfer } from 'contract/transfers/transfers.ts'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../src/adapters/ids.ts'
import { sampleOf } from './call-samples.ts'
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
// A user who waits for their rights may still see the bank's contact; each kind of alert requires its own right.
const OPEN_TO_EVERY_MEMBER = ['getAdvisor', 'getAlertPreferences', 'changeAlertPreferences', 'search']

const code = async (visitor: Visitor, endpoint: Endpoint, more: Record<string, string> = {}) => {
  const reply = await visitor.call(endpoint, { params: { id: newId() }, headers: more })
  return reply.body === null || typeof reply.body === 'string' ? reply.status : codesOf(reply)[0]
}

const GUARDED = [
  'session_missing',
  'password_change_required',
  'no_account',
  'account_missing',
  'account_unknown',
  'right_missing',
  'capability_missing',
  'account_not_active',
] as const satisfies RefusalCode[]
type Guarded = (typeof GUARDED)[number]

const without = <T>(list: readonly T[], one: T | null) => list.filter((other) => other !== one)
const ofAccount = (endpoint: Endpoint, refusal: Guarded) => (endpoint.scope === 'account' ? refusal : null)
const OPEN_BEFORE_A_PASSWORD = ['getUser', 'changePassword', 'updatePreferences', 'signOut']

/** A caller, and the guard's refusal of a call; null where the guard allows it. */
type Actor = {
  who: string
  come: (endpoint: Endpoint) => Promise<Visitor>
  meets: (endpoint: Endpoint, name: string) => Guarded | null
}

const actors: Actor[] = [
  {
    who: 'nobody',
    come: async () => {
      const somebody = await bank.aCustomer()
      await somebody.call(signOut)
      return somebody
    },
    meets: () => 'session_missing',
  },
  { who: 'the holder', come: () => bank.aCustomer(), meets: () => null },
  {
    who: "a holder on another's account",
    come: async () => onAccount(await bank.aCustomer(), awa.account_id),
    meets: (endpoint) => ofAccount(endpoint, 'account_unknown'),
  },
  {
    who: 'a member without the right',
    come: ({ right }) => bank.aMember(awa.account_id, { rights: without(rights, right) }),
    meets: ({ right }) => (right ? 'right_missing' : null),
  },
  {
    who: 'a member without the capability',
    come: ({ capability }) => bank.aMember(awa.account_id, { capabilities: without(capabilities, capability) }),
    meets: ({ capability }) => (capability ? 'capability_missing' : null),
  },
  {
    who: 'a member without any right',
    come: () => bank.aMember(awa.account_id, { rights: [], capabilities: [] }),
    meets: ({ right, capability }) => (right ? 'right_missing' : capability ? 'capability_missing' : null),
  },
  ...['blocked', 'closed', 'user_pending'].map((status) => ({
    who: `the holder of an account that is ${status}`,
    come: () => bank.aCustomer({ status }),
    meets: ({ movesMoney }: Endpoint) => (movesMoney ? ('account_not_active' as const) : null),
  })),
  {
    who: 'a user without any account',
    come: () => bank.aCustomer({ without_account: true }),
    meets: (endpoint) => ofAccount(endpoint, 'no_account'),
  },
  { who: 'a member who was suspended', come: () => suspended('before'), meets: () => 'session_missing' },
  {
    who: 'a suspended member who signs in again',
    come: () => suspended('after'),
    meets: (endpoint) => ofAccount(endpoint, 'no_account'),
  },
  {
    who: 'a user who must make a password',
    come: () => bank.aCustomer({ must_change_password: true }),
    meets: (_, name) => (OPEN_BEFORE_A_PASSWORD.includes(name) ? null : 'password_change_required'),
  },
]

const onAccount = (visitor: Visitor, account_id: string): Visitor => ({
  ...visitor,
  call: (endpoint, given = {}) =>
    visitor.call(endpoint, { ...given, headers: { [headers.accountId]: account_id, ...given.headers } }),
})

async function suspended(signedIn: 'before' | 'after'): Promise<Visitor> {
  const holder = await bank.aCustomer()
  const member = await bank.aMember(holder.account_id)
  const reply = await holder.confirm(suspendPerson, { params: { id: member.user_id } })
  if (reply.status !== 204) throw new Error(`not suspended: ${JSON.stringify(reply.body)}`)
  return signedIn === 'before' ? member : bank.signIn(member)
}

// Callers without rights, or refused by the guard, change nothing: the same person makes the next call.
const known = new Map<string, Promise<Visitor>>()
function visitorFor({ who, come, meets }: Actor, name: string, endpoint: Endpoint): Promise<Visitor> {
  if (endpoint.method !== 'GET' && meets(endpoint, name) === null) return come(endpoint)
  const key = JSON.stringify([who, endpoint.right, endpoint.capability])
  const visitor = known.get(key) ?? come(endpoint)
  known.set(key, visitor)
  return visitor
}

describe.each(named)('%s', (name, endpoint) => {
  const sample = () => sampleOf[name]?.() ?? {}

  it('has a sample input that its schemas accept', () => {
    const { params = {}, body = {} } = sample()
    expect(z.safeParse(endpoint.params, params).success, 'params: add a sample to call-samples.ts').toBe(true)
    expect(z.safeParse(endpoint.body, body).success, 'body: add a sample to call-samples.ts').toBe(true)
    expect(z.safeParse(endpoint.query, {}).success).toBe(true)
  })

  if (endpoint.scope === 'public') return
  it.each(actors)('answers $who according to their access', async (actor) => {
    const { meets } = actor
    const visitor = await visitorFor(actor, name, endpoint)
    const { params, body } = sample()
    const reply = await visitor.call(endpoint, { ...(params && { params }), ...(body !== undefined && { body }) })
    const expected = meets(endpoint, name)
    const receivedCode = reply.status >= 400 && reply.body !== null ? codesOf(reply)[0] : null
    if (expected === null) {
      // A refusal by the call itself does not come from the guard.
      expect(GUARDED.filter((one) => !endpoint.refusals.includes(one))).not.toContain(receivedCode)
      expect(reply.status).toBeLessThan(500)
      // Without re-authentication nothing happens. A call over many accounts answers so for each.
      if (endpoint.isConfirmed && endpoint.scope === 'account') expect(reply.status).toBeGreaterThanOrEqual(400)
    } else {
      expect(reply.status).toBe(refusals[expected].status)
      // A HEAD answer has no body.
      if (endpoint.method !== 'HEAD') expect(receivedCode).toBe(expected)
    }
  })
})

describe.each(ofScope('account'))('%s', (_name, endpoint) => {
  it('gives the same answer for another customer’s account, a missing one and a malformed id', async () => {
    const other = await bank.aCustomer()
    for (const account of [other.account_id, newId(), 'not-an-id', "' OR 1=1 --", awa.account_id.toUpperCase()]) {
      expect(await code(awa, endpoint, { [headers.accountId]: account })).toBe(
        endpoint.method === 'HEAD' ? 404 : 'account_unknown',
      )
    }
  })
})

it('requires a right or a capability on every call on an account', () => {
  const isOpen = ({ right, capability }: Endpoint) => right === null && capability === null
  expect(
    ofScope('account').filter(([name, endpoint]) => isOpen(endpoint) && !OPEN_TO_EVERY_MEMBER.includes(name)),
  ).toEqual([])
})

it('reports a missing account header', async () => {
  expect(await code(awa, getDashboard, { [headers.accountId]: '' })).toBe('account_unknown')
  const reply = await bank.app.inject({
    method: 'GET',
    url: '/wb-api/dashboard',
    headers: { authorization: `Bearer ${awa.token}`, cookie: `__Host-connect=${awa.cookie}` },
  })
  expect(reply.json()).toMatchObject({ code: 'account_missing' })
})

it('applies a granted or withdrawn right from the next call on', async () => {
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

it('omits blocks of the dashboard without their right', async () => {
  const member = await bank.aMember(awa.account_id, { rights: ['dashboard', 'inbox'] })
  expect((await member.call(getDashboard)).body).toMatchObject({
    balance: 1_000,
    movements: null,
    sent_for_signature: null,
    inbox: { unread: 0, items: [] },
  })
})

describe('the server', () => {
  it('serves every call of the contract, and describes each in OpenAPI', async () => {
    const document = (await bank.app.inject('/wb-api/openapi.json')).json() as {
      openapi: string
      paths: Record<string, Record<string, unknown>>
    }
    expect(document.openapi).toBe('3.1.0')
    for (const [name, { method, path }] of named) {
      expect(bank.app.hasRoute({ method, url: `/wb-api${path}` }), name).toBe(true)
      expect(document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()], name).toMatchObject({
        operationId: name,
      })
    }
  })

  it('refuses other content types, huge bodies and unknown paths without a server error', async () => {
    const form = await awa.call(createTransfer, {
      raw: 'amount=5',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([form.status, ...codesOf(form)]).toEqual([415, 'media_type'])
    const text = await awa.call(createTransfer, { raw: '{}', headers: { 'content-type': 'text/plain' } })
    expect(text.status).toBe(415)
    const huge = await awa.call(createTransfer, { raw: `{"label":"${'x'.repeat(70_000)}"}` })
    expect([huge.status, ...codesOf(huge)]).toEqual([413, 'too_large'])
    const deep = await awa.call(createTransfer, { raw: `${'['.repeat(200)}${']'.repeat(200)}` })
    expect([deep.status, ...codesOf(deep)]).toEqual([400, 'malformed'])
    const nowhere = await bank.app.inject('/wb-api/nowhere')
    expect([nowhere.statusCode, nowhere.json().code]).toEqual([404, 'not_found'])
    for (const [method, url, allowed] of [
      ['PATCH', '/wb-api/operations', 'GET'],
      ['DELETE', '/wb-api/transfers', 'GET, POST'],
      ['POST', `/wb-api/transfers/${newId()}`, 'DELETE, GET, PUT'],
    ] as const) {
      const wrong = await bank.app.inject({ method, url })
      expect([wrong.statusCode, wrong.json().code, wrong.headers['allow']]).toEqual([405, 'method_unknown', allowed])
    }
    const longId = await bank.app.inject(`/wb-api/operations/${'a'.repeat(101)}`)
    expect([longId.statusCode, longId.json().code]).toEqual([404, 'not_found'])
    const badPath = await bank.app.inject('/wb-api/operations/%zz')
    expect(badPath.statusCode).toBe(400)
    const wrongQuery = await bank.app.inject({
      method: 'GET',
      url: '/wb-api/accounts?page=0&nope=1',
      headers: { authorization: `Bearer ${awa.token}`, cookie: `__Host-connect=${awa.cookie}` },
    })
    expect(wrongQuery.json()).toMatchObject([{ field: 'page' }, { field: 'nope', code: 'unknown_field' }])
  })

  it('sends its security headers with every response', async () => {
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
