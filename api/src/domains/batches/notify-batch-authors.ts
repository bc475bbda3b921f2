import type { Tx } from '../../db/db.ts'
import { byBank, recordEvent } from '../audit/audit-store.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import { findAuthors } from '../transfers/transfer-state-store.ts'
import { type EndedBatch, endedBatchMail, failedLinesMail } from './batch-mails.ts'
import type { LockedBatch } from './batch-columns.ts'
import { findBatchEnd, lockBatch, takeUnsentFailures } from './batch-state-store.ts'

/** Notifies the author of a batch that none of its lines will be executed, and why. */
export async function notifyBatchAuthor(
  tx: Tx,
  batch: EndedBatch & { account_id: string; created_by: string },
  now: Date,
): Promise<void> {
  const [author] = await findAuthors(tx, [{ account_id: batch.account_id, created_by: batch.created_by }])
  if (author?.email)
    await queueMail(tx, endedBatchMail({ ...author, email: author.email }, await getBankIdentity(tx), batch), now)
}

type RowKey = { account_id: string; batch_id: string }

/** Records the end of a batch without lines to run, once, however its last line ended. */
async function recordBatchEnd(tx: Tx, { account_id, batch_id }: RowKey, now: Date): Promise<LockedBatch> {
  // Under the batch's lock: of two transactions that end its last lines, the later one sees the result of both.
  const batch = await lockBatch(tx, account_id, batch_id)
  if (!batch) throw new Error('a line without its batch')
  const end = await findBatchEnd(tx, { account_id, batch_id })
  if (end) {
    const facts = { ...end, author: batch.created_by }
    await recordEvent(tx, { at: now, ...byBank, account_id, action: 'batch.end', subject_id: batch_id, facts })
  }
  return batch
}

/** The batches of these lines, each once and sorted: transactions that lock several never deadlock. */
export function batchesOf(lines: readonly { account_id: string; batch_id: string | null }[]): RowKey[] {
  const found = new Map(
    lines.flatMap(({ account_id, batch_id }) => (batch_id === null ? [] : [[batch_id, { account_id, batch_id }]])),
  )
  return [...found.values()].toSorted((one, other) => (one.batch_id < other.batch_id ? -1 : 1))
}

/** After lines were cancelled or stopped, which have notifications of their own. */
export async function recordBatchEnds(
  tx: Tx,
  lines: readonly { account_id: string; batch_id: string | null }[],
  now: Date,
): Promise<void> {
  for (const batch of batchesOf(lines)) await recordBatchEnd(tx, batch, now)
}

/** After lines were run: records the end of their batches, and sends the author one e-mail about the failed lines once none is due any more. */
export async function notifyOfBatches(tx: Tx, batches: readonly RowKey[], now: Date): Promise<void> {
  for (const { account_id, batch_id } of batches) {
    const batch = await recordBatchEnd(tx, { account_id, batch_id }, now)
    const lines = await takeUnsentFailures(tx, { account_id, batch_id }, now)
    if (lines.length === 0) continue
    const [author] = await findAuthors(tx, [{ account_id: batch.account_id, created_by: batch.created_by }])
    if (!author?.email) continue
    const bank = await getBankIdentity(tx)
    await queueMail(tx, failedLinesMail({ ...author, email: author.email }, bank, { ...batch, lines }), now)
  }
}
