import { headers } from 'contract/endpoint.ts'
import { getUser } from 'contract/access/session.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { idleSeconds, lastActivity, recordActivity } from './activity.ts'
import { call } from '../api/call.ts'

const START = new Date('2099-03-10T09:30:00Z')
beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('sends the seconds since the last activity with each call', async () => {
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', (_: string, { headers: own }: { headers: Headers }) => {
    sent.push(own.get(headers.idleSeconds))
    return Promise.resolve(new Response('{}'))
  })
  recordActivity()
  vi.setSystemTime(START.getTime() + 120_900)
  await call(getUser, {})
  recordActivity()
  await call(getUser, {})
  expect(sent).toEqual(['120', '0'])
})

it('returns zero for a time before the last activity', () => {
  vi.setSystemTime(START.getTime() + 200_000)
  recordActivity()
  expect(idleSeconds(lastActivity() - 5_000)).toBe(0)
})
