// Collects due instalments: each once, in one balanced posting, and again while funds are insufficient.
import { businessDayFrom, isBusinessDay } from 'contract/values/calendar.ts'
import { type AuditEvent, byBank, recordEvents } from '../audit/audit-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { writeToReaders } from '../notifications/mail-to-readers.ts'
import { transaction } from '../../db/transaction.ts'
import { findInternalAccounts, lockBalances, type NewPosting, post } from '../../ledger/ledger-store.ts'
import { bankAccounts, postingOfParts } from '../../ledger/posting-parts.ts'
import type { Clock } from '../../adapters/clock.ts'
import { listHolidaysFrom } from '../bank/holiday-store.ts'
import { type DueLine, lockDueLines, markPaid, markTried, postpone } from './credit-store.ts'
import { firstTry, lateInterest, nextTry } from './instalment-rules.ts'
import { unpaidMail } from './unpaid-mail.ts'

const AT_ONCE = 200

type Late = { interest: number; tax: number }
type Taking = { at: Date; day: string; internal: ReadonlyMap<string, string> }

/** The debit of the account and the accounts that receive each part. */
export function postingOfLine(line: DueLine, late: Late, { at, day, internal }: Taking): NewPosting {
  const bank = bankAccounts(internal, line.currency)
  const label = `ECHEANCE PRET ${line.number}`
  const lateLabel = `INTERETS DE RETARD PRET ${line.number}`
  const owed = late.interest + late.tax
  return postingOfParts({ key: `credit:${line.credit_id}:${line.place}`, kind: 'loan', day, at }, [
    { account_id: line.account_id, amount: -line.instalment, type: 'loan', label },
    { account_id: bank('loans'), amount: line.principal, type: 'loan', label },
    { account_id: bank('interest'), amount: line.interest, type: 'interest', label },
    { account_id: bank('taf'), amount: line.taxes, type: 'tax', label },
    { account_id: bank('fees'), amount: line.fees, type: 'fee', label },
    {
      account_id: line.account_id,
      amount: -owed,
      type: 'interest',
      label: lateLabel,
      ...(late.tax > 0 && { tax: { rate: line.tax_rate, amount: late.tax } }),
    },
    { account_id: bank('interest'), amount: late.interest, type: 'interest', label: lateLabel },
    { account_id: bank('taf'), amount: late.tax, type: 'tax', label: lateLabel },
  ])
}

const eventOf = (
  { account_id, credit_id, place }: DueLine,
  at: Date,
  action: 'credit.pay' | 'credit.unpaid',
  facts: object,
): AuditEvent => ({
  at,
  ...byBank,
  account_id,
  action,
  subject_id: credit_id,
  facts: { place, ...facts },
})

async function notifyUnpaid(tx: Tx, line: DueLine, portalUrl: string, now: Date): Promise<void> {
  const url = new URL(`credits/${line.credit_id}`, portalUrl).href
  const readers = { account_id: line.account_id, right: 'credits', kind: 'instalment_unpaid' } as const
  await writeToReaders(tx, readers, now, (reader, bank) => unpaidMail(reader, bank, line, url))
}

/** Collects up to two hundred due lines in one transaction; answers how many. Each succeeds or fails on its own. */
export function runInstalments({ db, clock, portalUrl }: { db: Db; clock: Clock; portalUrl: string }): Promise<number> {
  return transaction(db, async (tx) => {
    const at = clock.now()
    const day = at.toISOString().slice(0, 10)
    const taken = await lockDueLines(tx, at, AT_ONCE)
    if (taken.length === 0) return 0
    const oldest = taken.reduce((first, { due_date }) => (due_date < first ? due_date : first), day)
    const holidays = await listHolidaysFrom(tx, oldest)
    if (!isBusinessDay(day, holidays)) {
      // A holiday was announced after the line was planned.
      for (const line of taken) await postpone(tx, line, firstTry(businessDayFrom(day, holidays), holidays))
      return taken.length
    }
    const internal = await findInternalAccounts(tx)
    await lockBalances(tx, [...new Set(taken.map(({ account_id }) => account_id))])
    const events: AuditEvent[] = []
    for (const line of taken) {
      const late = lateInterest(line, line, day, holidays)
      const posting = postingOfLine(line, late, { at, day, internal })
      const isNothing = posting.entries.length === 0
      const [outcome] = line.account_status === 'closed' || isNothing ? [] : await post(tx, [posting])
      // The line and the posting change together: a used key belongs to a line that is not due.
      if (outcome === 'repeated')
        throw new Error(`line ${line.place} of credit ${line.credit_id} has moved its money already`)
      if (outcome === 'posted' || isNothing) {
        await markPaid(tx, line, {
          day,
          late_interest: late.interest + late.tax,
          posting_id: isNothing ? null : posting.id,
        })
        events.push(eventOf(line, at, 'credit.pay', { amount: line.instalment, late: late.interest + late.tax }))
        continue
      }
      const again = nextTry(at, line.tries, holidays)
      await markTried(tx, line, again)
      // Sent once: when the due date ends without payment.
      if (line.tries === 1) {
        await notifyUnpaid(tx, line, portalUrl, at)
        events.push(eventOf(line, at, 'credit.unpaid', { amount: line.instalment }))
      }
    }
    await recordEvents(tx, events)
    return taken.length
  })
}
