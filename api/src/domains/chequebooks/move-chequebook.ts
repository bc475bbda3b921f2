// Moves a chequebook order to its next state: in production, available, delivered or refused. Operators use it, and the chequebook simulator of
// the demo bank; no endpoint of the portal does.
import type { ChequebookStatus } from 'contract/products/chequebooks.ts'
import { isClosed } from '../accounts/account-store.ts'
import { byBank, recordEvent } from '../audit/audit-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { findInternalAccounts, lockBalances } from '../../ledger/ledger-store.ts'
import { bankAccounts } from '../../ledger/posting-parts.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { chargeAccount } from './charge-account.ts'
import { chequebookMoves } from './chequebook-rules.ts'
import type { LockedChequebook } from './chequebook-columns.ts'
import {
  findLeaves,
  lockChequebook,
  markAvailable,
  markDelivered,
  markProduced,
  markRefused,
  takeNumbers,
} from './chequebook-store.ts'
import { notifyOfChequebook } from './notify-of-chequebook.ts'

export type ChequebookMove =
  | { to: 'in_production' | 'available' | 'delivered' }
  /** The reason, in words for the customer. */
  | { to: 'refused'; reason: string }

/** Gives the fee back in a separate posting that names the one it corrects. */
async function refundFee(tx: Tx, book: LockedChequebook, at: Date): Promise<void> {
  if (!book.posting_id) return
  await lockBalances(tx, [book.account_id])
  // A closed account receives no money: the fee waits for the bank's staff.
  const account_id = (await isClosed(tx, book.account_id))
    ? bankAccounts(await findInternalAccounts(tx), 'XOF')('suspense')
    : book.account_id
  const posting_key = `chequebook:${book.id}:refused`
  const outcome = await chargeAccount(tx, {
    ...book,
    account_id,
    label: 'REMBOURSEMENT COMMANDE CHEQUIER',
    posting_key,
    posting_id: newId(),
    reverses: book.posting_id,
    at,
  })
  if (outcome !== 'posted') throw new Error('the ledger refused to give a fee back')
}

async function carryOut(tx: Tx, book: LockedChequebook, move: ChequebookMove, at: Date): Promise<void> {
  if (move.to === 'in_production') {
    const count = book.quantity * (await findLeaves(tx, book.type_id))
    const first = await takeNumbers(tx, count)
    return markProduced(tx, book, first, first + count - 1, at)
  }
  if (move.to !== 'refused') return move.to === 'available' ? markAvailable(tx, book, at) : markDelivered(tx, book, at)
  await refundFee(tx, book, at)
  return markRefused(tx, book, move.reason, at)
}

/**
 * Moves an order to its next state; answers the former state, or null where the move is not allowed from it: two simultaneous
 * calls move it once. Notifies the customer.
 */
export function moveChequebook(
  { db, clock }: { db: Db; clock: Clock },
  { account_id, id, operator, move }: { account_id: string; id: string; operator: string; move: ChequebookMove },
): Promise<ChequebookStatus | null> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const book = await lockChequebook(tx, account_id, id)
    if (!book || !chequebookMoves[book.status].includes(move.to)) return null
    await carryOut(tx, book, move, now)
    const facts = { from: book.status, ...move, operator }
    await recordEvent(tx, {
      at: now,
      ...byBank,
      account_id,
      action: 'chequebook.move',
      subject_id: id,
      facts,
    })
    await notifyOfChequebook(tx, book, { status: move.to, reason: move.to === 'refused' ? move.reason : null }, now)
    return book.status
  })
}
