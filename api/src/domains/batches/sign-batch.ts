// Validates or refuses a batch: one signature for the whole batch; single lines can be refused before, and the others continue.
import type { Batch } from 'contract/transfers/batches.ts'
import type { Operation } from 'contract/access/session.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import { type AccountCaller, seesConfidential } from '../../caller.ts'
import { byBank, recordEvents } from '../audit/audit-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { lockBalances, release } from '../../ledger/ledger-store.ts'
import type { Clock } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { findSigningUses } from '../signing/limit-store.ts'
import type { LockedBatch } from './batch-columns.ts'
import { batchContext, batchHoldCause, type Calendar, dayOf } from './batch-rules.ts'
import { getBatchAccount } from './batch-store.ts'
import {
  countBatchSignatures,
  findBatchSignerGroup,
  insertBatchSignature,
  listRemainingLines,
  lockBatch,
  lockExpiredBatches,
  markBatchRefused,
  refuseLines,
} from './batch-state-store.ts'
import { holdForBatch, recordBatch, refuseOverLimit, visibleBatch } from './create-batch.ts'
import type { PayableLine } from '../transfer-imports/import-rules.ts'
import type { Signer } from '../transfers/sign-transfer.ts'
import { notifyBatchAuthor } from './notify-batch-authors.ts'
import { findSigningRules } from '../transfers/transfer-store.ts'
import { validateBatch } from './validate-batch.ts'

type Ports = { db: Db; clock: Clock }
type RequestContext = { caller: Signer; id: string; version: number }

/** Locks a batch that the caller may sign or refuse, in the version that they have read. */
async function lockToDecide(tx: Tx, { caller, id, version }: RequestContext): Promise<LockedBatch> {
  const batch = await lockBatch(tx, caller.account_id, id)
  if (!batch) throw new Refusal('not_found')
  if (batch.state !== 'pending') throw new Refusal('not_pending')
  if (batch.created_by === caller.user_id) throw new Refusal('self_approval_forbidden')
  if (batch.version !== version) throw new Refusal('stale_version')
  return batch
}

async function groupFor(tx: Tx, batch: LockedBatch, userId: string): Promise<'A' | 'B' | null> {
  if (batch.signing_rule !== 'a_and_b') return null
  const signer = await findBatchSignerGroup(tx, batch, userId)
  if (!signer || signer.has_signed) throw new Refusal('not_validator')
  return signer.group
}

type Signable = {
  batch: LockedBatch
  lines: readonly PayableLine[]
  calendar: Calendar
  days: readonly PlainDate[]
  facts: Operation['summary']['facts']
}

/** Locks a batch that may be signed, with its lines and the facts of its confirmation. */
export async function lockBatchToSign(tx: Tx, context: RequestContext, now: Date): Promise<Signable> {
  const batch = await lockToDecide(tx, context)
  const { tariff, holidays } = await findSigningRules(tx, now.toISOString().slice(0, 10))
  const calendar = { now, tariff, holidays: new Set(holidays) }
  const lines = await listRemainingLines(tx, batch)
  const days = lines.map((line) => dayOf(line, calendar)).toSorted()
  const facts = batchContext({
    ...batch,
    account: await getBatchAccount(tx, batch.account_id),
    days,
    label: `${batch.file_name} · ${batch.reference}`,
  })
  return { batch, lines, calendar, days, facts }
}

/** Signs a locked and confirmed batch; the last signature validates it. */
export async function signBatch(tx: Tx, caller: Signer, { batch, lines, calendar }: Signable): Promise<void> {
  const { account_id, user_id } = caller
  const { amount, currency, line_count, version } = batch
  const { now } = calendar
  // The account's lock comes first: simultaneous signatures must not see the same use of a limit.
  await lockBalances(tx, [account_id])
  await refuseOverLimit(lines, currency, (iban) => findSigningUses(tx, { account_id, user_id, iban }, now))
  const group = await groupFor(tx, batch, user_id)
  if (!(await insertBatchSignature(tx, batch, { user_id, group }, now))) throw new Refusal('already_signed')
  await recordBatch(tx, caller, {
    at: now,
    action: 'batch.accept',
    subject_id: batch.id,
    facts: { version, amount, lines: line_count },
  })
  if ((await countBatchSignatures(tx, batch)) >= batch.signatures_needed)
    await validateBatch(tx, batch, { by: user_id, ...calendar })
}

/** Signs a batch. The last signature validates it, and its transfers run as soon as their dates and networks allow. */
export function acceptBatch(
  { db, clock }: Ports,
  { caller, confirmation, id, version }: RequestContext & { caller: AccountCaller; confirmation: Confirmation },
): Promise<Batch> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const locked = await lockBatchToSign(tx, { caller, id, version }, now)
    const context = { caller, account_id: caller.account_id, confirmation, details: [id, version] }
    await requireConfirmation(tx, context, { kind: 'batch.accept', facts: locked.facts }, now)
    await signBatch(tx, caller, locked)
    return visibleBatch(tx, caller, id, now)
  })
}

/** Refuses a batch, which ends it, or some of its lines: their hold is released, and the new total waits for the signatures. */
export function rejectBatch(
  { db, clock }: Ports,
  {
    reason,
    lines,
    ...context
  }: RequestContext & { caller: AccountCaller; reason: string; lines: readonly string[] | null },
): Promise<Batch> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { caller } = context
    const batch = await lockToDecide(tx, context)
    await lockBalances(tx, [batch.account_id])
    await release(tx, batch.account_id, batchHoldCause(batch), now)
    if (lines === null) {
      await markBatchRefused(tx, batch, { reason })
      await notifyBatchAuthor(tx, { ...batch, cause: 'refused', reason }, now)
      await recordBatch(tx, caller, {
        at: now,
        action: 'batch.reject',
        subject_id: batch.id,
        facts: { version: batch.version, reason },
      })
      return visibleBatch(tx, caller, batch.id, now)
    }
    if (batch.is_confidential && !seesConfidential(caller)) throw new Refusal('lines_confidential')
    const taken = await refuseLines(tx, batch, { lines, reason })
    if (taken !== new Set(lines).size) throw new Refusal('stale_version')
    if (taken >= batch.line_count) throw new Refusal('last_line')
    const after = await lockBatch(tx, batch.account_id, batch.id)
    if (!after) throw new Error('a batch has vanished under its lock')
    await holdForBatch(tx, after, await listRemainingLines(tx, after), now)
    await recordBatch(tx, caller, {
      at: now,
      action: 'batch.refuse_lines',
      subject_id: batch.id,
      facts: { lines, reason },
    })
    return visibleBatch(tx, caller, batch.id, now)
  })
}

const AT_ONCE = 20
const DAY_MS = 86_400_000

/** Expires batches without signatures: their holds are released. Answers how many. */
export function expireBatches({ db, clock }: Ports): Promise<number> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const today = now.toISOString().slice(0, 10)
    const { tariff } = await findSigningRules(tx, today)
    const expired = await lockExpiredBatches(
      tx,
      new Date(now.getTime() - tariff.pending_order_days * DAY_MS),
      today,
      AT_ONCE,
    )
    for (const batch of expired) {
      await release(tx, batch.account_id, batchHoldCause(batch), now)
      await markBatchRefused(tx, batch, { reason_code: 'expired' })
      await notifyBatchAuthor(tx, { ...batch, cause: 'expired', reason: null }, now)
    }
    await recordEvents(
      tx,
      expired.map(({ account_id, id }) => ({
        at: now,
        ...byBank,
        account_id,
        action: 'batch.lapse' as const,
        subject_id: id,
        facts: {},
      })),
    )
    return expired.length
  })
}
