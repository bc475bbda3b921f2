// Sends markup in every text of every call: it is stored as data or refused, and never causes an error or a page.
import { calls } from 'contract/calls.ts'
import type { Endpoint } from 'contract/endpoint.ts'
import { createOperationView } from 'contract/accounts/operation-views.ts'
import { listOperations } from 'contract/accounts/operations.ts'
import { changePassword } from 'contract/access/passwords.ts'
import { signOut } from 'contract/access/session.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleOf } from './call-samples.ts'
import { openTestBank, type TestBank } from './test-bank.ts'

// Short enough for a name.
const MARKUP = `<img src=x onerror=a()>'"`

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

/** The value with one of its texts replaced by a hostile text; one variant for each text in it. */
function* variants(value: unknown, hostile: string): Generator<unknown> {
  if (typeof value === 'string') yield hostile
  else if (Array.isArray(value))
    for (const [index, item] of value.entries())
      for (const other of variants(item, hostile)) yield value.with(index, other)
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value))
      for (const other of variants(item, hostile)) yield { ...value, [name]: other }
}

// Calls that end the caller's session.
const ENDING: readonly Endpoint[] = [signOut, changePassword]

it('is never interpreted: each answer is JSON or a file, and none is a server error', async () => {
  const awa = await bank.aCustomer({ kind: 'company', balance: 5_000_000 })
  let [requested, taken] = [0, 0]
  for (const [name, endpoint] of Object.entries<Endpoint>(calls)) {
    if (ENDING.includes(endpoint) || endpoint.isStream) continue
    const { params, body } = sampleOf[name]?.() ?? {}
    for (const hostile of variants(body, MARKUP)) {
      const given = { ...(params && { params }), body: hostile as never }
      const first = await awa.call(endpoint, given)
      const { status, headers } = first.status === 428 ? await awa.confirm(endpoint, given) : first
      requested += 1
      if (status < 300) taken += 1
      expect([name, hostile, status < 500]).toEqual([name, hostile, true])
      expect([name, headers['content-type'] ?? 'none']).toEqual([
        name,
        status === 204 ? 'none' : expect.stringMatching(/^application\/(json|pdf|zip)/),
      ])
      expect([name, headers['x-content-type-options']]).toEqual([name, 'nosniff'])
    }
  }
  expect(requested).toBeGreaterThan(60)
  expect(taken).toBeGreaterThan(4)
  // The invitation contains the name of the invited person as text.
  const { rows } = await bank.owner.query<{ html: string }>('SELECT html FROM mails WHERE html IS NOT NULL')
  expect(rows.some(({ html }) => html.includes('&lt;img src=x onerror=a()&gt;'))).toBe(true)
  expect(rows.filter(({ html }) => /<img|<script/.test(html))).toEqual([])
})

it.each([
  ['the sign with the number zero', 'ab\0c'],
  ['half of a pair', 'ab\uD83Dc'],
  ['the year 0000', '0000-01-01'],
  ['the first day of the year 1', '0001-01-01'],
  ['the last day of the year 9999', '9999-12-31'],
  ['a number beyond 64 bits', '9223372036854775808'],
])('%s is refused or ignored without a server error', async (_, hostile) => {
  const awa = await bank.aCustomer({ kind: 'company', balance: 5_000_000 })
  let requested = 0
  for (const [name, endpoint] of Object.entries<Endpoint>(calls)) {
    if (ENDING.includes(endpoint) || endpoint.isStream) continue
    const { params, body } = sampleOf[name]?.() ?? {}
    const fields = Object.keys((endpoint.query as { shape?: object }).shape ?? {})
    const inputs = [
      ...[...variants(body, hostile)].map((other) => ({ body: other })),
      ...fields.map((field) => ({ body, query: { [field]: hostile } })),
    ]
    for (const input of inputs) {
      const { status } = await awa.call(endpoint, { ...(params && { params }), ...input })
      requested += 1
      expect([name, input, status < 500]).toEqual([name, input, true])
    }
  }
  expect(requested).toBeGreaterThan(100)
})

it('is reported at its field', async () => {
  const awa = await bank.aCustomer()
  const { status, body } = await awa.call(listOperations, { query: { search: 'ab\0c' } })
  expect([status, body]).toMatchObject([422, [{ field: 'search', code: 'text_invalid' }]])
  const view = await awa.call(createOperationView, { body: { name: 'Loyers', filter: { search: 'ab\uD83Dc' } } })
  expect([view.status, view.body]).toMatchObject([422, [{ field: 'filter.search', code: 'text_invalid' }]])
})
