// Turns a batch into transfers after its last signature, one for each line: the worker then runs each on its own.
import { byBank, recordEvents } from '../audit/audit-store.ts'
import type { Tx } from '../../db/db.ts'
import { holdMany, lockBalances, release } from '../../ledger/ledger-store.ts'
import { newId, newReference } from '../../adapters/ids.ts'
import type { LockedBatch } from './batch-columns.ts'
import { batchHoldCause, type Calendar, dayOf, firstDayOf } from './batch-rules.ts'
import {
  insertPayees,
  listRemainingLines,
  markBatchRefused,
  markBatchValidated,
  type NewPayee,
  refuseLines,
  savePayees,
} from './batch-state-store.ts'
import type { PayableLine } from '../transfer-imports/import-rules.ts'
import { findPayees } from '../transfer-imports/import-store.ts'
import { enteredColumns, totalOf } from '../transfers/transfer-order.ts'
import { runAt } from '../accounts/payment-rules.ts'
import { holdCause } from '../transfers/transfer-rules.ts'
import type { TransferRow } from '../transfers/transfer-columns.ts'
import { insertTransfers } from '../transfers/transfer-store.ts'

type Validation = Calendar & {
  /** The user who gave the last signature; null where none was needed. */
  by: string | null
}

/** The transfer that a line becomes when its batch is validated. */
function transferOfLine(batch: LockedBatch, line: PayableLine, reference: string, calendar: Calendar): TransferRow {
  const { now } = calendar
  const execution_date = dayOf(line, calendar)
  const { id, rail, network, beneficiary_id, own_account_id, lookup_id, name, iban, label, is_own } = line
  return {
    account_id: batch.account_id,
    id,
    type: line.execution_date === null ? 'direct' : 'delayed',
    rail,
    network,
    beneficiary_id,
    own_account_id,
    lookup_id,
    beneficiary_name: name,
    beneficiary_iban: iban,
    amount: line.amount,
    fees: line.fees,
    tax: line.tax,
    currency: batch.currency,
    instructed_amount: line.instructed_amount,
    instructed_currency: line.instructed_currency,
    credit_amount: line.credit_amount,
    credit_currency: line.credit_currency,
    exchange_rate: line.exchange_rate,
    exchange_commission: line.exchange_commission,
    charges: line.charges,
    rate_until: line.rate_until,
    ...enteredColumns({ label, comment: line.reference, purpose: line.purpose }),
    reference,
    validation_status: 'validated',
    execution_status: 'scheduled',
    // The batch was signed: its lines need no signature.
    signatures_needed: 0,
    signing_rule: 'none',
    is_own,
    execution_date,
    periodicity: null,
    start_date: null,
    end_date: null,
    next_occurrence: null,
    created_at: batch.created_at,
    created_by: batch.created_by,
    validated_at: now,
    run_at: runAt(execution_date, now),
    executed_at: null,
    posting_id: null,
    batch_id: batch.id,
    is_confidential: batch.is_confidential,
  }
}

/** Reads each line with its payee's current data. A new payee is saved; a line to an account that is no longer approved is not paid. */
async function withPayees(
  tx: Tx,
  batch: LockedBatch,
  { by, now }: Validation,
): Promise<{ lines: PayableLine[]; gone: PayableLine[] }> {
  const standing = await listRemainingLines(tx, batch)
  const known = new Map(
    (
      await findPayees(tx, batch.account_id, [...new Set(standing.map(({ iban }) => iban))], {
        sees: true,
        user_id: batch.created_by,
      })
    ).map((one) => [one.iban, one]),
  )
  const made = new Map<string, NewPayee>()
  const lines: PayableLine[] = []
  const gone: PayableLine[] = []
  for (const line of standing) {
    const payee = known.get(line.iban)
    // The payee was saved with a confidential batch: an author who cannot see it has a payee of their own.
    const isHidden =
      payee?.is_confidential === true && !batch.is_confidential && line.beneficiary_id !== payee.beneficiary_id
    const isNew = line.beneficiary_id === null && (payee?.approval === null || isHidden)
    // A payee that was looked up and is not saved stays so.
    if (line.lookup_id !== null && line.beneficiary_id === null) lines.push(line)
    else if (line.own_account_id !== null) (payee?.payee_status === 'active' ? lines : gone).push(line)
    else if (!isHidden && payee?.approval === 'approved' && payee.beneficiary_id)
      lines.push({ ...line, beneficiary_id: payee.beneficiary_id })
    else if (isNew) {
      const { name, iban, phone, email, bic, country } = line
      const fresh = made.get(iban) ?? { id: newId(), change_id: newId(), name, iban, phone, email, bic, country }
      made.set(iban, fresh)
      lines.push({ ...line, beneficiary_id: fresh.id })
    } else gone.push(line)
  }
  if (made.size > 0)
    await insertPayees(tx, batch, [...made.values()], { by: batch.created_by, approved_by: by, at: now })
  if (batch.saves_payees)
    await savePayees(
      tx,
      batch.account_id,
      lines.flatMap(({ beneficiary_id }) => (beneficiary_id === null ? [] : [beneficiary_id])),
    )
  return { lines, gone }
}

export async function validateBatch(tx: Tx, batch: LockedBatch, validation: Validation): Promise<void> {
  const { now, by } = validation
  const { account_id, id } = batch
  await lockBalances(tx, [account_id])
  const { lines, gone } = await withPayees(tx, batch, validation)
  await release(tx, account_id, batchHoldCause(batch), now)
  // After the cut-off of its day a batch has a later one.
  const execution_date = firstDayOf(lines, validation)
  // No line is left.
  if (execution_date === null) {
    await markBatchRefused(tx, batch, { reason_code: 'payee_changed' })
    return
  }
  if (gone.length > 0)
    await refuseLines(tx, batch, { lines: gone.map((line) => line.id), reason_code: 'payee_changed' })
  const transfers = lines.map((line) => transferOfLine(batch, line, newReference('V', now), validation))
  await insertTransfers(tx, transfers)
  // An order of a later day has no hold before that day: funds are checked then, with retries (decisions.md 5).
  const atOnce = transfers.filter(({ type }) => type === 'direct')
  const isHeld = await holdMany(
    tx,
    account_id,
    atOnce.map((transfer) => ({
      id: newId(),
      amount: totalOf({ transfer }),
      cause: holdCause({ id: transfer.id, version: 1 }),
    })),
    now,
  )
  if (!isHeld) throw new Error('the ledger refused to hold what the batch had held')
  await markBatchValidated(tx, batch, { at: now, execution_date })
  await recordEvents(tx, [
    {
      at: now,
      ...byBank,
      user_id: by,
      account_id,
      action: 'batch.validate',
      subject_id: id,
      facts: { lines: lines.length, gone: gone.length },
    },
    ...transfers.map((transfer) => ({
      at: now,
      ...byBank,
      user_id: batch.created_by,
      account_id,
      action: 'transfer.create' as const,
      subject_id: transfer.id,
      facts: {
        amount: transfer.amount,
        currency: transfer.currency,
        iban: transfer.beneficiary_iban,
        status: 'scheduled',
        batch: id,
      },
    })),
  ])
}
