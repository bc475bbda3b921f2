// Executes or rejects due collections, each once, in the transaction that records it.
import { businessDayFrom, isBusinessDay } from 'contract/values/calendar.ts'
import { type AuditEvent, recordEvents } from '../audit/audit-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { writeToReaders } from '../notifications/mail-to-readers.ts'
import { transaction } from '../../db/transaction.ts'
import { findInternalAccounts, lockBalances, type NewPosting, post } from '../../ledger/ledger-store.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { obstacleTo, type Reason, collectionTimeOf } from './debit-rules.ts'
import { listHolidaysFrom } from '../bank/holiday-store.ts'
import { type DueCollection, lockDueCollections, markUnpaid, markPaid, postponeCollection } from './debit-store.ts'
import { lockMandatesNamed, type MandateName, markUsed } from './mandate-store.ts'
import { rejectedMail } from './rejected-mail.ts'

const AT_ONCE = 200

const nameOf = ({ account_id, creditor_id, umr }: MandateName) => `${account_id} ${creditor_id} ${umr}`

function postingOf(collection: DueCollection, clearing: string, at: Date): NewPosting {
  const day = at.toISOString().slice(0, 10)
  const { account_id, amount, label, creditor_name, reference } = collection
  const commonFields = {
    value_date: day,
    type: 'direct_debit' as const,
    label,
    counterparty: creditor_name,
    reference,
    vat_rate: null,
    vat_amount: null,
  }
  return {
    id: newId(),
    posting_key: `debit:${collection.id}`,
    kind: 'direct_debit',
    booking_date: day,
    posted_at: at.toISOString(),
    reverses: null,
    entries: [
      { ...commonFields, id: newId(), account_id, amount: -amount },
      { ...commonFields, id: newId(), account_id: clearing, amount },
    ],
  }
}

async function notifyRejected(
  tx: Tx,
  collection: DueCollection,
  reason: Reason,
  portalUrl: string,
  now: Date,
): Promise<void> {
  const url = new URL('debits?tab=history', portalUrl).href
  const readers = { account_id: collection.account_id, right: 'debits', kind: 'debit_rejected' } as const
  await writeToReaders(tx, readers, now, (reader, bank) => rejectedMail(reader, bank, { ...collection, reason }, url))
}

const factsOf = (one: DueCollection, mandate: Awaited<ReturnType<typeof lockMandatesNamed>>[number] | undefined) => ({
  ...one,
  account: {
    status: one.account_status,
    kind: one.account_kind,
    currency: one.account_currency,
    is_company: one.is_company,
  },
  mandate: mandate ?? null,
})

/** Settles up to two hundred due collections in one transaction; answers how many. Each succeeds or fails on its own. */
export function runCollections({ db, clock, portalUrl }: { db: Db; clock: Clock; portalUrl: string }): Promise<number> {
  return transaction(db, async (tx) => {
    const at = clock.now()
    const day = at.toISOString().slice(0, 10)
    const due = await lockDueCollections(tx, at, AT_ONCE)
    if (due.length === 0) return 0
    const holidays = await listHolidaysFrom(tx, day)
    if (!isBusinessDay(day, holidays)) {
      // A holiday was announced after the collection.
      for (const { account_id, id } of due)
        await postponeCollection(tx, account_id, id, collectionTimeOf(businessDayFrom(day, holidays), holidays))
      return due.length
    }
    const mandates = new Map((await lockMandatesNamed(tx, due)).map((mandate) => [nameOf(mandate), mandate]))
    const internal = await findInternalAccounts(tx)
    await lockBalances(tx, [...new Set(due.map(({ account_id }) => account_id))])
    const events: AuditEvent[] = []
    const record = (one: DueCollection, action: 'debit.execute' | 'debit.reject', facts: object) =>
      events.push({
        at,
        user_id: null,
        session_id: null,
        account_id: one.account_id,
        address: null,
        action,
        subject_id: one.id,
        facts: { amount: one.amount, creditor_id: one.creditor_id, ...facts },
      })
    for (const one of due) {
      const mandate = mandates.get(nameOf(one))
      let reason = obstacleTo(factsOf(one, mandate), day)
      if (reason === null) {
        const clearing = internal.get(`clearing:${one.currency}`)
        if (!clearing) throw new Error(`the bank has no account clearing:${one.currency}`)
        const posting = postingOf(one, clearing, at)
        const [outcome] = await post(tx, [posting])
        // The collection and its posting change together: a used key belongs to a collection that is not due.
        if (outcome === 'repeated') throw new Error(`the collection ${one.id} has moved its money already`)
        if (outcome === 'posted' && mandate) {
          await markPaid(tx, one, { posting_id: posting.id, day })
          const isLast = one.sequence === 'final' || one.sequence === 'one_off'
          await markUsed(tx, mandate.id, { day, isLast })
          if (isLast) mandate.status = 'expired'
          mandate.last_used_on = day
          record(one, 'debit.execute', {})
          continue
        }
        reason = 'AM04'
      }
      await markUnpaid(tx, one, { status: 'rejected', reason, day })
      await notifyRejected(tx, one, reason, portalUrl, at)
      record(one, 'debit.reject', { reason })
    }
    await recordEvents(tx, events)
    return due.length
  })
}
