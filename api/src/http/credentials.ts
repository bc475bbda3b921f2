// What a sign-in travels in: Basic credentials towards us, the session's cookie back.
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { SESSION_COOKIE } from './guard.ts'

const LONGEST = 256

/** Reads `Authorization: Basic` (RFC 7617, UTF-8). Anything else is refused like a wrong password. */
export function basicCredentials(request: FastifyRequest) {
  const [scheme, encoded] = (request.headers.authorization ?? '').split(' ')
  const text = Buffer.from(encoded ?? '', 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const login = text.slice(0, colon)
  const password = text.slice(colon + 1)
  const isUsable =
    scheme?.toLowerCase() === 'basic' && colon > 0 && login.length <= 64 && password.length <= LONGEST && !login.includes('\0')
  if (!isUsable || password === '') throw new Refusal('bad_credentials')
  return { login, password, address: request.ip, user_agent: request.headers['user-agent']?.slice(0, LONGEST) ?? null }
}

// The __Host- prefix makes browsers insist on Secure, this very host, and the whole path.
const ATTRIBUTES = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const

export const setSessionCookie = (reply: FastifyReply, cookie: string) => void reply.setCookie(SESSION_COOKIE, cookie, ATTRIBUTES)
export const clearSessionCookie = (reply: FastifyReply) => void reply.clearCookie(SESSION_COOKIE, ATTRIBUTES)
