// Refuses an announced direct debit, or claims the refund of an executed one, for the debtor.
import type { Debit, DisputeReason } from 'contract/products/debits.ts'
import type { AccountCaller } from '../../caller.ts'
import { byCaller, recordEvent } from '../audit/audit-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { runIdempotent } from '../../db/idempotency.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { disputeOf, refusedUntil } from './debit-rules.ts'
import { getRefundDays, lockDebit, type LockedDebit, markClaimed, markUnpaid } from './debit-store.ts'
import { describeDebit, holidaysAround, readCreditorNames, readDebitCalendar } from './describe-debit.ts'
import { refundCollection } from './refund-collection.ts'

type Ports = { db: Db; clock: Clock }
type About = { caller: AccountCaller; id: string }

async function lockOwn(tx: Tx, { caller, id }: About): Promise<LockedDebit> {
  const debit = await lockDebit(tx, caller.account_id, id)
  if (!debit) throw new Refusal('not_found')
  return debit
}

async function readBack(tx: Tx, about: About, now: Date): Promise<Debit> {
  const debit = await lockOwn(tx, about)
  const identify = await readCreditorNames(tx, about.caller.account_id)
  return describeDebit(debit, identify, { ...(await readDebitCalendar(tx, debit.due_date)), now })
}

/** Refuses a collection to come. It needs no re-authentication, because it moves no money. */
export function rejectDebit({ db, clock }: Ports, about: About): Promise<Debit> {
  const { account_id } = about.caller
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { id, due_date, status, amount, creditor_id } = await lockOwn(tx, about)
    if (status !== 'announced') throw new Refusal('debit_not_announced')
    if (now >= refusedUntil(due_date, await holidaysAround(tx, due_date))) throw new Refusal('refusal_too_late')
    await markUnpaid(tx, { account_id, id }, { status: 'refused', reason: 'MS02', day: now.toISOString().slice(0, 10) })
    const facts = { amount, creditor_id }
    await recordEvent(tx, {
      at: now,
      ...byCaller(about.caller),
      action: 'debit.refuse',
      subject_id: id,
      facts,
    })
    return readBack(tx, about, now)
  })
}

type Disputing = About & {
  confirmation: Confirmation
  reason: DisputeReason
  once: { key: string; request_hash: string }
}

/** Within the refund period the money comes back at once; later, the bank examines the claim of an unauthorised collection. */
export function disputeDebit(
  { db, clock }: Ports,
  { confirmation, reason, once, ...about }: Disputing,
): Promise<Debit> {
  const { caller, id } = about
  const { user_id, account_id } = caller
  return transaction(db, (tx) => {
    const now = clock.now()
    return runIdempotent(tx, { user_id, ...once }, now, async () => {
      const debit = await lockOwn(tx, about)
      const { status, settled_on, scheme, amount, currency, creditor_name, umr } = debit
      if (status === 'refunded') throw new Refusal('debit_disputed')
      if (status !== 'executed' || settled_on === null) throw new Refusal('debit_not_executed')
      const today = now.toISOString().slice(0, 10)
      const outcome = disputeOf(reason, { scheme, taken_on: settled_on }, today, await getRefundDays(tx))
      if (outcome === 'too_late') throw new Refusal('dispute_too_late')
      if (outcome === 'between_companies') throw new Refusal('no_refund_between_companies')
      if (debit.claimed_at !== null) throw new Refusal('debit_disputed')
      const facts = [
        { name: 'creditor' as const, text: creditor_name },
        { name: 'umr' as const, text: umr },
        { name: 'amount' as const, amount, currency },
      ]
      const kind = outcome === 'refund' ? 'debit.refund' : 'debit.claim'
      await requireConfirmation(tx, { caller, account_id, confirmation, details: [id, reason] }, { kind, facts }, now)
      if (outcome === 'refund') {
        await refundCollection(tx, account_id, debit, { reason: reason === 'refund' ? 'MD06' : 'MD01', now })
      } else await markClaimed(tx, account_id, id, now)
      await recordEvent(tx, {
        at: now,
        ...byCaller(caller),
        action: kind,
        subject_id: id,
        facts: { amount, reason },
      })
      return readBack(tx, about, now)
    })
  })
}
