// A push service for tests, at https://localhost, and browsers that subscribe there. They decrypt messages by RFC 8291, with separate
// code: WebCrypto, where the bank uses node:crypto.
import type { webcrypto } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

// Useless elsewhere: it is for localhost, and only these tests trust it.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLH0qdi25OOX794/8
4llc46beq78NJ/m3q5/YiOpkfDmhRANCAASxBo5LyXBsLOXsayehQxhuO7plvVVa
ruDUjLVoENVtv0IBiyxP3XWd459UKAl4oAKKIyBW7dAuTWqxEnmBcovO
-----END PRIVATE KEY-----`
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUDdWkQHbkrXP9/Or/3Q2nculSwD4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTIyNDc0NVoYDzIxMjYxMDI4
MjI0NzQ1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASxBo5LyXBsLOXsayehQxhuO7plvVVaruDUjLVoENVtv0IBiyxP3XWd
459UKAl4oAKKIyBW7dAuTWqxEnmBcovOo2kwZzAdBgNVHQ4EFgQU58VskQeyr6ye
DGOcNk1OEhFibQ4wHwYDVR0jBBgwFoAU58VskQeyr6yeDGOcNk1OEhFibQ4wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhAOudMtkBro8xJmfT5gOJZIZk4l8jFm2XfwRyMQh1ZMHSAiBP1P/Ag+x8
8KCBQToHvhEG9Z4O5PBNM+qQ10msYON3lg==
-----END CERTIFICATE-----`

const { subtle } = globalThis.crypto
const ECDH = { name: 'ECDH', namedCurve: 'P-256' }
const text = (labels: string) => new TextEncoder().encode(labels)
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

async function derive(
  secret: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  bytes: number,
) {
  const base = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  return new Uint8Array(await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, base, bytes * 8))
}

export type Browser = { p256dh: string; auth: string; open: (body: Uint8Array) => Promise<string> }

/** The browser's keys. `open` returns the decrypted message, and rejects one encrypted for another browser. */
export async function aBrowser(given?: {
  pair: webcrypto.CryptoKeyPair
  auth: Uint8Array<ArrayBuffer>
}): Promise<Browser> {
  const pair = given?.pair ?? (await subtle.generateKey(ECDH, true, ['deriveBits']))
  const auth = given?.auth ?? crypto.getRandomValues(new Uint8Array(16))
  const own = new Uint8Array(await subtle.exportKey('raw', pair.publicKey))
  return {
    p256dh: Buffer.from(own).toString('base64url'),
    auth: Buffer.from(auth).toString('base64url'),
    open: async (body) => {
      const sealed = new Uint8Array(body)
      const salt = sealed.slice(0, 16)
      const sender = sealed.slice(21, 21 + (sealed[20] ?? 0))
      const senderKey = await subtle.importKey('raw', sender, ECDH, false, [])
      const shared = new Uint8Array(await subtle.deriveBits({ name: 'ECDH', public: senderKey }, pair.privateKey, 256))
      const secret = await derive(shared, auth, joined(text('WebPush: info\0'), own, sender), 32)
      const opening = await derive(secret, salt, text('Content-Encoding: aes128gcm\0'), 16)
      const iv = await derive(secret, salt, text('Content-Encoding: nonce\0'), 12)
      const aes = await subtle.importKey('raw', opening, 'AES-GCM', false, ['decrypt'])
      const padded = new Uint8Array(
        await subtle.decrypt({ name: 'AES-GCM', iv }, aes, sealed.slice(21 + sender.length)),
      )
      return new TextDecoder().decode(padded.slice(0, padded.lastIndexOf(2)))
    },
  }
}

/** Fixed keys of a browser. */
export async function aBrowserOf(publicKey: string, privateKey: string, auth: string): Promise<Browser> {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  return aBrowser({
    auth: new Uint8Array(Buffer.from(auth, 'base64url')),
    pair: {
      publicKey: await subtle.importKey('jwk', jwk, ECDH, true, []),
      privateKey: await subtle.importKey('jwk', { ...jwk, d: privateKey }, ECDH, true, ['deriveBits']),
    },
  })
}

export type Received = { path: string; headers: Record<string, string | string[] | undefined>; body: Buffer }
export type PushService = {
  /** The address in the bank's settings: localhost with its port. */
  host: string
  received: Received[]
  /** The status of its next answers. */
  answer: { status: number; headers?: Record<string, string> }
  close: () => Promise<void>
}

export async function openPushService(): Promise<PushService> {
  const service: PushService = { host: '', received: [], answer: { status: 201 }, close: async () => undefined }
  async function take(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    service.received.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) })
    reply.writeHead(service.answer.status, service.answer.headers).end()
  }
  const server = createServer({ key, cert: certificate }, (request, reply) => {
    void take(request, reply)
  })
  await new Promise<void>((listening) => server.listen(0, listening))
  service.host = `localhost:${(server.address() as AddressInfo).port}`
  service.close = () =>
    new Promise((closed) => {
      server.closeAllConnections()
      server.close(() => closed())
    })
  return service
}
