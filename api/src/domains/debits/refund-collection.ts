// Refunds a collection, once, from the accounts that received its money.
import type { Tx } from '../../db/db.ts'
import { findInternalAccounts, lockBalances, type NewPosting, post } from '../../ledger/ledger-store.ts'
import { newId } from '../../adapters/ids.ts'
import type { Reason } from './debit-rules.ts'
import { type LockedDebit, markRefunded } from './debit-store.ts'

/** The posting key, derived from the reversed posting. */
async function refundPosting(tx: Tx, accountId: string, debit: LockedDebit, now: Date): Promise<NewPosting> {
  const internal = await findInternalAccounts(tx)
  const bank = (code: string) => {
    const account = internal.get(`${code}:${debit.currency}`)
    if (!account) throw new Error(`the bank has no account ${code}:${debit.currency}`)
    return account
  }
  const day = now.toISOString().slice(0, 10)
  const commonFields = {
    value_date: day,
    type: 'direct_debit' as const,
    label: `REMBOURSEMENT ${debit.label}`,
    counterparty: debit.creditor_name,
    reference: debit.reference,
    vat_rate: null,
    vat_amount: null,
  }
  // A closed account receives no money: the returned amount waits for the bank's staff.
  const to = debit.account_status === 'closed' ? bank('suspense') : accountId
  return {
    id: newId(),
    posting_key: `debit-refund:${debit.id}`,
    kind: 'refund',
    booking_date: day,
    posted_at: now.toISOString(),
    reverses: debit.posting_id,
    entries: [
      { ...commonFields, id: newId(), account_id: bank('clearing'), amount: -debit.amount },
      { ...commonFields, id: newId(), account_id: to, amount: debit.amount },
    ],
  }
}

/** Refunds a locked collection that was executed. */
export async function refundCollection(
  tx: Tx,
  accountId: string,
  debit: LockedDebit,
  { reason, now }: { reason: Reason; now: Date },
): Promise<void> {
  await lockBalances(tx, [accountId])
  const posting = await refundPosting(tx, accountId, debit, now)
  const [posted] = await post(tx, [posting])
  if (posted !== 'posted') throw new Error(`the refund of ${debit.id} was ${posted}, though it was not refunded`)
  await markRefunded(tx, accountId, debit.id, { reason, posting_id: posting.id })
}
