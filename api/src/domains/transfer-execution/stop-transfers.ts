// Stops scheduled transfers to a beneficiary whose account was changed or who was removed, and notifies their authors.
import type { AccountCaller } from '../../caller.ts'
import { byCaller, recordEvents } from '../audit/audit-store.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Tx } from '../../db/db.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import { lockBalances, release } from '../../ledger/ledger-store.ts'
import { recordBatchEnds } from '../batches/notify-batch-authors.ts'
import { stoppedMail } from '../transfers/mails/transfer-mails.ts'
import { holdCause } from '../transfers/transfer-rules.ts'
import { markRejected } from '../transfers/transfer-run-store.ts'
import {
  findAuthors,
  type LockedTransfer,
  lockOpenTransfersTo,
  markRefused,
} from '../transfers/transfer-state-store.ts'

type StopCause = 'payee_changed' | 'payee_removed'
type Stop = { caller: AccountCaller; beneficiary_id: string; beneficiary_name: string; cause: StopCause }

/** An order that waits for signatures is refused; a scheduled one is rejected. Both release the hold. */
async function stopOne(tx: Tx, transfer: LockedTransfer, reason_code: StopCause, now: Date): Promise<void> {
  await release(tx, transfer.account_id, holdCause(transfer), now)
  if (transfer.validation_status === 'pending') await markRefused(tx, transfer, { reason_code })
  else await markRejected(tx, transfer, reason_code)
}

async function notifyAuthors(
  tx: Tx,
  stopped: readonly LockedTransfer[],
  { beneficiary_name, cause }: Stop,
  now: Date,
): Promise<void> {
  const bank = await getBankIdentity(tx)
  const authors = await findAuthors(
    tx,
    stopped.map(({ account_id, created_by }) => ({ account_id, created_by })),
  )
  for (const { id, email, account_id: _, ...author } of authors) {
    if (email === null) continue
    const orders = stopped.filter(({ created_by }) => created_by === id)
    await queueMail(tx, stoppedMail({ ...author, email }, bank, { beneficiary_name, cause, orders }), now)
  }
}

/** Stops every open order to a beneficiary. The caller has locked the beneficiary. */
export async function stopTransfersTo(tx: Tx, stop: Stop, now: Date): Promise<void> {
  const { caller, beneficiary_id } = stop
  const { account_id } = caller
  // Orders are locked before balances, as everywhere. Orders created until the balance was locked are committed by now: they are read again.
  await lockOpenTransfersTo(tx, account_id, beneficiary_id)
  await lockBalances(tx, [account_id])
  await stopThese(tx, await lockOpenTransfersTo(tx, account_id, beneficiary_id), stop, now)
}

/** Stops these locked orders; the balance of their account is locked too. */
export async function stopThese(tx: Tx, stopped: readonly LockedTransfer[], stop: Stop, now: Date): Promise<void> {
  const { cause } = stop
  if (stopped.length === 0) return
  for (const transfer of stopped) await stopOne(tx, transfer, cause, now)
  await recordEvents(
    tx,
    stopped.map(({ id }) => ({
      at: now,
      ...byCaller(stop.caller),
      action: 'transfer.stop' as const,
      subject_id: id,
      facts: { why: cause },
    })),
  )
  await notifyAuthors(tx, stopped, stop, now)
  await recordBatchEnds(tx, stopped, now)
}
