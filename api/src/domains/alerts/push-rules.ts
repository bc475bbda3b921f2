// Checks push endpoints. A signed-in user names the address that the bank then calls: only known push services are called.
import { isIP } from 'node:net'

const MAX_ENDPOINT_CHARACTERS = 1024

/** Whether `host` (with its port, where it is not 443) is one of the services; `*.` stands for any name below. */
const isNamed = (host: string, services: readonly string[]) =>
  services.some((service) => (service.startsWith('*.') ? host.endsWith(service.slice(1)) : host === service))

/** Whether the bank may call this address for a browser. */
export function isPushEndpoint(endpoint: string, services: readonly string[]): boolean {
  if (endpoint.length > MAX_ENDPOINT_CHARACTERS || !URL.canParse(endpoint)) return false
  const { protocol, username, password, host, hostname, hash, href } = new URL(endpoint)
  // An address that changes when it is parsed could be read differently by another program.
  if (protocol !== 'https:' || username !== '' || password !== '' || hash !== '' || href !== endpoint) return false
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && isNamed(host, services)
}

const RETRY_AFTER_MINUTES = [1, 5, 15, 60, 240, 720]
/** A message is given up after a day. */
export const PUSH_LIFE_SECONDS = 86_400

/** The time of the next attempt after this number of failures; null: it is given up. */
export function nextTryOf(
  { created_at, tries }: { created_at: Date; tries: number },
  requestedSeconds: number | null,
  now: Date,
): Date | null {
  const minutes = RETRY_AFTER_MINUTES[tries]
  if (minutes === undefined) return null
  const next = new Date(now.getTime() + Math.max(minutes * 60, requestedSeconds ?? 0) * 1000)
  return next.getTime() - created_at.getTime() > PUSH_LIFE_SECONDS * 1000 ? null : next
}
