// Creates the options by which browsers create passkeys and sign with them, and verifies the results (WebAuthn level 3).
import type { CreationOptions, NewCredential, SignedChallenge, SigningOptions } from 'contract/access/factors.ts'

/** EdDSA, ES256 and RS256, by their numbers of COSE: what authenticators of today offer. */
const ALGORITHMS = [-8, -7, -257]
const TIMEOUT_MS = 300_000

type Transport = NonNullable<SigningOptions['allowCredentials'][number]['transports']>[number]
export type KnownPasskey = {
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: readonly Transport[]
}
export type VerifiedPasskey = KnownPasskey & { is_synced: boolean }

export type WebAuthn = ReturnType<typeof createWebAuthn>

const descriptorOf = ({ credential_id, transports }: Pick<KnownPasskey, 'credential_id' | 'transports'>) => ({
  id: credential_id.toString('base64url'),
  type: 'public-key' as const,
  transports: [...transports],
})

/** The challenge that a browser claims to have signed; null where it names none. The signature is verified afterwards. */
export function challengeOf({ response }: NewCredential | SignedChallenge): Buffer | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
    if (typeof data !== 'object' || data === null || !('challenge' in data)) return null
    return typeof data.challenge === 'string' ? Buffer.from(data.challenge, 'base64url') : null
  } catch {
    return null
  }
}

// Loaded with the first passkey: the library needs half a second and 25 MB, and most processes never verify one.
const library = () => import('@simplewebauthn/server')

/** Passkeys of the portal at `portalUrl`: its host is the relying party. */
export function createWebAuthn(portalUrl: string) {
  const { hostname: rpId, origin } = new URL(portalUrl)
  return {
    creationOptions: (input: {
      challenge: Buffer
      bank: string
      user: { id: string; login: string; name: string }
      known: readonly Pick<KnownPasskey, 'credential_id' | 'transports'>[]
    }): CreationOptions => ({
      challenge: input.challenge.toString('base64url'),
      rp: { id: rpId, name: input.bank },
      user: {
        id: Buffer.from(input.user.id).toString('base64url'),
        name: input.user.login,
        displayName: input.user.name,
      },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
      timeout: TIMEOUT_MS,
      excludeCredentials: input.known.map(descriptorOf),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    }),
    /** `known`: the passkeys that may sign; empty for any of this bank. */
    signingOptions: (
      challenge: Buffer,
      known: readonly Pick<KnownPasskey, 'credential_id' | 'transports'>[],
    ): SigningOptions => ({
      challenge: challenge.toString('base64url'),
      rpId,
      timeout: TIMEOUT_MS,
      allowCredentials: known.map(descriptorOf),
      userVerification: 'required',
    }),
    /** The new passkey, if the browser created it for this host and challenge and verified its user; null otherwise. */
    async verifyNew(credential: NewCredential, challenge: Buffer): Promise<VerifiedPasskey | null> {
      const { verifyRegistrationResponse } = await library()
      try {
        const { verified, registrationInfo: info } = await verifyRegistrationResponse({
          response: credential,
          expectedChallenge: challenge.toString('base64url'),
          expectedOrigin: origin,
          expectedRPID: rpId,
          requireUserVerification: true,
          supportedAlgorithmIDs: ALGORITHMS,
        })
        if (!verified) return null
        return {
          credential_id: Buffer.from(info.credential.id, 'base64url'),
          public_key: Buffer.from(info.credential.publicKey),
          counter: info.credential.counter,
          transports: credential.response.transports ?? [],
          is_synced: info.credentialBackedUp,
        }
      } catch {
        // The library throws the exact error of a response; the sender receives only the refusal.
        return null
      }
    },
    /**
     * The new state of the passkey, if it signed this challenge for this host with a verified user; null otherwise. A
     * counter that does not grow is a copy: refused.
     */
    async verifySigned(
      credential: SignedChallenge,
      passkey: KnownPasskey,
      challenge: Buffer,
    ): Promise<Pick<VerifiedPasskey, 'counter' | 'is_synced'> | null> {
      const { verifyAuthenticationResponse } = await library()
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: credential,
          expectedChallenge: challenge.toString('base64url'),
          expectedOrigin: origin,
          expectedRPID: rpId,
          requireUserVerification: true,
          credential: {
            id: passkey.credential_id.toString('base64url'),
            publicKey: new Uint8Array(passkey.public_key),
            counter: passkey.counter,
          },
        })
        return verified
          ? { counter: authenticationInfo.newCounter, is_synced: authenticationInfo.credentialBackedUp }
          : null
      } catch {
        return null
      }
    },
  }
}
