import { getBankIdentity } from '../../db/bank-identity.ts'
import type { Tx } from '../../db/db.ts'
import { queueMail } from '../../db/mails.ts'
import { lockBatch, takeUntoldFailures } from './batch-store.ts'
import { type Ended, type EndedBatch, endedBatchMail, endedMail, failedLinesMail } from './order-mails.ts'
import { findAuthors } from './transfer-state-store.ts'

export type EndedOrder = Ended & { created_by: string }

/** Writes to whoever gave these orders that they will not be carried out, and why. */
export async function tellAuthors(tx: Tx, ended: readonly EndedOrder[], now: Date): Promise<void> {
  if (ended.length === 0) return
  const bank = await getBankIdentity(tx)
  const authors = new Map((await findAuthors(tx, [...new Set(ended.map(({ created_by }) => created_by))])).map((one) => [one.id, one]))
  for (const order of ended) {
    const author = authors.get(order.created_by)
    if (author?.email) await queueMail(tx, endedMail({ ...author, email: author.email }, bank, order), now)
  }
}

/** The same of a batch of which no line will be. */
export async function tellBatchAuthor(tx: Tx, batch: EndedBatch & { created_by: string }, now: Date): Promise<void> {
  const [author] = await findAuthors(tx, [batch.created_by])
  if (author?.email) await queueMail(tx, endedBatchMail({ ...author, email: author.email }, await getBankIdentity(tx), batch), now)
}

/** Writes once to the author of a batch of what failed of it, when nothing of it is due any more. */
export async function tellBatchFailures(tx: Tx, places: readonly { account_id: string; batch_id: string }[], now: Date): Promise<void> {
  for (const { account_id, batch_id } of places) {
    // Under the batch's lock: of two workers that run the last of its lines, the later one sees what both have done.
    const batch = await lockBatch(tx, account_id, batch_id)
    if (!batch) throw new Error('a line without its batch')
    const lines = await takeUntoldFailures(tx, { account_id, batch_id }, now)
    if (lines.length === 0) continue
    const [author] = await findAuthors(tx, [batch.created_by])
    if (!author?.email) continue
    const bank = await getBankIdentity(tx)
    await queueMail(tx, failedLinesMail({ ...author, email: author.email }, bank, { ...batch, lines }), now)
  }
}
