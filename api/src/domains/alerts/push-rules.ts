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
  // What is not written as it is read could be read differently by the next one.
  if (protocol !== 'https:' || username !== '' || password !== '' || hash !== '' || href !== endpoint) return false
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && isNamed(host, services)
}

const RETRY_AFTER_MINUTES = [1, 5, 15, 60, 240, 720]
/** What did not reach a device within a day is no news. */
export const PUSH_LIFE_SECONDS = 86_400

/** When what has failed so often is tried again; null: it is given up. */
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
