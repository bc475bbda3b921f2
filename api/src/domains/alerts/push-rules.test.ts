import { expect, it } from 'vitest'
import { isPushEndpoint, nextTryOf } from './push-rules.ts'

const SERVICES = ['fcm.googleapis.com', '*.notify.windows.com']

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:APA91b-d_e',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYAAAB%2fA%3d%3d',
  'https://fcm.googleapis.com/',
])('allows calls to %s', (endpoint) => {
  expect(isPushEndpoint(endpoint, SERVICES)).toBe(true)
})

it.each([
  ['plain', 'http://fcm.googleapis.com/a'],
  ['another port', 'https://fcm.googleapis.com:8443/a'],
  ['a name and password', 'https://a:b@fcm.googleapis.com/a'],
  ['a name before an at sign', 'https://fcm.googleapis.com@evil.example/a'],
  ['an address', 'https://127.0.0.1/a'],
  ['an address in one number', 'https://2130706433/a'],
  ['an address of six', 'https://[::1]/a'],
  ['an inner host', 'https://localhost/a'],
  ['another host', 'https://evil.example/a'],
  ['a longer name', 'https://fcm.googleapis.com.evil.example/a'],
  ['a name that ends alike', 'https://evilnotify.windows.com/a'],
  ['the parent of a service', 'https://notify.windows.com/a'],
  ['a dot at the end', 'https://fcm.googleapis.com./a'],
  ['a fragment', 'https://fcm.googleapis.com/a#b'],
  ['a way up', 'https://fcm.googleapis.com/a/../b'],
  ['a line break', 'https://fcm.googleapis.com/a\r\nX: y'],
  ['a backslash', 'https://fcm.googleapis.com\\@evil.example/a'],
  ['capitals', 'https://FCM.googleapis.com/a'],
  ['words', 'fcm.googleapis.com'],
  ['too long', `https://fcm.googleapis.com/${'a'.repeat(1024)}`],
])('refuses calls to %s', (_, endpoint) => {
  expect(isPushEndpoint(endpoint, SERVICES)).toBe(false)
})

it('retries with increasing delays, respects the delay that the service requests, and stops after a day', () => {
  const created_at = new Date('2026-03-10T09:00:00Z')
  const now = new Date('2026-03-10T09:30:00Z')
  const nextAttempt = (tries: number, requestedSeconds: number | null) =>
    nextTryOf({ created_at, tries }, requestedSeconds, now)?.toISOString().slice(11, 16) ?? null
  expect([nextAttempt(0, null), nextAttempt(1, null), nextAttempt(2, null), nextAttempt(3, null)]).toEqual([
    '09:31',
    '09:35',
    '09:45',
    '10:30',
  ])
  expect([nextAttempt(0, 600), nextAttempt(1, 10)]).toEqual(['09:40', '09:35'])
  expect([nextAttempt(0, 86_400), nextAttempt(6, null)]).toEqual([null, null])
})
