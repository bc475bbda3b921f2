import { createHash } from 'node:crypto'
import type { Operation } from 'contract/session.ts'
import type { AccountCaller } from '../../caller.ts'

/**
 * The operation that a proof is bound to: who, on which account, in which session, does what with which figures.
 * Another amount or another payee is another hash, so the proof of the first confirms nothing of the second.
 */
export function operationOf(
  { user_id, session_id, account_id }: Pick<AccountCaller, 'user_id' | 'session_id' | 'account_id'>,
  summary: Operation['summary'],
): Operation {
  const what = JSON.stringify([user_id, session_id, account_id, Object.entries(summary).sort(([one], [other]) => (one < other ? -1 : 1))])
  return { hash: createHash('sha256').update(what).digest('hex'), summary }
}
