// Suspends the orders to a payee while a new account number waits for approval, and resumes them after the decision.
import type { AccountCaller } from '../../caller.ts'
import { type AuditEvent, byCaller, recordEvents } from '../audit/audit-store.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Tx } from '../../db/db.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import { lockBalances } from '../../ledger/ledger-store.ts'
import { Refusal } from '../../refusal.ts'
import { runAt } from '../accounts/payment-rules.ts'
import { signaturesOf } from '../signing/tier-rules.ts'
import { continueFrom } from './change-transfer.ts'
import { replaceText } from '../transfers/edit-transfer.ts'
import { stopThese } from './stop-transfers.ts'
import { type SuspendedMail, suspendedMail } from '../transfers/mails/transfer-mails.ts'
import { prepare } from '../transfers/transfer-order.ts'
import { datesOfOrder, inputOf } from '../transfers/transfer-rules.ts'
import {
  findAuthors,
  type LockedTransfer,
  lockOpenTransfersTo,
  markLate,
  markResumed,
  markSuspended,
} from '../transfers/transfer-state-store.ts'
import { exchangeObjection } from '../transfers/exchange-control-rules.ts'
import { lockExchangeContexts } from '../transfers/exchange-store.ts'
import { findOrderContext, payeeIn } from '../transfers/order-context-store.ts'
import { listDocuments } from '../transfers/transfer-document-store.ts'

type Payee = { caller: AccountCaller; beneficiary_id: string; beneficiary_name: string }

const eventsOf = (caller: AccountCaller, orders: readonly LockedTransfer[], action: AuditEvent['action'], at: Date) =>
  orders.map(({ id }): AuditEvent => ({
    at,
    ...byCaller(caller),
    action,
    subject_id: id,
    facts: {},
  }))

/** Orders are locked before balances, as everywhere. Orders created until the balance was locked are committed by now: they are read again. */
async function lockOpen(tx: Tx, { caller: { account_id }, beneficiary_id }: Payee): Promise<LockedTransfer[]> {
  await lockOpenTransfersTo(tx, account_id, beneficiary_id)
  await lockBalances(tx, [account_id])
  return lockOpenTransfersTo(tx, account_id, beneficiary_id)
}

async function notify(
  tx: Tx,
  orders: readonly LockedTransfer[],
  mail: Pick<SuspendedMail, 'beneficiary_name' | 'what'>,
  now: Date,
) {
  if (orders.length === 0) return
  const bank = await getBankIdentity(tx)
  for (const { id, email, account_id: _, ...author } of await findAuthors(tx, orders)) {
    const own = orders.filter(({ created_by }) => created_by === id)
    if (email !== null) await queueMail(tx, suspendedMail({ ...author, email }, bank, { ...mail, orders: own }), now)
  }
}

/** Suspends every order to a payee. Lines of batches stop, because their batch was signed as a whole. */
export async function suspendTransfersTo(tx: Tx, payee: Payee, now: Date): Promise<void> {
  const open = await lockOpen(tx, payee)
  const [single, lines] = [
    open.filter(({ batch_id }) => batch_id === null),
    open.filter(({ batch_id }) => batch_id !== null),
  ]
  await stopThese(tx, lines, { ...payee, cause: 'payee_changed' }, now)
  const fresh = single.filter(({ suspended }) => suspended === null)
  for (const transfer of single) await markSuspended(tx, transfer)
  await recordEvents(tx, eventsOf(payee.caller, fresh, 'transfer.suspend', now))
  await notify(tx, fresh, { beneficiary_name: payee.beneficiary_name, what: 'suspended' }, now)
}

/**
 * Resumes a suspended order. Missed dates are not caught up: a series continues with its next date, and a single order whose day has passed is
 * late. Answers whether it is.
 */
async function continueTransfer(tx: Tx, transfer: LockedTransfer, now: Date): Promise<'resumed' | 'late'> {
  const { type, execution_date, execution_status, validation_status, next_occurrence } = transfer
  const today = now.toISOString().slice(0, 10)
  const isPaused = execution_status === 'paused'
  if (type === 'periodic' && !isPaused && execution_date < today)
    await continueFrom(tx, transfer, next_occurrence ?? 0, now)
  else if (isPaused || validation_status === 'pending') await markResumed(tx, transfer, null)
  else if (execution_date >= today) await markResumed(tx, transfer, runAt(execution_date, now))
  else {
    await markLate(tx, transfer)
    return 'late'
  }
  return 'resumed'
}

/** Writes the approved account into an order. Its signatures were given for another account: new ones are required. */
async function toNewAccount(
  tx: Tx,
  { caller, beneficiary_id }: Payee,
  transfer: LockedTransfer,
  by: string,
  now: Date,
) {
  // What was looked up is the former account: the new one is paid through the clearing.
  const input = { ...inputOf(transfer), lookup_id: null, network: null }
  // The user who entered the new account counts as the author: other validators have to sign.
  const author = { ...caller, user_id: by }
  const [facts] = await findOrderContext(tx, [payeeIn(author, { beneficiary_id })], now)
  if (!facts) throw new Error('the store answered no facts')
  const [exchange] = await lockExchangeContexts(tx, [{ ...caller, changed: transfer.id }], [facts], now)
  if (!exchange) throw new Error('the store answered no facts')
  const prepared = prepare(
    caller,
    input,
    { ...facts, ...exchange },
    now,
    transfer.type === 'direct' ? null : datesOfOrder(transfer),
  )
  if (prepared instanceof Refusal) return null
  // An account abroad may ask for a purpose and documents that the order was placed without.
  const documents = prepared.asks.length > 0 ? await listDocuments(tx, transfer) : []
  const documentCount = documents.filter(({ kind }) => kind === 'international').length
  if (exchangeObjection(prepared.asks, { ...input, documentCount }, facts.tariff)) return null
  // A series that the customer has paused cannot wait for signatures too.
  if (transfer.execution_status === 'paused' && signaturesOf(prepared.signing_rule) > 0) return null
  try {
    await replaceText(tx, transfer, input, prepared, { by, now })
  } catch (refusal) {
    if (refusal instanceof Refusal) return null
    throw refusal
  }
  const [now_] = (await lockOpenTransfersTo(tx, transfer.account_id, beneficiary_id)).filter(
    ({ id }) => id === transfer.id,
  )
  return now_ ?? null
}

/**
 * Ends the suspension of the orders to a payee: after a refusal they continue to the former account; after an
 * approval they go to the new one. `changed_by`: the user who entered the new account; null where the former one is restored.
 */
export async function resumeTransfersTo(
  tx: Tx,
  payee: Payee & { changed_by: string | null },
  now: Date,
): Promise<void> {
  const suspended = (await lockOpen(tx, payee)).filter((transfer) => transfer.suspended !== null)
  const ended: LockedTransfer[] = []
  const late: LockedTransfer[] = []
  const resumed: LockedTransfer[] = []
  for (const transfer of suspended) {
    const order = payee.changed_by === null ? transfer : await toNewAccount(tx, payee, transfer, payee.changed_by, now)
    if (!order) ended.push(transfer)
    else if ((await continueTransfer(tx, order, now)) === 'late') late.push(order)
    else resumed.push(order)
  }
  await stopThese(tx, ended, { ...payee, cause: 'payee_changed' }, now)
  await recordEvents(tx, eventsOf(payee.caller, [...resumed, ...late], 'transfer.unsuspend', now))
  const { beneficiary_name } = payee
  await notify(tx, resumed, { beneficiary_name, what: 'resumed' }, now)
  await notify(tx, late, { beneficiary_name, what: 'late' }, now)
}
