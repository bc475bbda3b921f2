import type { Operation } from 'contract/accounts/operations.ts'
import type { Dashboard } from 'contract/dashboard.ts'
import type { Right } from 'contract/rights.ts'
import { addDays } from 'contract/values/calendar.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { businessDate, type Clock, unixSeconds } from '../../adapters/clock.ts'
import { getAdvisorOf } from '../accounts/advisor-store.ts'
import { readKnownNames } from '../counterparties/known-names.ts'
import { identifyOperations } from '../operations/identify-operations.ts'
import { listBookedOperations, listDailyBalances } from '../operations/operation-store.ts'
import { listItemsToSign } from '../approvals/examine-item.ts'
import { maySignSomewhere } from '../approvals/to-sign-store.ts'
import { findInbox, findSentForSignature, getBalance } from './dashboard-store.ts'

const LINES = 5
const MOVEMENTS = 8
const DAYS = 30

/** The last booked operations, in and out together. */
async function lastMovements(db: Db, accountId: string): Promise<Operation[]> {
  const [{ items }, names] = await Promise.all([
    listBookedOperations(db, accountId, { page: 1, per_page: MOVEMENTS }),
    readKnownNames(db, [accountId]),
  ])
  return identifyOperations(db, items, accountId, names)
}

/** The items that the reader can sign on any account, as in the signature inbox. */
async function toSign(ports: { db: Db; clock: Clock }, { user_id }: AccountCaller) {
  if (!(await maySignSomewhere(ports.db, user_id))) return null
  const { items, total } = await listItemsToSign(ports, user_id, { page: 1, per_page: LINES })
  return { count: total, items }
}

/** The content of the first screen in one answer: a block is null where the caller lacks its right. */
export async function describeDashboard(
  { db, clock }: { db: Db; clock: Clock },
  caller: AccountCaller,
): Promise<Dashboard> {
  const { account_id, currency, rights } = caller
  const may = <T>(right: Right, block: () => Promise<T>) => (rights.includes(right) ? block() : null)
  const today = businessDate(clock)
  const [{ balance, available }, history, movements, to_sign, sent_for_signature, inbox, manager] = await Promise.all([
    getBalance(db, account_id),
    listDailyBalances(db, account_id, addDays(today, -DAYS), today),
    may('operations', () => lastMovements(db, account_id)),
    toSign({ db, clock }, caller),
    may('transfers', () => findSentForSignature(db, account_id, caller.user_id)),
    may('inbox', () => findInbox(db, account_id, 3)),
    getAdvisorOf(db, account_id, caller.lang),
  ])
  return {
    balance,
    available,
    currency,
    as_of: unixSeconds(clock.now()),
    change_30_days: balance - (history[0]?.balance ?? balance),
    history,
    movements,
    to_sign,
    sent_for_signature,
    inbox,
    advisor: { name: manager.name, branch_name: manager.branch_name, phone: manager.phone },
  }
}
