import { afterEach, describe, expect, it, vi } from 'vitest'
import { newId, newReference } from './ids.ts'

const timeOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

afterEach(() => vi.useRealTimers())

describe('a new id', () => {
  it('is a UUID of version 7 with the current time', () => {
    vi.useFakeTimers({ now: Date.now() + 60_000 })
    const id = newId()
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(timeOf(id)).toBe(Date.now())
  })

  it('follows all others of its process: in one millisecond, and where the clock stands or is set back', () => {
    vi.useFakeTimers({ now: Date.now() + 120_000 })
    const ids = Array.from({ length: 10_000 }, newId)
    vi.setSystemTime(Date.now() - 3_600_000)
    ids.push(newId())
    vi.setSystemTime(Date.now() + 3_700_000)
    ids.push(newId())
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(ids.length)
    expect(timeOf(ids.at(-1) ?? '')).toBe(Date.now())
  })
})

it('a reference is its day and eight characters that can be read aloud', () => {
  expect(newReference('V', new Date('2026-11-21T23:59:00Z'))).toMatch(/^V261121-[0-9A-HJKMNP-TV-Z]{8}$/)
})
