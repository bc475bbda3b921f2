import { beforeEach, expect, it, vi } from 'vitest'
import { claimDrafts } from '../../lib/forms/drafts.ts'
import { keepSendOptions, readSendOptions } from './send-options.ts'

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

const none = { isSingle: false, isConfidential: false, isSaving: false }

it('keeps the options of each file apart, and begins without any', () => {
  expect(readSendOptions('one')).toEqual(none)
  keepSendOptions('one', { ...none, isConfidential: true })
  expect(readSendOptions('one')).toEqual({ ...none, isConfidential: true })
  expect(readSendOptions('other')).toEqual(none)
  keepSendOptions('one', none)
  expect(readSendOptions('one')).toEqual(none)
})
