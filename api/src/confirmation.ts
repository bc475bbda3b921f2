// Reads the re-authentication of a request, and calculates the digest of the request to which it must be bound.
import { hash } from 'node:crypto'
import type { Endpoint } from 'contract/endpoint.ts'

/** The re-authentication of a call: its token, hashed, if there is one, and the digest of the whole request. */
export type Confirmation = { token_hash: Buffer | null; readonly request: string }

/**
 * Keys are sorted, so that the same request sent twice gives the same text. Null and absent stay different: an edit
 * treats them differently.
 */
const sortedKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** The digest of a request. Every field of its body is included, also one that is added to the contract later. */
export function requestDigest(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  { params, query, body }: { params: unknown; query: unknown; body: unknown },
): string {
  return hash('sha256', JSON.stringify([method, path, params, query, body], sortedKeys))
}
