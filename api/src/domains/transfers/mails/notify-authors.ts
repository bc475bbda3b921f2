import type { Tx } from '../../../db/db.ts'
import { getBankIdentity } from '../../bank/bank-identity-store.ts'
import { queueMail } from '../../notifications/mail-queue.ts'
import { type Ended, endedMail } from './ended-mail.ts'
import { findAuthors } from '../transfer-state-store.ts'

export type EndedOrder = Ended & { account_id: string; created_by: string }

/** Notifies the authors of these orders that they will not be executed, and why. */
export async function notifyAuthors(tx: Tx, ended: readonly EndedOrder[], now: Date): Promise<void> {
  if (ended.length === 0) return
  const bank = await getBankIdentity(tx)
  const authors = await findAuthors(
    tx,
    ended.map(({ account_id, created_by }) => ({ account_id, created_by })),
  )
  const found = new Map(authors.map((one) => [`${one.account_id} ${one.id}`, one]))
  for (const order of ended) {
    const author = found.get(`${order.account_id} ${order.created_by}`)
    if (author?.email) await queueMail(tx, endedMail({ ...author, email: author.email }, bank, order), now)
  }
}
