// Creates a batch from the selected lines of a draft: all or nothing, confirmed once, signed once.
import { createHash } from 'node:crypto'
import type { Answer } from 'contract/endpoint.ts'
import type { Language, Sentence } from 'contract/language.ts'
import type { Batch, createBatch as call } from 'contract/transfers/batches.ts'
import { MAX_DAYS_AHEAD } from 'contract/transfers/transfers.ts'
import { addDays, businessDayFrom, type Holidays } from 'contract/values/calendar.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import { type AccountCaller, seesConfidential } from '../../caller.ts'
import { type AuditEvent, byCaller, recordEvent } from '../audit/audit-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { runIdempotent } from '../../db/idempotency.ts'
import { transaction } from '../../db/transaction.ts'
import { hold, lockBalances, release } from '../../ledger/ledger-store.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId, newReference } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import { listTiers } from '../signing/signing-rules-store.ts'
import { limitRefusal, type LimitUse } from '../signing/limit-rules.ts'
import { findLimitUses } from '../signing/limit-store.ts'
import { signsAlone } from '../accounts/second-person-store.ts'
import { signaturesOf } from '../signing/tier-rules.ts'
import type { LockedBatch, NewBatch } from './batch-columns.ts'
import {
  batchContext,
  batchHoldCause,
  batchRule,
  dayOf,
  dueAtOnce,
  limitedAmount,
  limitedByIban,
  sumsOf,
  totalOfBatch,
} from './batch-rules.ts'
import { findBatch, getBatchAccount, insertBatch, listRetryable } from './batch-store.ts'
import { lockBatch, markBatchCancelled } from './batch-state-store.ts'
import { readerOf } from '../transfers/get-transfer.ts'
import type { PayableLine } from '../transfer-imports/import-rules.ts'
import { lockDraft, removeLines } from '../transfer-imports/import-store.ts'
import { isInternational } from 'contract/values/iban.ts'
import { lockOrdersAbroad } from '../transfers/exchange-store.ts'
import { type LinesAbroad, neededAbroad } from '../transfer-imports/import-price-rules.ts'
import { ibansOf } from '../transfer-imports/import-rules.ts'
import { checkDraft, checkLinesOf } from '../transfer-imports/import-transfers.ts'
import { validateBatch } from './validate-batch.ts'

type Ports = { db: Db; clock: Clock }
type Input = {
  is_confidential?: boolean | undefined
  save_payees?: boolean | undefined
  single_entry?: boolean | undefined
  import_id: string
  items?: readonly string[] | undefined
  execution_date?: PlainDate | null | undefined
}
type RequestContext = {
  caller: AccountCaller
  lang: Language
  confirmation: Confirmation
  once: { key: string; request_hash: string }
}

/** The date of the lines without one; null: as soon as each may run. */
function commonDay(requestedDay: PlainDate | null | undefined, now: Date, holidays: Holidays): PlainDate | null {
  const today = now.toISOString().slice(0, 10)
  if (!requestedDay || requestedDay === today) return null
  if (requestedDay < today) throw new Refusal('date_in_the_past')
  if (requestedDay > addDays(today, MAX_DAYS_AHEAD)) throw new Refusal('date_too_far')
  return businessDayFrom(requestedDay, holidays)
}

/** Refuses a batch above a limit: the whole batch as one operation, and the sum by payee account in a day. */
export async function refuseOverLimit(
  lines: readonly PayableLine[],
  currency: string,
  findUses: (iban: string | null) => Promise<LimitUse[]>,
): Promise<void> {
  const uses = await findUses(null)
  const overLimit = limitRefusal(
    uses.filter(({ period }) => period !== 'beneficiary'),
    limitedAmount(lines),
    currency,
  )
  if (overLimit) throw overLimit
  for (const [iban, amount] of limitedByIban(lines)) {
    const ofPayee = (await findUses(iban)).filter(({ period }) => period === 'beneficiary')
    // Without such a limit no payee has one.
    if (ofPayee.length === 0) return
    const over = limitRefusal(ofPayee, amount, currency)
    if (over) throw over
  }
}

export async function visibleBatch(tx: Tx, caller: AccountCaller, id: string, now: Date): Promise<Batch> {
  const batch = await findBatch(tx, readerOf(caller), id, now.toISOString().slice(0, 10))
  if (!batch) throw new Error('a batch has vanished under its lock')
  return batch
}

export const recordBatch = (
  tx: Tx,
  caller: Pick<AccountCaller, 'user_id' | 'session_id' | 'account_id' | 'address'>,
  event: Pick<AuditEvent, 'action' | 'subject_id' | 'facts' | 'at'>,
) => {
  return recordEvent(tx, { ...byCaller(caller), ...event })
}

/** Binds the confirmation to all fields that decide who is paid what, when and through which bank: the draft may change until it is sent. */
const digestOf = (lines: readonly PayableLine[]) => {
  const what = lines.map(({ name, iban, bic, country, network, label, purpose, execution_date, ...price }) => [
    name,
    iban,
    network,
    bic,
    country,
    price.amount,
    price.instructed_currency,
    price.credit_amount,
    price.credit_currency,
    label,
    purpose,
    execution_date,
  ])
  return createHash('sha256').update(JSON.stringify(what)).digest('hex')
}

/** Holds the amounts of the lines that are paid as soon as possible. The caller holds the lock under which the balance was checked. */
export async function holdForBatch(
  tx: Tx,
  batch: LockedBatch,
  lines: readonly PayableLine[],
  now: Date,
): Promise<void> {
  const amount = totalOfBatch(sumsOf(dueAtOnce(lines)))
  if (amount === 0) return
  const isHeld = await hold(tx, {
    id: newId(),
    account_id: batch.account_id,
    amount,
    cause: batchHoldCause(batch),
    held_at: now,
  })
  if (!isHeld) throw new Error('the ledger refused to hold what the lock had allowed')
}

const MAX_NAMED_LINES = 5

/** Formats line numbers of the file for a sentence: the first five, and how many more. */
function formatLines(lines: readonly number[]): Sentence {
  const [first, more] = [lines.slice(0, MAX_NAMED_LINES).join(', '), lines.length - MAX_NAMED_LINES]
  if (more > 0)
    return {
      fr: `lignes ${first} et ${more} ${more === 1 ? 'autre' : 'autres'}`,
      en: `lines ${first} and ${more} more`,
    }
  return lines.length === 1
    ? { fr: `ligne ${first}`, en: `line ${first}` }
    : { fr: `lignes ${first}`, en: `lines ${first}` }
}

async function order(tx: Tx, context: RequestContext, input: Input, now: Date): Promise<Answer<typeof call>> {
  const { caller, lang } = context
  const { account_id } = caller
  const draft = await lockDraft(tx, caller, input.import_id, now)
  if (!draft) throw new Refusal('not_found')
  // The lock comes before the check: two batches sent together must not see the same balance.
  const [balance] = await lockBalances(tx, [account_id])
  if (ibansOf(draft.lines).some(isInternational)) await lockOrdersAbroad(tx, [caller.customer_id])
  const checked = await checkDraft(tx, { caller, lang }, draft, now)
  const chosen = input.items ? new Set(input.items) : null
  const day = commonDay(input.execution_date, now, checked.holidays)
  const taken = checked.lines.filter(
    ({ item, payable }) => payable && (chosen ? chosen.has(item.id) : !item.is_skipped),
  )
  const lines = taken.flatMap(({ payable }) =>
    payable ? [{ ...payable, execution_date: payable.execution_date ?? day }] : [],
  )
  if (chosen && lines.length !== chosen.size) throw new Refusal('lines_changed')
  if (lines.length === 0) throw new Refusal('no_line_chosen')
  if (day !== null) checkExchangeControl(lines, checked, now)
  const unseen = taken.filter(({ item }) => item.acknowledgement === 'needed')
  if (unseen.length > 0)
    throw new Refusal('names_unacknowledged', { lines: formatLines(unseen.map(({ item }) => item.line)) })
  const is_confidential = input.is_confidential ?? false
  if (is_confidential && !seesConfidential(caller)) throw new Refusal('confidential_not_yours')
  const saves_payees = input.save_payees ?? false
  if (saves_payees && !caller.capabilities.includes('beneficiary.manage')) throw new Refusal('capability_missing')
  // One debit for the whole batch: statements and operations must not name the payees.
  const ordered = new Set(lines.map(({ id }) => id))
  const left_out = draft.lines
    .filter(({ id }) => draft.message_id !== null && !ordered.has(id))
    .map(({ line, block, instruction_id, typed: { reference, amount, currency } }) => ({
      line,
      block,
      instruction_id,
      reference,
      amount,
      currency,
    }))
  const single_entry = is_confidential || (input.single_entry ?? false)
  const source = {
    ...draft,
    import_id: draft.id,
    left_out_count: draft.lines.length - lines.length,
    retry_of: null,
    is_confidential,
    saves_payees,
    single_entry,
    left_out: draft.message_id === null ? null : left_out,
  }
  const batch = await orderLines(tx, context, { source, lines, checked, available: balance?.available ?? 0 }, now)
  // Ordered once: sent lines leave the draft. The others stay there.
  await removeLines(tx, account_id, draft.id, [...ordered])
  return batch
}

/**
 * Refuses lines abroad that exchange control does not allow in the period in which they leave. The draft was checked with the period of today:
 * the date of a batch is known only now.
 */
function checkExchangeControl(
  lines: readonly PayableLine[],
  { tariff, holidays, counted }: Awaited<ReturnType<typeof checkDraft>>,
  now: Date,
): void {
  const before: LinesAbroad = new Map()
  for (const line of lines.filter(({ rail }) => rail === 'international')) {
    const { iban, purpose, amount: counter_value } = line
    const day = dayOf(line, { tariff, holidays, now })
    const needed = neededAbroad({ iban, counter_value, purpose, day }, counted.get(iban) ?? new Map(), before, tariff)
    const francs = (amount: number) => ({ amount, currency: 'XOF' as const })
    if (needed.includes('documents_needed'))
      throw new Refusal('documents_required', { tolerance: francs(tariff.no_document_tolerance) })
    if (needed.includes('domiciliation_needed'))
      throw new Refusal('domiciliation_missing', { threshold: francs(tariff.goods_domiciliation_threshold) })
  }
}

type BatchLineOrder = {
  source: Pick<
    NewBatch,
    | 'file_name'
    | 'content_hash'
    | 'message_id'
    | 'message_name'
    | 'message_lines'
    | 'import_id'
    | 'left_out_count'
    | 'retry_of'
    | 'single_entry'
    | 'is_confidential'
    | 'saves_payees'
    | 'left_out'
  >
  lines: readonly PayableLine[]
  checked: Pick<Awaited<ReturnType<typeof checkDraft>>, 'tariff' | 'holidays'>
  /** The balance under the caller's lock. */
  available: number
}

/** Orders payable lines as one batch: checks money, limits and confirmation, and sets the signing rule. */
async function orderLines(
  tx: Tx,
  { caller, confirmation }: RequestContext,
  { source, lines, checked, available }: BatchLineOrder,
  now: Date,
): Promise<Batch> {
  const { account_id, user_id, currency, is_company } = caller
  // Batch booking requires one execution date.
  if (source.single_entry && lines.some(({ execution_date }) => execution_date !== lines[0]?.execution_date))
    throw new Refusal('single_entry_one_day')
  // The debit of the whole batch is made once: a rate that moves before a line leaves would need another amount.
  if (source.single_entry && lines.some(({ rate_until }) => rate_until !== null)) throw new Refusal('single_entry_rate')
  const sums = sumsOf(lines)
  const atOnce = totalOfBatch(sumsOf(dueAtOnce(lines)))
  const missing = atOnce - available
  if (missing > 0) throw new Refusal('insufficient_balance', { missing: { amount: missing, currency } })
  await refuseOverLimit(
    lines,
    currency,
    async (iban) => (await findLimitUses(tx, [{ account_id, user_id, iban, changed: null }], now))[0] ?? [],
  )

  const days = lines.map((line) => dayOf(line, { ...checked, now })).toSorted()
  await requireConfirmation(
    tx,
    {
      caller,
      account_id,
      confirmation,
      details: [digestOf(lines), source.single_entry, source.is_confidential, source.saves_payees],
    },
    {
      kind: 'batch.create',
      facts: batchContext({
        ...sums,
        currency,
        line_count: lines.length,
        account: await getBatchAccount(tx, account_id),
        days,
        label: source.file_name,
      }),
    },
    now,
  )
  const signing_rule = batchRule(
    { is_company, signs_alone: await signsAlone(tx, caller, now), lines },
    await listTiers(tx, account_id),
    checked.tariff.company_single_signature_limit,
  )
  const batch: NewBatch = {
    account_id,
    id: newId(),
    reference: newReference('L', now),
    file_name: source.file_name,
    content_hash: source.content_hash,
    message_id: source.message_id,
    message_name: source.message_name,
    message_lines: source.message_lines,
    left_out: source.left_out,
    import_id: source.import_id,
    left_out_count: source.left_out_count,
    retry_of: source.retry_of,
    single_entry: source.single_entry,
    is_confidential: source.is_confidential,
    saves_payees: source.saves_payees,
    state: 'pending',
    line_count: lines.length,
    ...sums,
    currency,
    execution_date: days[0] ?? now.toISOString().slice(0, 10),
    signing_rule,
    signatures_needed: signaturesOf(signing_rule),
    version: 1,
    created_at: now,
    created_by: user_id,
  }
  await insertBatch(tx, batch, lines)
  await holdForBatch(tx, batch, lines, now)
  await recordBatch(tx, caller, {
    at: now,
    action: 'batch.create',
    subject_id: batch.id,
    facts: {
      count: lines.length,
      ...sums,
      currency,
      reference: batch.reference,
      ...(source.retry_of && { retry_of: source.retry_of }),
    },
  })
  if (batch.signatures_needed === 0) await validateBatch(tx, batch, { by: null, ...checked, now })
  return visibleBatch(tx, caller, batch.id, now)
}

export function createBatch({ db, clock }: Ports, context: RequestContext, input: Input): Promise<Batch> {
  return transaction(db, (tx) => {
    const now = clock.now()
    return runIdempotent(tx, { user_id: context.caller.user_id, ...context.once }, now, () =>
      order(tx, context, input, now),
    )
  })
}

async function retry(tx: Tx, context: RequestContext, id: string, now: Date): Promise<Batch> {
  const { account_id } = context.caller
  // Under its lock: two retries never take the same line.
  const failed = await lockBatch(tx, account_id, id)
  if (!failed) throw new Refusal('not_found')
  if (failed.is_confidential && !seesConfidential(context.caller)) throw new Refusal('lines_confidential')
  const lines = await listRetryable(tx, account_id, id)
  if (lines.length === 0) throw new Refusal('nothing_to_retry')
  const [balance] = await lockBalances(tx, [account_id])
  const checked = await checkLinesOf(tx, context, lines, { now, isInstant: false })
  // The number of a line is its number in the file.
  const payable = checked.lines.flatMap(({ payable: line }, index) =>
    line ? [{ ...line, retry_of: lines[index]?.retry_of ?? null }] : [],
  )
  if (payable.length === 0) throw new Refusal('nothing_to_retry')
  const source = {
    file_name: failed.file_name,
    content_hash: failed.content_hash,
    message_id: null,
    message_name: null,
    message_lines: null,
    left_out: null,
    import_id: null,
    left_out_count: 0,
    retry_of: id,
    single_entry: failed.single_entry,
    is_confidential: failed.is_confidential,
    saves_payees: failed.saves_payees,
  }
  return orderLines(tx, context, { source, lines: payable, checked, available: balance?.available ?? 0 }, now)
}

/** Orders the failed lines of a batch that can be paid now again, as a new batch. */
export function retryBatch({ db, clock }: Ports, context: RequestContext, id: string): Promise<Batch> {
  return transaction(db, (tx) => {
    const now = clock.now()
    return runIdempotent(tx, { user_id: context.caller.user_id, ...context.once }, now, () =>
      retry(tx, context, id, now),
    )
  })
}

/** Cancels a batch that waits for signatures and releases its hold. */
export function cancelBatch(
  { db, clock }: Ports,
  { caller, confirmation, id }: { caller: AccountCaller; confirmation: Confirmation; id: string },
): Promise<null> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const batch = await lockBatch(tx, caller.account_id, id)
    if (!batch) throw new Refusal('not_found')
    if (batch.state !== 'pending') throw new Refusal('not_cancellable')
    const facts = batchContext({
      ...batch,
      account: await getBatchAccount(tx, batch.account_id),
      days: [],
      label: batch.file_name,
    })
    await requireConfirmation(
      tx,
      { caller, account_id: caller.account_id, confirmation, details: id },
      { kind: 'batch.cancel', facts },
      now,
    )
    await release(tx, batch.account_id, batchHoldCause(batch), now)
    await markBatchCancelled(tx, batch)
    await recordBatch(tx, caller, { at: now, action: 'batch.cancel', subject_id: id, facts: {} })
    return null
  })
}
