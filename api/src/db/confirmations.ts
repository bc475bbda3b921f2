// Proofs that the password was given again, each bound to one operation and used once.
import { createHash } from 'node:crypto'
import type { Operation } from 'contract/session.ts'
import type { Caller } from '../caller.ts'
import { ConfirmationNeeded } from '../refusal.ts'
import type { Tx } from './db.ts'

type Confirming = Pick<Caller, 'user_id' | 'session_id'> & { account_id: string | null }

/**
 * The operation that a proof is bound to: who, on which account, in which session, does what with which figures.
 * Another amount or another payee is another hash, so the proof of the first confirms nothing of the second. `details` are bound
 * though too long to be shown, such as the ids of three hundred accounts.
 */
export function operationOf({ user_id, session_id, account_id }: Confirming, summary: Operation['summary'], details?: unknown): Operation {
  const facts = summary.facts.map((fact) => ('text' in fact ? [fact.name, fact.text] : [fact.name, fact.amount, fact.currency]))
  const what = JSON.stringify([user_id, session_id, account_id, summary.kind, facts, ...(details === undefined ? [] : [details])])
  return { hash: createHash('sha256').update(what).digest('hex'), summary }
}

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

/** Goes on where the proof that came with the call confirms this very operation; otherwise asks for one (428). */
export async function requireConfirmation(
  tx: Tx,
  {
    caller,
    account_id,
    confirmation,
    details,
  }: {
    caller: Pick<Caller, 'user_id' | 'session_id'>
    account_id: string | null
    confirmation: Buffer | null
    details?: unknown
  },
  summary: Operation['summary'],
  now: Date,
): Promise<void> {
  const operation = operationOf({ user_id: caller.user_id, session_id: caller.session_id, account_id }, summary, details)
  const proofs = confirmation ? [{ token_hash: confirmation, session_id: caller.session_id, operation_hash: operation.hash }] : []
  const good = await useConfirmations(tx, proofs, now)
  if (good.size === 0) throw new ConfirmationNeeded(operation)
}
