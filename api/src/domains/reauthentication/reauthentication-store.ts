// Reads and uses re-authentication tokens, each bound to one operation and used once.
import { hash } from 'node:crypto'
import type { ConfirmationMethod, Operation } from 'contract/access/session.ts'
import type { Caller } from '../../caller.ts'
import type { Confirmation } from '../../confirmation.ts'
import { ConfirmationNeeded } from '../../refusal.ts'
import { type Fragment, part, type Tx } from '../../db/db.ts'

import { confirmationObjection, methodsFor } from './confirmation-rules.ts'

export type ConfirmingCaller = Pick<Caller, 'user_id' | 'session_id' | 'policy'>
type Confirming = ConfirmingCaller & { account_id: string | null }

/** A payment may stop being the first one to its payee between the dialog and the call: the payee is bound, not that. */
const boundName = (name: Operation['summary']['facts'][number]['name']) => (name === 'first_payee' ? 'payee' : name)

/**
 * The operation to which a token is bound: the user, account, session, action with its amounts, and the
 * request. Another amount, payee or end of a series gives another hash, whether the dialog shows it or not. `details` are bound beside
 * the request: the digest of a file, or values that the server calculated.
 */
export function operationOf(
  { user_id, session_id, account_id, policy }: Confirming,
  summary: Operation['summary'],
  request: string,
  details?: unknown,
): Operation {
  const facts = summary.facts.map((fact) =>
    'text' in fact ? [boundName(fact.name), fact.text] : [fact.name, fact.amount, fact.currency],
  )
  const boundText = JSON.stringify([
    user_id,
    session_id,
    account_id,
    summary.kind,
    facts,
    request,
    ...(details === undefined ? [] : [details]),
  ])
  return { hash: hash('sha256', boundText), methods: methodsFor(summary, policy), summary }
}

export type ReauthenticationToken = {
  token_hash: Buffer
  session_id: string
  operation_hash: string
  methods: readonly ConfirmationMethod[]
}

/** The statement that uses the valid tokens: of this session, for this operation, by one of its methods, not expired, and never used. */
export const confirmationsUpdate = (tokens: readonly ReauthenticationToken[], now: Date): Fragment => part`
    UPDATE confirmations c SET used_at = ${now}::timestamptz
      FROM unnest(${tokens.map(({ token_hash }) => token_hash.toString('hex'))}::text[], ${tokens.map(({ session_id }) => session_id)}::uuid[],
                  ${tokens.map(({ operation_hash }) => operation_hash)}::text[], ${tokens.map(({ methods }) => methods.join())}::text[])
           AS p (token_hash, session_id, operation_hash, methods)
     WHERE c.token_hash = decode(p.token_hash, 'hex') AND c.session_id = p.session_id AND c.operation_hash = p.operation_hash
       AND c.method = ANY (string_to_array(p.methods, ',')) AND c.expires_at > ${now} AND c.used_at IS NULL`

/** Uses the valid tokens and answers their hashes (hex). A token that is not among them confirms nothing. */
export async function useConfirmations(
  tx: Tx,
  tokens: readonly ReauthenticationToken[],
  now: Date,
): Promise<Set<string>> {
  if (tokens.length === 0) return new Set()
  const rows = await tx<{ token_hash: Buffer }>`${confirmationsUpdate(tokens, now)} RETURNING c.token_hash`
  return new Set(rows.map(({ token_hash }) => token_hash.toString('hex')))
}

/** The token of an operation, if the request carried one. */
export const tokensOf = (
  { session_id }: Pick<Caller, 'session_id'>,
  { token_hash }: Confirmation,
  { hash, methods }: Operation,
): ReauthenticationToken[] => (token_hash ? [{ token_hash, session_id, operation_hash: hash, methods }] : [])

/** Returns if the request's token confirms exactly this operation; otherwise requires re-authentication (428). */
export async function requireConfirmation(
  tx: Tx,
  {
    caller,
    account_id,
    confirmation,
    details,
  }: {
    caller: ConfirmingCaller
    account_id: string | null
    confirmation: Confirmation
    details?: unknown
  },
  summary: Operation['summary'],
  now: Date,
): Promise<void> {
  const objection = confirmationObjection(summary, caller.policy, now)
  if (objection) throw objection
  const operation = operationOf({ ...caller, account_id }, summary, confirmation.request, details)
  const used = await useConfirmations(tx, tokensOf(caller, confirmation, operation), now)
  if (used.size === 0) throw new ConfirmationNeeded(operation)
}
