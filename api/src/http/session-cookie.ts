// Names, reads, sets and clears the session's cookie.
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../loopback.ts'

/** The name over TLS: the __Host- prefix makes browsers insist on Secure, this very host, and the whole path. */
const TLS_NAME = '__Host-connect'
/** The name on this machine without TLS: Safari keeps no Secure cookie there. */
const LOOPBACK_NAME = 'connect'

const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'strict' } as const

export type SessionCookie = ReturnType<typeof createSessionCookie>

/** `portalUrl` is the portal as customers reach it. Only where that is plain http do requests to this machine get the cookie without Secure. */
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
