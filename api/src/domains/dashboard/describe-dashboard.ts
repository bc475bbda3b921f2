import type { Dashboard } from 'contract/dashboard.ts'
import type { Right } from 'contract/rights.ts'
import { addDays } from 'contract/values/calendar.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { businessDate, type Clock, unixSeconds } from '../../outside/clock.ts'
import { listDailyBalances, listLastOperations } from '../operations/operation-store.ts'
import { readerOf } from '../transfers/get-transfer.ts'
import { listTransfersOf } from '../transfers/transfer-store.ts'
import { countWaitingPayments, findInbox, getBalance } from './dashboard-store.ts'

const LINES = 5
const DAYS = 30

async function transferBlock(db: Db, caller: AccountCaller, validation_status: 'pending' | 'validated') {
  const search = { type: null, validation_status, execution_status: 'scheduled' as const, from: null, to: null, search: null }
  const { items, total, sum } = await listTransfersOf(db, readerOf(caller), search, { page: 1, per_page: LINES })
  return { count: total, total: sum, items }
}

/** What the first screen shows, in one answer: a block is null where the caller lacks its right. */
export async function describeDashboard({ db, clock }: { db: Db; clock: Clock }, caller: AccountCaller): Promise<Dashboard> {
  const { account_id, currency, rights } = caller
  const may = <T>(right: Right, block: () => Promise<T>) => (rights.includes(right) ? block() : null)
  const today = businessDate(clock)
  const [
    { balance, available },
    history,
    last_credits,
    last_debits,
    pending_transfers,
    transfers_to_validate,
    payments_to_validate,
    inbox,
  ] = await Promise.all([
    getBalance(db, account_id),
    listDailyBalances(db, account_id, addDays(today, -DAYS), today),
    may('operations', () => listLastOperations(db, account_id, 'credits', LINES)),
    may('operations', () => listLastOperations(db, account_id, 'debits', LINES)),
    may('transfers', () => transferBlock(db, caller, 'validated')),
    may('transfers', () => transferBlock(db, caller, 'pending')),
    may('payment-methods', () => countWaitingPayments(db, account_id)),
    may('inbox', () => findInbox(db, account_id, 3)),
  ])
  return {
    balance,
    available,
    currency,
    as_of: unixSeconds(clock.now()),
    change_30_days: balance - (history[0]?.balance ?? balance),
    history,
    last_credits,
    last_debits,
    pending_transfers,
    transfers_to_validate,
    payments_to_validate,
    inbox,
  }
}
