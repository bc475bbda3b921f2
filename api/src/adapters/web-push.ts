// Sends messages to browsers through push services: encrypted for one browser (RFC 8291), signed by the bank (RFC
// 8292), to public addresses only.
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  ECDH,
  generateKeyPairSync,
  hkdfSync,
  type JsonWebKey,
  randomBytes,
  sign,
} from 'node:crypto'
import { type LookupAddress, lookup as lookUp } from 'node:dns'
import { Agent, request } from 'node:https'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

const CURVE = 'prime256v1'
/** Every message is padded to this size, so that its length reveals nothing of its content. */
const SEALED_TEXT_BYTES = 512
const RECORD_BYTES = 4096
const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 4096
const TOKEN_LIFE_SECONDS = 12 * 3600

export type Subscription = { endpoint: string; p256dh: Buffer; auth: Buffer }

export const newPushKey = (): JsonWebKey =>
  generateKeyPairSync('ec', { namedCurve: CURVE }).privateKey.export({ format: 'jwk' })

const pointOf = ({ x = '', y = '' }: JsonWebKey) =>
  Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])

/** The public key, in the form that browsers expect. */
export const publicKeyOf = (key: JsonWebKey): string => pointOf(key).toString('base64url')

/** Whether a browser's key is a point of the P-256 curve: other keys could reveal the bank's private key. */
export function isBrowserKey(p256dh: Buffer): boolean {
  try {
    ECDH.convertKey(p256dh, CURVE)
    return p256dh.length === 65 && p256dh[0] === 4
  } catch {
    return false
  }
}

const derived = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Encrypts one record for one browser. */
export function sealFor({ p256dh, auth }: Pick<Subscription, 'p256dh' | 'auth'>, plaintext: string): Buffer {
  const text = Buffer.from(plaintext)
  if (text.length >= SEALED_TEXT_BYTES) throw new Error(`${text.length} bytes are too many for a push message`)
  const own = createECDH(CURVE)
  const ownKey = own.generateKeys()
  const secret = derived(
    own.computeSecret(p256dh),
    auth,
    Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, ownKey]),
    32,
  )
  const salt = randomBytes(16)
  const cipher = createCipheriv(
    'aes-128-gcm',
    derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derived(secret, salt, 'Content-Encoding: nonce\0', 12),
  )
  // The delimiter of the last record, then zero bytes up to the fixed size.
  const padded = Buffer.concat([text, Buffer.of(2), Buffer.alloc(SEALED_TEXT_BYTES - text.length - 1)])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([
    salt,
    size,
    Buffer.of(ownKey.length),
    ownKey,
    cipher.update(padded),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Identifies the sender to the push service, with a contact address (VAPID, RFC 8292). */
export function senderToken(
  key: JsonWebKey,
  { endpoint, contact, now }: { endpoint: string; contact: string; now: Date },
): string {
  const exp = Math.floor(now.getTime() / 1000) + TOKEN_LIFE_SECONDS
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: new URL(endpoint).origin, exp, sub: `mailto:${contact}` })}`
  const signature = sign('sha256', Buffer.from(signed), {
    key: createPrivateKey({ key, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363',
  })
  return `${signed}.${signature.toString('base64url')}`
}

const privateIpv4 = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  privateIpv4.addSubnet(network, bits, 'ipv4')

const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')
// Public by range, but refused: addresses for documentation, and tunnels to an IPv4 address that is not checked (6to4,
// Teredo).
const refusedIpv6 = new BlockList()
for (const [network, bits] of [
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2001::', 32],
  ['3fff::', 20],
] as const)
  refusedIpv6.addSubnet(network, bits, 'ipv6')

/** Whether an address is public, not one of a private network. */
export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? publicIpv6.check(address, 'ipv6') && !refusedIpv6.check(address, 'ipv6')
    : !privateIpv4.check(address, 'ipv4')

/** Resolves a host name and keeps the allowed addresses: the connection uses only a checked address. */
const checkedLookup =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (host, options, found) => {
    lookUp(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? []
      if (error) return found(error, [])
      if (!first || addresses.some(({ address }) => !isAllowed(address)))
        return found(Object.assign(new Error(`${host} is not a public address`), { code: 'EACCES' }), [])
      return options.all ? found(null, addresses) : found(null, first.address, first.family)
    })
  }

export type PushOptions = { plaintext: string; topic: string; isUrgent: boolean; lifeSeconds: number }
/**
 * `gone`: the browser has unsubscribed. `later`: try again, after so many seconds if the service says so. `refused`: a
 * retry would fail too.
 */
export type PushOutcome =
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'later'; because: string; seconds: number | null }
  | { kind: 'refused'; because: string }

export type PushSender = {
  send: (to: Subscription, input: PushOptions, now: Date) => Promise<PushOutcome>
  close: () => void
}

type SenderOptions = {
  key: JsonWebKey
  contact: () => Promise<string>
  /** Replaces the check of addresses, and adds a trusted certificate: for a local push service. */
  isAllowedAddress?: (address: string) => boolean
  ca?: string
}

function outcomeOf(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const because = `answered ${status}`
  if (status !== 408 && status !== 429 && status < 500) return { kind: 'refused', because }
  const seconds = Number(retryAfter)
  return { kind: 'later', because, seconds: Number.isSafeInteger(seconds) && seconds > 0 ? seconds : null }
}

/** Opens the HTTP client for push services. It follows no redirects, and reads only the status of the answer. */
export function openPushSender({ key, contact, isAllowedAddress = isPublicAddress, ca }: SenderOptions): PushSender {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 8,
    lookup: checkedLookup(isAllowedAddress),
    ...(ca !== undefined && { ca }),
  })

  function post(endpoint: string, headers: Record<string, string>, body: Buffer): Promise<PushOutcome> {
    return new Promise((resolve) => {
      const fail = (error: NodeJS.ErrnoException) =>
        resolve({ kind: 'later', because: error.code ?? error.name, seconds: null })
      const outgoing = request(
        endpoint,
        { method: 'POST', agent, headers, signal: AbortSignal.timeout(TIMEOUT_MS) },
        (answer) => {
          let read = 0
          answer.on('data', (chunk: Buffer) => {
            read += chunk.length
            if (read > MAX_ANSWER_BYTES) answer.destroy()
          })
          answer.on('error', () => undefined)
          answer.on('close', () => resolve(outcomeOf(answer.statusCode ?? 0, answer.headers['retry-after'])))
        },
      )
      outgoing.on('error', fail)
      outgoing.end(body)
    })
  }

  return {
    async send(to, { plaintext, topic, isUrgent, lifeSeconds }, now) {
      const token = senderToken(key, { endpoint: to.endpoint, contact: await contact(), now })
      const body = sealFor(to, plaintext)
      return post(
        to.endpoint,
        {
          Authorization: `vapid t=${token}, k=${publicKeyOf(key)}`,
          'Content-Encoding': 'aes128gcm',
          'Content-Type': 'application/octet-stream',
          'Content-Length': String(body.length),
          TTL: String(lifeSeconds),
          // A newer message of the kind replaces one that the browser has not fetched.
          Topic: topic,
          Urgency: isUrgent ? 'high' : 'normal',
        },
        body,
      )
    },
    close: () => agent.destroy(),
  }
}
