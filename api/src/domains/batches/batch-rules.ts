// Totals of a batch of transfers, its status, and the actions that are allowed on it. Pure.
import { businessDayFrom } from 'contract/values/calendar.ts'
import type { BatchAction, Batch, BatchLine, BatchStatus } from 'contract/transfers/batches.ts'
import { transferStatus } from 'contract/transfers/transfer-status.ts'
import type { TransferStatus } from 'contract/transfers/transfer-statuses.ts'
import type { SigningRuleName, Tier } from 'contract/transfers/signing-rules.ts'
import type { Operation } from 'contract/access/session.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import { signingRuleFor } from '../signing/tier-rules.ts'
import type { LockedBatch } from './batch-columns.ts'
import { formatPlainDay } from '../transfer-imports/import-cell-rules.ts'
import { type PayableLine } from '../transfer-imports/import-rules.ts'
import { firstDayFor, holidaysOnBothSides, type UnionHolidays } from '../transfers/transfer-charges-rules.ts'

type State = {
  is_confidential: boolean
  state: Batch['state']
  created_by: string
  is_open_to_reader: boolean
  retryable: number
}
type Reader = { user_id: string; capabilities: readonly string[]; is_active: boolean }

/** The actions that a reader may take on a batch. The server checks each again when it is called. */
export function batchActionsOf(
  { state, created_by, is_open_to_reader, retryable, is_confidential }: State,
  { user_id, capabilities, is_active }: Reader,
): BatchAction[] {
  const seesLines = !is_confidential || capabilities.includes('batch.confidential')
  if (state === 'validated' && retryable > 0 && seesLines && is_active && capabilities.includes('transfer.create'))
    return ['retry']
  if (state !== 'pending') return []
  const mayJudge = capabilities.includes('transfer.validate') && created_by !== user_id
  const given: Record<BatchAction, boolean> = {
    accept: mayJudge && is_active && is_open_to_reader,
    reject: mayJudge,
    refuse_lines: mayJudge && seesLines,
    cancel: capabilities.includes('transfer.create'),
    retry: false,
  }
  // The keys are exactly the actions.
  return (Object.keys(given) as BatchAction[]).filter((action) => given[action])
}

type BatchState = Pick<Batch, 'state' | 'reason_code' | 'execution_date' | 'counts'> & { may_sign: boolean }

/** The status of a batch for its reader. A batch that expired was refused by no person: it has the status that a single order has then. */
export function batchStatus(
  { state, reason_code, execution_date, counts, may_sign }: BatchState,
  today: PlainDate,
): BatchStatus {
  if (state === 'pending') return may_sign ? 'to_sign' : 'pending'
  if (state === 'refused') return reason_code === null ? 'refused' : 'cancelled'
  if (state === 'cancelled') return 'cancelled'
  if (counts.waiting > 0) return execution_date > today ? 'scheduled' : 'in_progress'
  return counts.failed > 0 ? 'incomplete' : 'executed'
}

type LineState = Pick<BatchLine, 'state' | 'reason_code' | 'execution_date'> & { is_on_its_way: boolean }

/** The status of a line: the one of its order, and before validation the one of its batch. */
export function lineStatus(
  { state, execution_date, is_on_its_way, ...line }: LineState,
  may_sign: boolean,
  today: PlainDate,
): TransferStatus {
  const isOrder = state !== 'pending' && state !== 'refused'
  return transferStatus({
    ...line,
    type: execution_date === null ? 'direct' : 'delayed',
    validation_status: isOrder ? 'validated' : state,
    execution_status: isOrder ? state : 'scheduled',
    suspended: null,
    is_past: execution_date !== null && execution_date < today,
    is_on_its_way,
    may_sign,
  })
}

/** The cause of the hold of a batch: one for each version. */
export const batchHoldCause = ({ id, version }: { id: string; version: number }) => `batch:${id}:${version}`

export const totalOfBatch = ({ amount, fees, tax }: { amount: number; fees: number; tax: number }) =>
  amount + fees + tax

export function sumsOf(lines: readonly PayableLine[]): { amount: number; fees: number; tax: number } {
  const sum = (field: 'amount' | 'fees' | 'tax') => lines.reduce((total, line) => total + line[field], 0)
  return { amount: sum('amount'), fees: sum('fees'), tax: sum('tax') }
}

/**
 * The lines that are paid as soon as possible: their money must be available, and is held while signatures are missing. A line of a later day
 * has no hold before that day, and is checked then (decisions.md 5).
 */
export const dueAtOnce = (lines: readonly PayableLine[]) =>
  lines.filter(({ execution_date }) => execution_date === null)

/** The amount that counts against limits: without transfers between accounts of the same customer. */
export const limitedAmount = (lines: readonly PayableLine[]) =>
  lines.reduce((sum, { amount, is_own }) => (is_own ? sum : sum + amount), 0)

/** The same amount by account number. */
export function limitedByIban(lines: readonly PayableLine[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { iban, amount, is_own } of lines) if (!is_own) sums.set(iban, (sums.get(iban) ?? 0) + amount)
  return sums
}

/** The signing rule of a batch, by its total. At a company a new payee always needs a second person, whatever the tiers say, unless there is none. */
export function batchRule(
  { is_company, signs_alone, lines }: { is_company: boolean; signs_alone: boolean; lines: readonly PayableLine[] },
  tiers: readonly Tier[],
  singleSignatureLimit: number,
): SigningRuleName {
  const kind = lines.every(({ is_own }) => is_own) ? 'own' : 'batch'
  const rule = signingRuleFor(
    { is_company, signs_alone, kind, amount: sumsOf(lines).amount },
    tiers,
    singleSignatureLimit,
  )
  const hasNewPayee = lines.some(
    ({ beneficiary_id, own_account_id }) => beneficiary_id === null && own_account_id === null,
  )
  return is_company && !signs_alone && hasNewPayee && rule === 'none' ? 'one' : rule
}

export type Calendar = { now: Date; tariff: Parameters<typeof firstDayFor>[2]; holidays: UnionHolidays }

type DatedLine = Pick<PayableLine, 'execution_date' | 'network' | 'iban'>

/** The execution date of a line. */
export function dayOf({ execution_date, network, iban }: DatedLine, { now, tariff, holidays }: Calendar): PlainDate {
  const today = now.toISOString().slice(0, 10)
  const closed = holidaysOnBothSides(iban, holidays)
  return execution_date !== null && execution_date > today
    ? businessDayFrom(execution_date, closed)
    : firstDayFor(network, now, tariff, closed)
}

/** The first execution date of lines whose batch is signed now; null without lines. */
export const firstDayOf = (lines: readonly DatedLine[], calendar: Calendar): PlainDate | null =>
  lines.map((line) => dayOf(line, calendar)).toSorted()[0] ?? null

export type BatchAccount = { label: string; number: string }

type Confirmed = Pick<LockedBatch, 'line_count' | 'amount' | 'fees' | 'tax' | 'currency'> & {
  account: BatchAccount
  /** The execution dates of the lines, in order. */
  days: readonly PlainDate[]
  label: string
}

/** The facts of a batch in the confirmation dialog, for its author and its signers. */
export function batchContext({
  account,
  line_count,
  days,
  label,
  currency,
  ...sums
}: Confirmed): Operation['summary']['facts'] {
  const [first, last] = [days[0], days.at(-1)]
  const total = totalOfBatch(sums)
  return [
    { name: 'account', text: `${account.label} · ${account.number}` },
    { name: 'count', text: String(line_count) },
    { name: 'amount', amount: sums.amount, currency },
    ...(total > sums.amount ? [{ name: 'total' as const, amount: total, currency }] : []),
    ...(first && last
      ? [{ name: 'date' as const, text: first === last ? first : `${formatPlainDay(first)} – ${formatPlainDay(last)}` }]
      : []),
    { name: 'label', text: label },
  ]
}
