import { generateKeyPairSync } from 'node:crypto'
import { importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBrowser, aBrowserOf, certificate, openPushService, type PushService } from '../../test/push-service.ts'
import {
  isBrowserKey,
  isPublicAddress,
  newPushKey,
  openPushSender,
  publicKeyOf,
  sealFor,
  senderToken,
} from './web-push.ts'

const NOW = new Date('2026-03-10T09:30:00Z')
const input = { plaintext: '{"kind":"debit_above"}', topic: 'abc', isUrgent: false, lifeSeconds: 86_400 }

let service: PushService
beforeAll(async () => {
  service = await openPushService()
})
afterAll(() => service.close())

it('decrypts the example message of RFC 8291 with the test browser', async () => {
  const browser = await aBrowserOf(
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    'BTBZMqHH6r4Tts7J_aSIgg',
  )
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  expect(await browser.open(Buffer.from(body, 'base64url'))).toBe('When I grow up, I want to be a watermelon')
})

it('encrypts for one browser, and gives every message the same size', async () => {
  const [browser, another] = [await aBrowser(), await aBrowser()]
  const keys = { p256dh: Buffer.from(browser.p256dh, 'base64url'), auth: Buffer.from(browser.auth, 'base64url') }
  const [short, long] = [sealFor(keys, '{}'), sealFor(keys, 'é'.repeat(200))]
  expect(await browser.open(short)).toBe('{}')
  expect(await browser.open(long)).toBe('é'.repeat(200))
  await expect(another.open(short)).rejects.toThrow('operation')
  expect(short.length).toBe(long.length)
  expect(() => sealFor(keys, 'x'.repeat(512))).toThrow('too many')
})

it('accepts only points of the P-256 curve as browser keys', async () => {
  const { p256dh } = await aBrowser()
  const point = Buffer.from(p256dh, 'base64url')
  const off = Buffer.from(point)
  off[64] = (off[64] ?? 0) ^ 1
  expect([point, off, Buffer.alloc(65), point.subarray(0, 33)].map(isBrowserKey)).toEqual([true, false, false, false])
})

it('signs a VAPID token with the sender, this audience and half a day of validity', async () => {
  const key = newPushKey()
  const token = senderToken(key, { endpoint: 'https://push.example/a/b', contact: 'banque@teranga.example', now: NOW })
  const { d: _secret, ...publicJwk } = key
  const { payload, protectedHeader } = await jwtVerify(token, await importJWK(publicJwk as never, 'ES256'), {
    currentDate: NOW,
  })
  expect(protectedHeader).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(payload).toEqual({
    aud: 'https://push.example',
    exp: NOW.getTime() / 1000 + 43_200,
    sub: 'mailto:banque@teranga.example',
  })
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await expect(jwtVerify(token, other.publicKey, { currentDate: NOW })).rejects.toThrow('signature')
})

it.each([
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['2002:a00:1::', false],
  ['2001:db8::1', false],
  ['142.250.75.10', true],
  ['2a00:1450:4007:80c::200a', true],
])('decides whether %s is a public address', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

const aSubscription = async () => {
  const { p256dh, auth } = await aBrowser()
  return {
    endpoint: `https://${service.host}/push/1`,
    p256dh: Buffer.from(p256dh, 'base64url'),
    auth: Buffer.from(auth, 'base64url'),
  }
}
const given = { key: newPushKey(), contact: async () => 'banque@teranga.example' }
const trusting = { ...given, isAllowedAddress: () => true, ca: certificate }

it('does not connect to a private address, whatever its host name', async () => {
  const sender = openPushSender({ ...given, ca: certificate })
  expect(await sender.send(await aSubscription(), input, NOW)).toEqual({
    kind: 'later',
    because: 'EACCES',
    seconds: null,
  })
  expect(service.received).toHaveLength(0)
  sender.close()
})

it('trusts only certificates of public authorities', async () => {
  const sender = openPushSender({ ...given, isAllowedAddress: () => true })
  expect(await sender.send(await aSubscription(), input, NOW)).toMatchObject({
    kind: 'later',
    because: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
  sender.close()
})

it('derives the outcome from the status of the answer, and follows no redirect', async () => {
  const sender = openPushSender(trusting)
  const to = await aSubscription()
  const answered = async (status: number, headers?: Record<string, string>) => {
    service.answer = { status, ...(headers && { headers }) }
    return sender.send(to, input, NOW)
  }
  expect(await answered(201)).toEqual({ kind: 'sent' })
  expect(service.received.at(-1)?.headers).toMatchObject({
    ttl: '86400',
    topic: 'abc',
    urgency: 'normal',
    'content-encoding': 'aes128gcm',
    authorization: expect.stringMatching(
      new RegExp(`^vapid t=[\\w-]+\\.[\\w-]+\\.[\\w-]+, k=${publicKeyOf(given.key)}$`),
    ),
  })
  expect(await answered(410)).toEqual({ kind: 'gone' })
  expect(await answered(404)).toEqual({ kind: 'gone' })
  expect(await answered(429, { 'retry-after': '120' })).toEqual({
    kind: 'later',
    because: 'answered 429',
    seconds: 120,
  })
  expect(await answered(503)).toEqual({ kind: 'later', because: 'answered 503', seconds: null })
  expect(await answered(403)).toEqual({ kind: 'refused', because: 'answered 403' })
  const before = service.received.length
  expect(await answered(307, { location: `https://${service.host}/elsewhere` })).toEqual({
    kind: 'refused',
    because: 'answered 307',
  })
  expect(service.received).toHaveLength(before + 1)
  sender.close()
})
