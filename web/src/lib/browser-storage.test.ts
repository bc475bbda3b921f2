import { afterEach, expect, it, vi } from 'vitest'
import { readStored, storedKeys, writeStored } from './browser-storage.ts'

afterEach(() => {
  for (const key of storedKeys('sessionStorage', '')) writeStored('sessionStorage', key, null)
  vi.unstubAllGlobals()
})

/** A storage that takes `room` texts. */
function stubStorage(room: number) {
  const texts = new Map<string, string>()
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem(key: string, text: string) {
      if (!texts.has(key) && texts.size >= room) throw new DOMException('full', 'QuotaExceededError')
      texts.set(key, text)
    },
    removeItem: (key: string) => texts.delete(key),
  }
  vi.stubGlobal(
    'sessionStorage',
    new Proxy(storage, {
      ownKeys: () => [...texts.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  )
  return texts
}

it('stores in the browser', () => {
  const texts = stubStorage(2)
  writeStored('sessionStorage', 'a', '1')
  expect([...texts]).toEqual([['a', '1']])
  expect(readStored('sessionStorage', 'a')).toBe('1')
  writeStored('sessionStorage', 'a', null)
  expect(texts.size).toBe(0)
  expect(readStored('sessionStorage', 'a')).toBeNull()
})

it('keeps for the page what a full storage does not take, until it is taken', () => {
  const texts = stubStorage(1)
  writeStored('sessionStorage', 'a:1', '1')
  writeStored('sessionStorage', 'a:2', '2')
  expect(readStored('sessionStorage', 'a:2')).toBe('2')
  expect(storedKeys('sessionStorage', 'a:').toSorted()).toEqual(['a:1', 'a:2'])
  expect(storedKeys('sessionStorage', 'b:')).toEqual([])
  writeStored('sessionStorage', 'a:1', null)
  writeStored('sessionStorage', 'a:2', '3')
  expect([...texts]).toEqual([['a:2', '3']])
  expect(readStored('sessionStorage', 'a:2')).toBe('3')
})

it.each([
  ['null, as in a view of another app', () => null],
  [
    'refused, as where cookies are blocked',
    () => {
      throw new DOMException('denied', 'SecurityError')
    },
  ],
])('keeps for the page where the storage is %s', (_name, get) => {
  // Restored with the other stubs.
  vi.stubGlobal('sessionStorage', null)
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get })
  writeStored('sessionStorage', 'a', '1')
  expect(readStored('sessionStorage', 'a')).toBe('1')
  expect(readStored('localStorage', 'a')).toBeNull()
  expect(storedKeys('sessionStorage', '')).toEqual(['a'])
  writeStored('sessionStorage', 'a', null)
  expect(readStored('sessionStorage', 'a')).toBeNull()
  expect(storedKeys('sessionStorage', '')).toEqual([])
})
