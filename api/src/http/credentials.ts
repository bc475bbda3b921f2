// Reads the Authorization header.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

const LONGEST = 256

/** One scheme, one space and one value, as RFC 9110 writes it (token68): anything more is no credential. */
const AUTHORIZATION = /^(basic|bearer) ([\w.~+/-]+=*)$/i

/** The value of the header where it has this scheme and no other content. */
export function authorizationOf(request: FastifyRequest, scheme: 'basic' | 'bearer'): string | null {
  const [, givenScheme, value] = AUTHORIZATION.exec(request.headers.authorization ?? '') ?? []
  return givenScheme?.toLowerCase() === scheme ? (value ?? null) : null
}

/** Reads `Authorization: Basic` (RFC 7617, UTF-8). Anything else is refused like a wrong password. */
export function basicCredentials(request: FastifyRequest) {
  const text = Buffer.from(authorizationOf(request, 'basic') ?? '', 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const login = text.slice(0, colon)
  const password = text.slice(colon + 1)
  const isUsable = colon > 0 && login.length <= 64 && password.length <= LONGEST && !login.includes('\0')
  if (!isUsable || password === '') throw new Refusal('bad_credentials')
  return { login, password }
}
