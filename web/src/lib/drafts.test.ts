import { beforeEach, expect, it, vi } from 'vitest'
import { dropDraft, forgetDrafts, keepDraft, readDraft } from './drafts.ts'

let kept: Record<string, string>
beforeEach(() => {
  kept = {}
  // The storage of a tab, as an object of its keys with its three methods aside.
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

it('gives back what was kept, until it is dropped or empty', () => {
  keepDraft('a', { subject: 'Prêt', body: 'Bonjour' })
  keepDraft('b', { body: 'Autre' })
  expect(readDraft('a')).toEqual({ subject: 'Prêt', body: 'Bonjour' })
  dropDraft('a')
  expect(readDraft('a')).toEqual({})
  keepDraft('b', { body: '' })
  expect(kept).toEqual({})
})

it('forgets every draft with the session, and nothing else', () => {
  keepDraft('a', { body: 'Bonjour' })
  kept['connect:return-to'] = '/dashboard'
  forgetDrafts()
  expect(kept).toEqual({ 'connect:return-to': '/dashboard' })
})

it('drops what is damaged', () => {
  kept['connect:draft:a'] = '{'
  expect(readDraft('a')).toEqual({})
  kept['connect:draft:a'] = '{"body":1}'
  expect(readDraft('a')).toEqual({})
})
