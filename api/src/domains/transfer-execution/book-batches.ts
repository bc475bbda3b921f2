// Executes batch booking: the whole amount of a batch is debited once when its first line runs, and unused amounts are
// credited once when the last line has ended. In between, the money is on the bank's account of batches.
import type { Db, Tx } from '../../db/db.ts'
import { byBank, recordEvents } from '../audit/audit-store.ts'
import { transaction } from '../../db/transaction.ts'
import { findInternalAccounts, type NewEntry, type NewPosting, post, releaseMany } from '../../ledger/ledger-store.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import {
  type BookedBatch,
  listScheduledLines,
  hasUnsettledBatches,
  lockSettledBatches,
  lockSingleBatches,
  markBooked,
  markSettled,
} from '../batches/batch-state-store.ts'
import { taxRateOf } from '../accounts/payment-rules.ts'
import { holdCause } from '../transfers/transfer-rules.ts'
import type { DueTransfer } from '../transfers/transfer-run-store.ts'

type Internal = ReadonlyMap<string, string>

export function batchesAccount(internal: Internal, currency: string): string {
  const id = internal.get(`batches:${currency}`)
  if (!id) throw new Error(`the bank has no account batches:${currency}`)
  return id
}

type Batch = Pick<BookedBatch, 'account_id' | 'id' | 'reference' | 'currency'>
type Booking = { internal: Internal; day: string; now: Date }
/** With the rate in force of the tax on fees. */
type Debit = Booking & { taf_basis_points: number }

function postingOf(
  { id, reference }: Batch,
  key: string,
  entries: (Pick<NewEntry, 'account_id' | 'amount' | 'type' | 'label'> & Partial<NewEntry>)[],
  { day, now }: Booking,
): NewPosting {
  return {
    id: newId(),
    posting_key: `batch:${id}${key}`,
    kind: 'batch',
    booking_date: day,
    posted_at: now.toISOString(),
    reverses: null,
    entries: entries.map((entry) => ({
      id: newId(),
      value_date: day,
      reference,
      counterparty: null,
      vat_rate: null,
      vat_amount: null,
      ...entry,
    })),
  }
}

/** Debits one batch. False where the funds are insufficient. */
async function book(tx: Tx, batch: Batch, booking: Debit): Promise<boolean> {
  const lines = await listScheduledLines(tx, batch)
  const sum = (field: 'amount' | 'fees' | 'tax') => lines.reduce((total, line) => total + line[field], 0)
  const [amount, fees, tax] = [sum('amount'), sum('fees'), sum('tax')]
  const { account_id, reference } = batch
  await releaseMany(tx, account_id, lines.map(holdCause), booking.now)
  const posting = postingOf(
    batch,
    '',
    [
      {
        account_id,
        amount: -amount,
        type: 'transfer_out',
        label: `VIREMENTS MULTIPLES ${reference} (${lines.length})`,
      },
      ...(fees + tax > 0
        ? [
            {
              account_id,
              amount: -(fees + tax),
              type: 'fee' as const,
              label: `COMMISSION VIREMENTS MULTIPLES ${reference}`,
              vat_rate: taxRateOf({ fees, tax }, booking.taf_basis_points, lines.length),
              vat_amount: tax,
            },
          ]
        : []),
      {
        account_id: batchesAccount(booking.internal, batch.currency),
        amount: amount + fees + tax,
        type: 'transfer_out',
        label: 'VIREMENTS MULTIPLES',
      },
    ],
    booking,
  )
  const [outcome] = await post(tx, [posting])
  if (outcome === 'repeated') throw new Error(`the batch ${batch.id} has moved its money already`)
  if (outcome !== 'posted') return false
  await markBooked(tx, batch, { posting_id: posting.id, booked: amount + fees + tax })
  await recordEvents(tx, [
    {
      at: booking.now,
      ...byBank,
      account_id,
      action: 'batch.book',
      subject_id: batch.id,
      facts: { amount, fees, tax, lines: lines.length },
    },
  ])
  return true
}

/**
 * Books the batches with batch booking to which due orders belong, under the locks of their accounts. Answers which of them are
 * debited, and which could not be.
 */
export async function bookBatches(
  tx: Tx,
  due: readonly DueTransfer[],
  booking: Debit,
): Promise<{ booked: Set<string>; unfunded: Set<string> }> {
  const ids = new Set(
    due.flatMap(({ batch_id, payer_status }) => (batch_id && payer_status === 'active' ? [batch_id] : [])),
  )
  const [booked, unfunded] = [new Set<string>(), new Set<string>()]
  if (ids.size === 0) return { booked, unfunded }
  const accounts = [...new Set(due.map(({ account_id }) => account_id))]
  for (const batch of await lockSingleBatches(tx, accounts, [...ids]))
    (batch.posting_id !== null || (await book(tx, batch, booking)) ? booked : unfunded).add(batch.id)
  return { booked, unfunded }
}

/** Credits each batch with the amounts of failed and cancelled lines. Answers how many batches have ended. */
export async function settleBatches({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  if (!(await hasUnsettledBatches(db))) return 0
  return transaction(db, async (tx) => {
    const now = clock.now()
    const batches = await lockSettledBatches(tx)
    if (batches.length === 0) return 0
    const internal = await findInternalAccounts(tx)
    const booking = { internal, day: now.toISOString().slice(0, 10), now }
    for (const batch of batches) {
      const rest = batch.booked - batch.spent
      if (rest > 0) {
        // A closed account receives no money: the returned amount waits for the bank's staff.
        const payer = batch.account_status === 'closed' ? internal.get(`suspense:${batch.currency}`) : batch.account_id
        if (!payer) throw new Error(`the bank has no account suspense:${batch.currency}`)
        const label = `VIREMENTS NON EXECUTES ${batch.reference}`
        const [outcome] = await post(tx, [
          postingOf(
            batch,
            ':rest',
            [
              { account_id: batchesAccount(internal, batch.currency), amount: -rest, type: 'transfer_return', label },
              { account_id: payer, amount: rest, type: 'transfer_return', label },
            ],
            booking,
          ),
        ])
        if (outcome !== 'posted') throw new Error(`the rest of the batch ${batch.id} did not come back`)
      }
      await markSettled(tx, batch, now)
    }
    await recordEvents(
      tx,
      batches.map(({ account_id, id, booked, spent }) => ({
        at: now,
        ...byBank,
        account_id,
        action: 'batch.settle' as const,
        subject_id: id,
        facts: { booked, spent },
      })),
    )
    return batches.length
  })
}
