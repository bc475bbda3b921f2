import { expect, it } from 'vitest'
import { receivesEvent, readCursor, writeCursor } from './live-rules.ts'

it('parses the cursors that it creates', () => {
  for (const snapshot of ['750:750:', '750:755:751,754']) {
    const cursor = { at: 1_773_000_000, snapshot }
    expect(readCursor(writeCursor(cursor))).toEqual(cursor)
  }
})

it.each([
  ['nothing', ''],
  ['words', "1.1:2:' OR 1=1"],
  ['a snapshot that ends before it begins', '1.9:8:'],
  ['a transaction outside of it', '1.5:8:8'],
  ['transactions out of order', '1.5:9:7,6'],
  ['zero', '1.0:8:'],
  ['a number beyond the database', '1.5:9999999999999999999:'],
  ['ten thousand transactions', `1.1:99999:${Array.from({ length: 10_000 }, (_, index) => index + 1).join(',')}`],
])('refuses %s as a cursor', (_, text) => {
  expect(readCursor(text)).toBeNull()
})

it('sends events to users with the right to them, and balance events to users with any right', () => {
  expect(receivesEvent('messages', new Set(['inbox']))).toBe(true)
  expect(receivesEvent('messages', new Set(['operations']))).toBe(false)
  expect(receivesEvent('balance', new Set(['rib']))).toBe(true)
  expect(receivesEvent('balance', new Set())).toBe(false)
  expect(receivesEvent('access', new Set())).toBe(true)
})
