import { beforeEach, expect, it, vi } from 'vitest'
import { claimDrafts, dropDraft, forgetDrafts, keepDraft, readDraft, readTexts } from './drafts.ts'

let kept: Record<string, string>
beforeEach(() => {
  kept = {}
  // The storage of a tab, as an object of its keys with its three methods.
  const storage = Object.create({
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => void (kept[key] = text),
    removeItem: (key: string) => void delete kept[key],
  }) as Storage
  vi.stubGlobal(
    'sessionStorage',
    new Proxy(storage, {
      ownKeys: () => Object.keys(kept),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  )
  return () => vi.unstubAllGlobals()
})

const AWA = '11111111-0000-4000-8000-000000000001'
const MOUSSA = '11111111-0000-4000-8000-000000000002'
beforeEach(() => claimDrafts(AWA))

it('returns a stored draft until it is deleted or empty', () => {
  keepDraft('a', { subject: 'Prêt', body: 'Bonjour' })
  keepDraft('b', { body: 'Autre' })
  expect(readTexts('a')).toEqual({ subject: 'Prêt', body: 'Bonjour' })
  dropDraft('a')
  expect(readTexts('a')).toEqual({})
  keepDraft('b', { body: '' })
  expect(readDraft('b')).toBeNull()
})

it('says whether another user was in the tab before', () => {
  expect(claimDrafts(AWA)).toBe(false)
  expect(claimDrafts(MOUSSA)).toBe(true)
  forgetDrafts()
  expect(claimDrafts(AWA)).toBe(false)
})

it('stores drafts per user id', () => {
  keepDraft('a', { body: 'Bonjour', amount: 5000 })
  expect(Object.keys(kept).filter((key) => key.includes('draft:'))).toEqual([`connect:draft:${AWA}:a`])
  expect(readDraft('a')).toEqual({ body: 'Bonjour', amount: 5000 })
})

it('keeps drafts when the same user signs in again, and deletes them for another user', () => {
  keepDraft('a', { body: 'Bonjour' })
  claimDrafts(AWA)
  expect(readTexts('a')).toEqual({ body: 'Bonjour' })
  claimDrafts(MOUSSA)
  expect(readTexts('a')).toEqual({})
  expect(JSON.stringify(kept)).not.toContain('Bonjour')
  claimDrafts(AWA)
  expect(readTexts('a')).toEqual({})
})

it('deletes every draft and the user id at sign-out, and nothing else', () => {
  keepDraft('a', { body: 'Bonjour' })
  kept['connect:return-to'] = '/dashboard'
  forgetDrafts()
  expect(kept).toEqual({ 'connect:return-to': '/dashboard' })
  // Without a user nothing is stored for the next one.
  keepDraft('a', { body: 'Bonjour' })
  expect(kept).toEqual({ 'connect:return-to': '/dashboard' })
  expect(readDraft('a')).toBeNull()
})

it('ignores damaged drafts', () => {
  kept[`connect:draft:${AWA}:a`] = '{'
  expect(readDraft('a')).toBeNull()
  kept[`connect:draft:${AWA}:a`] = '{"body":1}'
  expect(readTexts('a')).toEqual({})
})
