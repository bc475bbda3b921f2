import type { Tx } from '../../db/db.ts'

export type Proof = { token_hash: Buffer; session_id: string; operation_hash: string }

/**
 * Uses up the proofs that are good: of this session, for this operation, in time, and never used. Answers their
 * hashes (hex). A proof that is not among them has confirmed nothing.
 */
export async function useConfirmations(tx: Tx, proofs: readonly Proof[], now: Date): Promise<Set<string>> {
  if (proofs.length === 0) return new Set()
  const rows = await tx<{ token_hash: Buffer }>`
    UPDATE confirmations c SET used_at = ${now}
      FROM unnest(${proofs.map(({ token_hash }) => token_hash.toString('hex'))}::text[], ${proofs.map(({ session_id }) => session_id)}::uuid[],
                  ${proofs.map(({ operation_hash }) => operation_hash)}::text[]) AS p (token_hash, session_id, operation_hash)
     WHERE c.token_hash = decode(p.token_hash, 'hex') AND c.session_id = p.session_id AND c.operation_hash = p.operation_hash
       AND c.expires_at > ${now} AND c.used_at IS NULL
    RETURNING c.token_hash`
  return new Set(rows.map(({ token_hash }) => token_hash.toString('hex')))
}
