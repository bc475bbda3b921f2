import { reasonCodeLabels } from 'contract/transfers/transfer-statuses.ts'
import { returnReason } from 'contract/transfers/clearing.ts'
import { PER_PAGE } from 'contract/endpoint.ts'
import type { Language } from 'contract/language.ts'
import {
  type Attention,
  attentions,
  type Batch,
  type BatchDetail,
  type BatchLine,
  type BatchLineFilter,
  type BatchLineOrder,
} from 'contract/transfers/batches.ts'
import { lineColumns, MAX_IMPORT_LINES, type TypedLine } from 'contract/transfers/imports.ts'
import { type AccountCaller, seesConfidential } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { csvFileOf } from '../../formats/csv.ts'
import { businessDate, type Clock, unixSeconds } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { attentionOf, monthBefore } from './batch-attention-rules.ts'
import { batchHoldCause, firstDayOf, lineStatus } from './batch-rules.ts'
import {
  findBatch,
  getAvailable,
  getBatchAccount,
  listLineContexts,
  listBanksOf,
  listBatchHistory,
  type ListedLine,
  listLinesOf,
} from './batch-store.ts'
import { readerOf } from '../transfers/get-transfer.ts'
import { firstToSignBefore } from '../transfers/sign-before-rules.ts'
import { findSigningRules } from '../transfers/transfer-store.ts'
import { typedAmountOf } from '../transfer-imports/import-amount-rules.ts'
import { heads } from '../transfer-imports/import-table-rules.ts'

type Ports = { db: Db; clock: Clock }

/** One batch, with the account that it debits and its history. */
export async function describeBatch(ports: Ports, caller: AccountCaller, id: string): Promise<BatchDetail> {
  const batch = await getBatch(ports, caller, id)
  const [account, history, examination] = await Promise.all([
    getBatchAccount(ports.db, caller.account_id),
    listBatchHistory(ports.db, caller.account_id, id),
    examine(ports, caller, batch),
  ])
  return { ...batch, account, history, examination }
}

type Examined = Pick<Batch, 'id' | 'version' | 'state' | 'are_lines_hidden' | 'execution_date'>

/** The lines of a batch that waits for signatures, each with why a signer looks at it; none of other batches. */
async function listExamined(db: Db, caller: AccountCaller, { id, state, execution_date }: Examined) {
  if (state !== 'pending') return []
  const key = { account_id: caller.account_id, batch_id: id, sees: seesConfidential(caller) }
  const lines = await listLineContexts(db, [{ ...key, ...monthBefore(execution_date) }])
  return lines.map((line) => ({ ...line, attention: attentionOf(line) }))
}

async function examine(
  { db, clock }: Ports,
  caller: AccountCaller,
  batch: Examined,
): Promise<BatchDetail['examination']> {
  if (batch.state !== 'pending' || batch.are_lines_hidden) return null
  const lines = await listExamined(db, caller, batch)
  const count = (attention: Attention) => lines.filter((line) => line.attention === attention).length
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const { tariff, holidays } = await findSigningRules(db, businessDate(clock))
  const calendar = { now: clock.now(), tariff, holidays: new Set(holidays) }
  const before = lines.flatMap(({ last_amount }) => last_amount ?? [])
  const cutOff = firstToSignBefore(
    lines.map(({ network }) => network),
    batch.execution_date,
    calendar,
  )
  return {
    counts: { never_paid: count('never_paid'), other_holder: count('other_holder'), unusual: count('unusual') },
    amount: sum(lines.filter(({ attention }) => attention !== null).map(({ amount }) => amount)),
    month: monthBefore(batch.execution_date).from,
    last_lines: before.length,
    last_amount: sum(before),
    available: await getAvailable(db, caller.account_id, batchHoldCause(batch)),
    sign_before: cutOff && unixSeconds(cutOff),
    leaves_on: firstDayOf(lines, calendar) ?? batch.execution_date,
  }
}

/** A batch whose lines the caller may see. */
export async function getOpenBatch(ports: Ports, caller: AccountCaller, id: string) {
  const batch = await getBatch(ports, caller, id)
  if (batch.are_lines_hidden) throw new Refusal('lines_confidential')
  return batch
}

async function getBatch({ db, clock }: Ports, caller: AccountCaller, id: string) {
  const batch = await findBatch(db, readerOf(caller), id, businessDate(clock))
  if (!batch) throw new Refusal('not_found')
  return batch
}

export async function listBatchLines(
  ports: Ports,
  caller: AccountCaller,
  id: string,
  {
    page = 1,
    ...wanted
  }: {
    page?: number | undefined
    only?: BatchLineFilter | undefined
    search?: string | undefined
    sort?: BatchLineOrder | undefined
  },
) {
  const batch = await getOpenBatch(ports, caller, id)
  const examined = await listExamined(ports.db, caller, batch)
  const contexts = new Map(examined.map((line) => [line.id, line]))
  const idsWith = (isWanted: (attention: Attention) => boolean) =>
    examined.flatMap(({ id: line, attention }) => (attention !== null && isWanted(attention) ? [line] : []))
  const { only } = wanted
  const key = {
    account_id: caller.account_id,
    batch_id: id,
    ...wanted,
    ids:
      only === 'attention' || attentions.some((one) => one === only)
        ? idsWith((attention) => only === 'attention' || only === attention)
        : null,
    first: idsWith(() => true),
  }
  const { items, total } = await listLinesOf(ports.db, key, { page, per_page: PER_PAGE })
  const [maySign, today] = [batch.actions.includes('accept'), businessDate(ports.clock)]
  const lines = items.map((listed): BatchLine => {
    const {
      phone: _phone,
      email: _email,
      reference: _reference,
      block: _block,
      instruction_id: _instruction,
      bic: _bic,
      purpose: _purpose,
      instructed_amount: _instructed,
      instructed_currency: _currency,
      is_on_its_way,
      ...line
    } = listed
    const { attention = null, last_amount = null } = contexts.get(line.id) ?? {}
    return { ...line, attention, last_amount, status: lineStatus({ ...line, is_on_its_way }, maySign, today) }
  })
  return { items: lines, total, page, per_page: PER_PAGE }
}

/** The totals of a batch by bank, for readers who may see its lines. */
export async function listBatchBanks(ports: Ports, caller: AccountCaller, id: string) {
  await getOpenBatch(ports, caller, id)
  return listBanksOf(ports.db, caller.account_id, id)
}

/** Why a line was not executed; empty where it has no error. */
export function failureReasonOf({ reason, reason_code, return_reason }: ListedLine, lang: Language): string {
  if (reason !== null) return reason
  if (return_reason !== null)
    return { fr: `Retourné : ${returnReason(return_reason).fr}`, en: `Returned: ${returnReason(return_reason).en}` }[
      lang
    ]
  return reason_code === null ? '' : reasonCodeLabels[reason_code][lang]
}

/** Exports the lines that were not executed, as a file that can be corrected and imported again. */
export async function exportFailures(
  ports: Ports,
  { caller, lang }: { caller: AccountCaller; lang: Language },
  id: string,
) {
  const { reference } = await getOpenBatch(ports, caller, id)
  const key = { account_id: caller.account_id, batch_id: id, only: 'failed' as const }
  const { items } = await listLinesOf(ports.db, key, { page: 1, per_page: MAX_IMPORT_LINES })
  const rows = items.map((line) => {
    const cells: TypedLine = {
      name: line.name,
      iban: line.iban,
      ...typedAmountOf(line),
      label: line.label,
      bic: line.bic ?? '',
      execution_date: '',
      phone: line.phone ?? '',
      email: line.email ?? '',
      reference: line.reference ?? '',
      purpose: line.purpose ?? '',
    }
    return [...lineColumns.map((column) => cells[column]), failureReasonOf(line, lang)]
  })
  return {
    file_name: `${reference}_rejets.csv`,
    media_type: 'text/csv; charset=utf-8',
    content: csvFileOf([[...lineColumns.map((column) => heads[column]), 'motif_du_rejet'], ...rows], ';'),
  }
}
