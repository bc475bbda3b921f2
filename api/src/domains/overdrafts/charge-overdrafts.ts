// Charges interest on debit balances: each account once a quarter, on the first business day after it, in one balanced posting.
import { addDays, addMonths, businessDayFrom, isBusinessDay } from 'contract/values/calendar.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db, Sql } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { findInternalAccounts, lockBalances, type NewPosting, post } from '../../ledger/ledger-store.ts'
import { bankAccounts, postingOfParts } from '../../ledger/posting-parts.ts'
import { byBank, recordEvents } from '../audit/audit-store.ts'
import { listHolidaysFrom } from '../bank/holiday-store.ts'
import type { OverdraftCharge } from './overdraft-columns.ts'
import { lastDayOf, quarterBefore, quarterOf, type Scale, scaleOf } from 'contract/values/overdraft-scale.ts'
import * as store from './overdraft-store.ts'

type Ports = { db: Db; clock: Clock }

const ACCOUNTS_A_STEP = 200
const AT_ONCE = 200
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
const CHARGED_AT = 'T06:00:00Z'

/** The scale of a charge: it follows from the entries that were considered and from the stored rates. */
export async function readScale(
  db: Sql,
  {
    account_id,
    first_day,
    last_seq,
    ...terms
  }: Omit<OverdraftCharge, 'interest' | 'tax' | 'made_at' | 'run_at' | 'posting_id'>,
): Promise<Scale> {
  const opening = await store.getValueBalance(db, account_id, addDays(first_day, -1), last_seq)
  const within = { from: first_day, to: lastDayOf(first_day), last_seq }
  return scaleOf(first_day, opening, await store.listValueMovements(db, account_id, within), terms)
}

/** Computes the charge of each account for a quarter; answers how many owe something. */
async function planQuarter({ db, clock }: Ports, first_day: string): Promise<number> {
  const now = clock.now()
  const rates = await store.getRates(db)
  let planned = 0
  for (let after = BEFORE_ALL; ;) {
    const accounts = await store.listUncharged(db, after, first_day, ACCOUNTS_A_STEP)
    for (const { id: account_id, authorised } of accounts) {
      const facts = { account_id, first_day, last_seq: await store.getLastSeq(db, account_id), authorised, ...rates }
      const { interest, tax } = await readScale(db, facts)
      const run_at = new Date(`${now.toISOString().slice(0, 10)}${CHARGED_AT}`)
      const charge = { ...facts, interest, tax, made_at: now, run_at, posting_id: null }
      if (interest > 0 && (await store.insertCharge(db, charge))) planned += 1
    }
    const last = accounts.at(-1)
    if (!last) break
    after = last.id
  }
  await store.markQuarterDone(db, first_day, now)
  return planned
}

/** Computes the charges of the quarters that have ended, also of those that a worker which stood still has missed; answers how many there are. */
export async function planOverdraftCharges(ports: Ports): Promise<number> {
  const { db, clock } = ports
  const today = clock.now().toISOString().slice(0, 10)
  let planned = 0
  // Nearly always there is none, and one query finds out.
  for (const first_day of await store.listUnchargedQuarters(db, quarterBefore(quarterOf(today)))) {
    const next = addMonths(first_day, 3)
    if (today >= businessDayFrom(next, await listHolidaysFrom(db, next))) planned += await planQuarter(ports, first_day)
  }
  return planned
}

/** "T3 2026": the quarter that was charged. */
const quarterName = (firstDay: string) => `T${(Number(firstDay.slice(5, 7)) + 2) / 3} ${firstDay.slice(0, 4)}`

function postingOf(charge: store.DueCharge, day: string, at: Date, internal: ReadonlyMap<string, string>): NewPosting {
  const { account_id, first_day, interest, tax, tax_rate, currency } = charge
  const bank = bankAccounts(internal, currency)
  const label = `AGIOS ${quarterName(first_day)}`
  return postingOfParts({ key: `agios:${account_id}:${first_day}`, kind: 'interest', day, at }, [
    {
      account_id,
      amount: -(interest + tax),
      type: 'interest',
      label,
      ...(tax > 0 && { tax: { rate: tax_rate / 100, amount: tax } }),
    },
    { account_id: bank('interest'), amount: interest, type: 'interest', label },
    { account_id: bank('taf'), amount: tax, type: 'tax', label },
  ])
}

/** Debits up to two hundred due charges in one transaction; answers how many. Without enough money it is tried on the next business day. */
export function debitOverdraftCharges({ db, clock }: Ports): Promise<number> {
  return transaction(db, async (tx) => {
    const at = clock.now()
    const day = at.toISOString().slice(0, 10)
    const due = await store.lockDueCharges(tx, at, AT_ONCE)
    if (due.length === 0) return 0
    const holidays = await listHolidaysFrom(tx, day)
    const again = new Date(`${businessDayFrom(addDays(day, 1), holidays)}${CHARGED_AT}`)
    const isOpen = isBusinessDay(day, holidays)
    const internal = await findInternalAccounts(tx)
    if (isOpen) await lockBalances(tx, [...new Set(due.map(({ account_id }) => account_id))])
    for (const charge of due) {
      const posting = postingOf(charge, day, at, internal)
      const [outcome] = isOpen ? await post(tx, [posting]) : []
      // The charge and the posting change together: a used key belongs to a charge that is not due.
      if (outcome === 'repeated') throw new Error(`${posting.posting_key} has moved its money already`)
      if (outcome !== 'posted') {
        await store.postponeCharge(tx, charge, again)
        continue
      }
      await store.markCharged(tx, charge, posting.id)
      const { account_id, first_day, interest, tax } = charge
      await recordEvents(tx, [
        {
          at,
          ...byBank,
          account_id,
          action: 'account.agios',
          subject_id: account_id,
          facts: { first_day, interest, tax },
        },
      ])
    }
    return due.length
  })
}
