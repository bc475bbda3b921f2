// Names, reads, sets and clears the cookies of the session and of the device.
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../loopback.ts'

/** Over TLS: with this prefix browsers require Secure, this exact host, and the whole path. On this machine without TLS Safari stores no Secure cookie. */
const TLS_PREFIX = '__Host-'

const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'strict' } as const
const DEVICE_SECONDS = 365 * 86_400

export type SessionCookie = ReturnType<typeof createCookie>
export type DeviceCookie = SessionCookie

function createCookie(portalUrl: string, plainName: string, lifetime: { maxAge?: number }) {
  const allowsPlainHttp = new URL(portalUrl).protocol === 'http:'
  const nameFor = ({ hostname }: FastifyRequest) =>
    allowsPlainHttp && isLoopback(hostname) ? plainName : `${TLS_PREFIX}${plainName}`
  const attributesOf = (name: string) => ({ ...ATTRIBUTES, ...lifetime, secure: name.startsWith(TLS_PREFIX) })
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

/**
 * `portalUrl`: the public URL of the portal. Only if it is plain http do requests to this machine get the cookie
 * without Secure.
 */
export const createSessionCookie = (portalUrl: string): SessionCookie => createCookie(portalUrl, 'connect', {})

/** The cookie by which a browser is recognised. It grants no access by itself. */
export const createDeviceCookie = (portalUrl: string): DeviceCookie =>
  createCookie(portalUrl, 'connect-device', { maxAge: DEVICE_SECONDS })
