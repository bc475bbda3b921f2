import { calls } from 'contract/calls.ts'
import { liveKinds } from 'contract/live.ts'
import { expect, it } from 'vitest'
import { isStale, staleBy, waitsForTyping } from './live-queries.ts'

const key = (name: string, account: string | null = 'mine') => [name, account, {}]

it('lists calls of the contract for every kind', () => {
  const known = new Set(Object.values(calls).map(({ method, path }) => `${method} ${path}`))
  for (const kind of liveKinds) {
    expect(staleBy[kind].length).toBeGreaterThan(0)
    expect(staleBy[kind].filter((name) => !known.has(name))).toEqual([])
  }
})

it('invalidates only the queries of the kind, on its account', () => {
  const change = { kind: 'messages', account_id: 'mine' } as const
  expect(isStale(key('GET /messages'), [change])).toBe(true)
  expect(isStale(key('GET /messages', 'other'), [change])).toBe(false)
  expect(isStale(key('GET /operations'), [change])).toBe(false)
  expect(isStale(['picture', 3], [change])).toBe(false)
})

it('invalidates queries over all accounts when any account changed', () => {
  expect(isStale(key('GET /signatures', null), [{ kind: 'transfers', account_id: 'other' }])).toBe(true)
  expect(isStale(key('GET /transfers/rows', 'mine'), [{ kind: 'transfers', account_id: 'other' }])).toBe(false)
})

it('never invalidates drafts, quotes and checks of open forms', () => {
  const ofForms = [
    'GET /transfers/import',
    'POST /transfers/quote',
    'GET /iban/validate',
    'POST /prepaid-card-reloads/fees',
  ]
  expect(ofForms.filter((name) => liveKinds.some((kind) => staleBy[kind].includes(name)))).toEqual([])
  expect(waitsForTyping({ kind: 'beneficiaries', account_id: 'mine' })).toBe(true)
  expect(waitsForTyping({ kind: 'balance', account_id: 'mine' })).toBe(false)
})
