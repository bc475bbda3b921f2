// Edits an order that has not run. Signatures were given for the former version, so new ones are required.
import { MAX_DOCUMENTS, type NewTransfer, type Transfer, type TransferChange } from 'contract/transfers/transfers.ts'
import { type AccountCaller, seesConfidential } from '../../caller.ts'
import { byCaller, recordEvent } from '../audit/audit-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { hold, lockBalances, release } from '../../ledger/ledger-store.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { daySentence } from '../../formats/text.ts'
import { Refusal } from '../../refusal.ts'
import { limitRefusal } from '../signing/limit-rules.ts'
import { findLimitUses } from '../signing/limit-store.ts'
import { signaturesOf } from '../signing/tier-rules.ts'
import { readerOf } from './get-transfer.ts'
import { insertDocuments, listDocuments, type NewDocument, removeDocuments } from './transfer-document-store.ts'
import { summaryOf } from './order-summary.ts'
import { contextOfEdit, enteredColumns, prepare, type PreparedOrder } from './transfer-order.ts'
import { nextAfter, runAt } from '../accounts/payment-rules.ts'
import { priceColumns } from './transfer-price-rules.ts'
import { newPayeeRefusal, nothingOrdered } from '../beneficiaries/new-payee-rules.ts'
import { withOrdered } from './new-payee-orders.ts'
import { exchangeObjection } from './exchange-control-rules.ts'
import { lockExchangeContexts } from './exchange-store.ts'
import { holidaysOnBothSides } from './transfer-charges-rules.ts'
import { datesOfOrder, holdCause, inputOf, type KeptDates, type OrderDates } from './transfer-rules.ts'
import {
  findLastOccurrence,
  type LockedTransfer,
  lockTransfer,
  markEdited,
  type StoredTransfer,
} from './transfer-state-store.ts'
import { findOrderContext, type NamedPayee, type OrderContext, payeeIn } from './order-context-store.ts'
import { findTransfer } from './transfer-store.ts'

type RequestContext = {
  caller: AccountCaller
  confirmation: Confirmation
  id: string
  version: number
  change: Omit<TransferChange, 'version' | 'enabled' | 'skip'>
  documents: readonly NewDocument[]
}

/** The payee after an edit: a beneficiary replaces an own account, and vice versa. */
const payeeAfter = ({ beneficiary_id, own_account_id, lookup_id }: NewTransfer, change: NamedPayee): NamedPayee =>
  change.beneficiary_id || change.lookup_id
    ? { beneficiary_id: change.beneficiary_id ?? null, own_account_id: null, lookup_id: change.lookup_id ?? null }
    : change.own_account_id
      ? { beneficiary_id: null, own_account_id: change.own_account_id, lookup_id: null }
      : { beneficiary_id, own_account_id, lookup_id }

/**
 * The dates of a series, which continue unless its start or its period changes. The next one of a paused series is that with which it would be
 * resumed today.
 */
export function datesKept(transfer: StoredTransfer, today: string, holidays: readonly string[]): KeptDates | null {
  const { type, execution_status, periodicity, start_date, next_occurrence, beneficiary_iban } = transfer
  if (type !== 'periodic') return null
  const dates = datesOfOrder(transfer)
  if (execution_status !== 'paused' || !periodicity || !start_date || next_occurrence === null) return dates
  const closed = holidaysOnBothSides(beneficiary_iban, new Set(holidays))
  // Its end may be what is edited.
  const next = nextAfter({ periodicity, start_date, end_date: null }, next_occurrence, today, closed)
  return next && { ...dates, execution_date: next.due, nominal: next.nominal }
}

const isOtherKind = (one: Transfer['type'], other: Transfer['type']) => (one === 'periodic') !== (other === 'periodic')

async function lockToEdit(tx: Tx, { caller, id, version }: RequestContext): Promise<LockedTransfer> {
  const transfer = await lockTransfer(tx, caller.account_id, id)
  if (!transfer || (transfer.is_confidential && !seesConfidential(caller))) throw new Refusal('not_found')
  const isToCome = transfer.execution_status === 'scheduled' || transfer.execution_status === 'paused'
  // A line was signed with its batch, which may have been debited as a whole: it can only be cancelled.
  if (!isToCome || transfer.batch_id !== null || transfer.validation_status === 'refused')
    throw new Refusal('not_editable')
  if (transfer.version !== version) throw new Refusal('stale_version')
  if (!caller.is_active) throw new Refusal('account_not_active')
  return transfer
}

/** The documents after the edit: the kept ones, and the number of documents for exchange control. */
async function documentsAfter(tx: Tx, transfer: LockedTransfer, { change, documents }: RequestContext) {
  const before = await listDocuments(tx, transfer)
  const kept = before.filter(({ id }) => change.keep_documents?.includes(id) ?? true)
  if (kept.length + documents.length > MAX_DOCUMENTS) throw new Refusal('too_many_files')
  return {
    dropped: before.filter((document) => !kept.includes(document)).map(({ id }) => id),
    documentCount: [...kept, ...documents].filter(({ kind }) => kind === 'international').length,
  }
}

/** Whether a series continues: its dates are counted as before. */
export const isSameSeries = (transfer: StoredTransfer, { start_date, periodicity }: OrderDates) =>
  start_date !== null && start_date === transfer.start_date && periodicity === transfer.periodicity

/** The occurrence index at which the series continues. */
async function nextIndex(tx: Tx, transfer: LockedTransfer, dates: OrderDates): Promise<number | null> {
  if (dates.start_date === null) return null
  if (isSameSeries(transfer, dates)) return transfer.next_occurrence
  const last = await findLastOccurrence(tx, transfer)
  // A date has one outcome: a new series begins after the dates that have one.
  if (last !== null && dates.start_date <= last) throw new Refusal('start_not_after_last', { last: daySentence(last) })
  return 0
}

/** Holds the amount of the new version. The hold of the former version has been released. */
async function holdAgain(
  tx: Tx,
  { account_id, id, version, currency }: LockedTransfer,
  input: NewTransfer,
  { price }: PreparedOrder,
  now: Date,
) {
  // A scheduled order has no hold before its day.
  if (input.type !== 'direct') return
  const total = price.amount + price.fees + price.tax
  const [balance] = await lockBalances(tx, [account_id])
  const missing = total - (balance?.available ?? 0)
  if (missing > 0) throw new Refusal('insufficient_balance', { missing: { amount: missing, currency } })
  const isHeld = await hold(tx, {
    id: newId(),
    account_id,
    amount: total,
    cause: holdCause({ id, version: version + 1 }),
    held_at: now,
  })
  if (!isHeld) throw new Error('the ledger refused to hold what the lock had allowed')
}

/** Checks the new version against today's limits, in the place of the former one. */
async function requireWithinLimits(
  tx: Tx,
  { caller, id }: RequestContext,
  { is_own, beneficiary_iban, price }: PreparedOrder,
  now: Date,
) {
  if (is_own) return
  const { account_id, user_id, currency } = caller
  const [uses = []] = await findLimitUses(tx, [{ account_id, user_id, iban: beneficiary_iban, changed: id }], now)
  const overLimit = limitRefusal(uses, price.amount, currency)
  if (overLimit) throw overLimit
}

const changedNames = (before: NewTransfer, after: NewTransfer): string[] =>
  (Object.keys(before) as (keyof NewTransfer)[]).filter((name) => (before[name] ?? null) !== (after[name] ?? null))

/** The reason why the edited order may not be placed, as a whole. */
function check(
  prepared: PreparedOrder | Refusal,
  input: NewTransfer,
  documentCount: number,
  facts: OrderContext,
): PreparedOrder {
  if (prepared instanceof Refusal) throw prepared
  const open = exchangeObjection(prepared.asks, { ...input, documentCount }, facts.tariff)
  if (open) throw new Refusal(open.code, open.facts)
  return prepared
}

/** Writes a new version of an order and holds its amount. Signatures of the former version become invalid. */
export async function replaceText(
  tx: Tx,
  transfer: LockedTransfer,
  input: NewTransfer,
  prepared: PreparedOrder,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const { dates, signing_rule, is_own, beneficiary_name, beneficiary_iban, rail, network, price } = prepared
  const next_occurrence = await nextIndex(tx, transfer, dates)
  await release(tx, transfer.account_id, holdCause(transfer), now)
  await holdAgain(tx, transfer, input, prepared, now)
  const signatures_needed = signaturesOf(signing_rule)
  const isSigned = signatures_needed === 0
  await markEdited(tx, transfer, {
    type: input.type,
    ...priceColumns(price),
    ...enteredColumns(input),
    beneficiary_id: input.beneficiary_id ?? null,
    own_account_id: input.own_account_id ?? null,
    lookup_id: input.lookup_id ?? null,
    ...dates,
    next_occurrence,
    beneficiary_name,
    beneficiary_iban,
    rail,
    network,
    signatures_needed,
    signing_rule,
    is_own,
    edited_at: now,
    edited_by: by,
    validation_status: isSigned ? 'validated' : 'pending',
    validated_at: isSigned ? now : null,
    run_at: isSigned && transfer.execution_status === 'scheduled' ? runAt(dates.execution_date, now) : null,
  })
}

/** Changes an order that is pending or still to run. Refuses another version than the one the editor read. */
export function editTransfer({ db, clock }: { db: Db; clock: Clock }, context: RequestContext): Promise<Transfer> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { caller, confirmation, change, documents } = context
    const { keep_documents: _keep, ...changes } = change
    const transfer = await lockToEdit(tx, context)
    const before = inputOf(transfer)
    // Parsed JSON holds no undefined: a field is present or absent.
    if (changes.beneficiary_id && changes.own_account_id) throw new Refusal('unknown_beneficiary')
    const input = { ...before, ...changes, ...payeeAfter(before, changes) } as NewTransfer
    if (isOtherKind(transfer.type, input.type)) throw new Refusal('not_editable')
    const { dropped, documentCount } = await documentsAfter(tx, transfer, context)
    const [facts] = await findOrderContext(tx, [payeeIn(caller, input)], now)
    if (!facts) throw new Error('the store answered no facts')
    const [exchange] = await lockExchangeContexts(tx, [{ ...caller, changed: transfer.id }], [facts], now)
    if (!exchange) throw new Error('the store answered no facts')
    const prepared = check(
      prepare(
        caller,
        input,
        { ...contextOfEdit(facts, transfer, input), ...exchange },
        now,
        datesKept(transfer, now.toISOString().slice(0, 10), facts.holidays),
      ),
      input,
      documentCount,
      facts,
    )
    const isPaused = transfer.execution_status === 'paused'
    if (isPaused && signaturesOf(prepared.signing_rule) > 0) throw new Refusal('paused_and_to_sign')
    const summary = summaryOf(
      'transfer.edit',
      input,
      { ...prepared, is_paused: isPaused },
      facts.account_number,
      caller.currency,
    )
    await requireConfirmation(tx, { caller, account_id: caller.account_id, confirmation }, summary, now)

    await lockBalances(tx, [caller.account_id])
    await requireWithinLimits(tx, context, prepared, now)
    const [limited] = await withOrdered(tx, [{ ...caller, changed: transfer.id }], [facts], now)
    const isNew = newPayeeRefusal(
      prepared.new_payee,
      limited?.ordered ?? nothingOrdered,
      prepared.price.amount,
      caller.currency,
    )
    if (isNew) throw isNew
    await replaceText(tx, transfer, input, prepared, { by: caller.user_id, now })
    await removeDocuments(tx, transfer, dropped, now)
    await insertDocuments(tx, transfer, documents, { by: caller.user_id, at: now })
    await recordEvent(tx, {
      at: now,
      ...byCaller(caller),
      action: 'transfer.edit',
      subject_id: transfer.id,
      facts: {
        version: transfer.version + 1,
        changed: [...changedNames(before, input), ...(dropped.length + documents.length > 0 ? ['documents'] : [])],
        before: { amount: transfer.amount, iban: transfer.beneficiary_iban },
        after: { amount: prepared.price.amount, iban: prepared.beneficiary_iban },
      },
    })
    const found = await findTransfer(tx, readerOf(caller), transfer.id, now.toISOString().slice(0, 10))
    if (!found) throw new Error('an order has vanished under its lock')
    const { next_occurrence: _next, ...toView } = found
    return toView
  })
}
