// Reads the Basic credentials of a sign-in.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

const LONGEST = 256

/** Reads `Authorization: Basic` (RFC 7617, UTF-8). Anything else is refused like a wrong password. */
export function basicCredentials(request: FastifyRequest) {
  const [scheme, encoded] = (request.headers.authorization ?? '').split(' ')
  const text = Buffer.from(encoded ?? '', 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const login = text.slice(0, colon)
  const password = text.slice(colon + 1)
  const isUsable =
    scheme?.toLowerCase() === 'basic' &&
    colon > 0 &&
    login.length <= 64 &&
    password.length <= LONGEST &&
    !login.includes('\0')
  if (!isUsable || password === '') throw new Refusal('bad_credentials')
  return { login, password }
}
