import { beforeEach, expect, it, vi } from 'vitest'
import { claimDrafts, keepDraft } from '../../lib/forms/drafts.ts'
import { dropRequest, type KeptRequest, keepRequest, readRequest } from './request-draft.ts'

beforeEach(() => {
  const kept: Record<string, string> = {}
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => void (kept[key] = text),
    removeItem: (key: string) => void delete kept[key],
  })
  claimDrafts('11111111-0000-4000-8000-000000000001')
  return () => vi.unstubAllGlobals()
})

const draft: KeptRequest = {
  payer: '+225 07 00 00 01 01',
  form: { amount: 4200, label: 'Taxi', invoice: '', act_until: '2026-04-01', discount: null, may_change_amount: true },
}

it('keeps the request of each account apart, until it is sent or given up', () => {
  keepRequest('one', draft)
  expect(readRequest('one')).toEqual(draft)
  expect(readRequest('other')).toBeNull()
  dropRequest('one')
  expect(readRequest('one')).toBeNull()
})

it('ignores a draft of another form', () => {
  keepDraft('request:one', { ...draft, form: { label: 'Taxi' } })
  expect(readRequest('one')).toBeNull()
})
