// An authenticator in software (WebAuthn level 3, ES256, attestation "none"): what a browser and its key would answer.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { CreationOptions, NewCredential, SignedChallenge, SigningOptions } from 'contract/access/factors.ts'

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest()

/** CBOR (RFC 8949) of what a passkey contains: small integers, texts, bytes and maps. */
function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}
function cbor(value: number | string | Buffer | ReadonlyMap<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Parameters<typeof cbor>[0])])
  return Buffer.concat([head(5, value.size), ...parts])
}

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_KEY = 64

type Fault = { origin?: string; rpId?: string; isUnverified?: boolean; challenge?: string; counter?: number }

/** A passkey for the portal at `origin`. `fault`: what it answers wrongly. */
export function softwarePasskey(origin = 'https://banque.example') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0
  const clientData = (type: string, challenge: string, fault: Fault) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: fault.challenge ?? challenge,
        origin: fault.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (rpId: string, flags: number, fault: Fault, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(fault.counter ?? counter)
    const verified = fault.isUnverified ? 0 : USER_VERIFIED
    return Buffer.concat([sha256(fault.rpId ?? rpId), Buffer.from([flags | USER_PRESENT | verified]), count, rest])
  }
  return {
    id,
    create({ challenge, rp }: CreationOptions, fault: Fault = {}): NewCredential {
      const key = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const size = Buffer.from([0, credentialId.length])
      const data = authenticatorData(rp.id, HAS_KEY, fault, Buffer.concat([Buffer.alloc(16), size, credentialId, key]))
      const attestation = cbor(
        new Map<string, string | Buffer | ReadonlyMap<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', data],
        ]),
      )
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, fault).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    sign({ challenge, rpId }: SigningOptions, fault: Fault = {}): SignedChallenge {
      counter += 1
      const client = clientData('webauthn.get', challenge, fault)
      const data = authenticatorData(rpId, 0, fault)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
