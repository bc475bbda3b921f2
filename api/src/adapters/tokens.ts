import { errors, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'

const ALGORITHM = 'EdDSA'
const TYPE = 'at+jwt'
const ISSUER = 'connect'
/** Tokens that this process has signed or verified: none is verified twice. */
const MAX_KNOWN_TOKENS = 20_000

export type Claims = { user_id: string; session_id: string; expires_at: number }

export type Tokens = {
  /** The token contains both dates: clients with a wrong clock calculate its lifetime from them. */
  sign: (claims: Claims & { issued_at: number }, token_id: string) => Promise<string>
  /** The claims of a token signed by the bank and not expired at `now` (unix seconds), or null. */
  read: (token: string, now: number) => Promise<Claims | null>
}

export type SigningKey = { kid: string; private_jwk: JWK }

export async function newSigningKey(kid: string): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true })
  return { kid, private_jwk: await exportJWK(privateKey) }
}

/**
 * Signs with the first key, and accepts the signatures of all keys. The algorithm is fixed here and never read from the
 * token.
 */
export async function createTokens(keys: readonly SigningKey[]): Promise<Tokens> {
  const imported = await Promise.all(
    keys.map(async ({ kid, private_jwk }) => {
      const { d: _secret, ...publicJwk } = private_jwk
      return { kid, sign: await importJWK(private_jwk, ALGORITHM), verify: await importJWK(publicJwk, ALGORITHM) }
    }),
  )
  const [current] = imported
  if (!current) throw new Error('no signing key')
  const known = new Map<string, Claims>()
  const remember = (token: string, claims: Claims) => {
    if (known.size >= MAX_KNOWN_TOKENS) known.clear()
    known.set(token, claims)
  }

  return {
    async sign({ user_id, session_id, issued_at, expires_at }, token_id) {
      const token = await new SignJWT({ sid: session_id })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: current.kid })
        .setIssuer(ISSUER)
        .setSubject(user_id)
        .setJti(token_id)
        .setIssuedAt(issued_at)
        .setExpirationTime(expires_at)
        .sign(current.sign)
      remember(token, { user_id, session_id, expires_at })
      return token
    },

    async read(token, now) {
      const before = known.get(token)
      if (before) return before.expires_at > now ? before : null
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid }) => {
            const key = imported.find((one) => one.kid === kid)
            if (!key) throw new errors.JOSEError('unknown key')
            return key.verify
          },
          {
            algorithms: [ALGORITHM],
            typ: TYPE,
            issuer: ISSUER,
            currentDate: new Date(now * 1000),
            requiredClaims: ['sub', 'sid', 'jti', 'exp'],
          },
        )
        const { sub, sid, exp } = payload
        if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return null
        const claims = { user_id: sub, session_id: sid, expires_at: exp }
        remember(token, claims)
        return claims
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}
