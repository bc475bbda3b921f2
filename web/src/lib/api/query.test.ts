import { listDocuments } from 'contract/accounts/statements.ts'
import { describe, expect, it } from 'vitest'
import { callQuery, isSameList } from './query.ts'

const keyOf = (query: NonNullable<Parameters<typeof callQuery<typeof listDocuments>>[1]['query']>) =>
  callQuery(listDocuments, { query }).queryKey

describe('the previous list while the next page loads', () => {
  it('stays visible for another page, search or period of the same list', () => {
    const first = keyOf({ page: 1, type: 'avis' })
    expect(isSameList(first, keyOf({ page: 2, type: 'avis' }))).toBe(true)
    expect(isSameList(first, keyOf({ page: 1, type: 'avis', search: 'loyer', from: '2026-01-01' }))).toBe(true)
  })

  it('is removed for another tab, account or user', () => {
    const [call, account, input] = keyOf({ page: 1, type: 'avis' })
    expect(isSameList([call, account, input], keyOf({ page: 1 }))).toBe(false)
    expect(isSameList([call, 'another account', input], [call, account, input])).toBe(false)
    expect(isSameList([call, account, { params: { id: 'a' } }], [call, account, { params: { id: 'b' } }])).toBe(false)
    expect(isSameList([call, account, { params: { id: 'a' } }], [call, account, { params: { id: 'a' } }])).toBe(true)
  })
})
