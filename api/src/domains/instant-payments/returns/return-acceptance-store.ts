// Acceptances of requests for money back that wait for signatures, and what became of them.
import { columnsOf, type RowOf } from '../../../db/columns.ts'
import type { Tx } from '../../../db/db.ts'
import { pendingAcceptances } from '../platform/instant-columns.ts'

export type PendingAcceptance = RowOf<typeof pendingAcceptances>

/** Stores an acceptance that waits for its signatures; answers its version. The request is locked by the caller. */
export async function insertAcceptance(
  tx: Tx,
  acceptance: Omit<PendingAcceptance, 'version'>,
  now: Date,
): Promise<number> {
  const { request_id, account_id, signing_rule, signatures_needed, created_by } = acceptance
  const [row] = await tx<{ version: number }>`
    INSERT INTO return_acceptances (request_id, version, account_id, signing_rule, signatures_needed, state, created_by, created_at)
    SELECT ${request_id}, coalesce(max(version), 0) + 1, ${account_id}, ${signing_rule}, ${signatures_needed}, 'pending', ${created_by}, ${now}
      FROM return_acceptances WHERE request_id = ${request_id}
    RETURNING version`
  if (!row) throw new Error('an insert without a row')
  return row.version
}

/** The acceptance of a locked request that waits for signatures. */
export async function findPendingAcceptance(tx: Tx, requestId: string): Promise<PendingAcceptance | null> {
  const [row] = await tx<PendingAcceptance>`
    SELECT ${columnsOf(pendingAcceptances)} FROM return_acceptances WHERE request_id = ${requestId} AND state = 'pending'`
  return row ?? null
}

export async function decideAcceptance(
  tx: Tx,
  { request_id, version }: Pick<PendingAcceptance, 'request_id' | 'version'>,
  { state, by, reason }: { state: 'done' | 'refused' | 'withdrawn'; by: string; reason: string | null },
  now: Date,
): Promise<void> {
  await tx`
    UPDATE return_acceptances SET state = ${state}, decided_by = ${by}, decided_at = ${now}, reason = ${reason}
     WHERE request_id = ${request_id} AND version = ${version} AND state = 'pending'`
}
