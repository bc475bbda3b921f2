// The re-authentication that a request carries, and the digest of the request that it must have been given for.
import { createHash } from 'node:crypto'
import type { Endpoint } from 'contract/endpoint.ts'

/** What a call brings to its confirmation: the proof of the password, hashed, if there is one, and the whole request as a digest. */
export type Confirmation = { token_hash: Buffer | null; request: string }

/** Names in one order, so that the same request sent twice is the same text. Null and absent stay two things: an edit reads them differently. */
const inOneOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** The digest of all that a call asks for. Every field of its body is in it, also one that is added to the contract later. */
export function requestDigest(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  { params, query, body }: { params: unknown; query: unknown; body: unknown },
): string {
  return createHash('sha256')
    .update(JSON.stringify([method, path, params, query, body], inOneOrder))
    .digest('hex')
}
