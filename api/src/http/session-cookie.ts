// Names, reads, sets and clears the session's cookie.
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../loopback.ts'

/** The name over TLS: with the __Host- prefix browsers require Secure, this exact host, and the whole path. */
const TLS_NAME = '__Host-connect'
/** The name on this machine without TLS: Safari stores no Secure cookie there. */
const LOOPBACK_NAME = 'connect'

const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'strict' } as const

export type SessionCookie = ReturnType<typeof createSessionCookie>

/**
 * `portalUrl`: the public URL of the portal. Only if it is plain http do requests to this machine get the cookie
 * without Secure.
 */
export function createSessionCookie(portalUrl: string) {
  const allowsPlainHttp = new URL(portalUrl).protocol === 'http:'
  const nameFor = ({ hostname }: FastifyRequest) => (allowsPlainHttp && isLoopback(hostname) ? LOOPBACK_NAME : TLS_NAME)
  const attributesOf = (name: string) => ({ ...ATTRIBUTES, secure: name === TLS_NAME })
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[nameFor(request)],
    set(reply: FastifyReply, secret: string): void {
      const name = nameFor(reply.request)
      void reply.setCookie(name, secret, attributesOf(name))
    },
    clear(reply: FastifyReply): void {
      const name = nameFor(reply.request)
      void reply.clearCookie(name, attributesOf(name))
    },
  }
}
