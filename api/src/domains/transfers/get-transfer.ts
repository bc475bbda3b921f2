import type { TransferDetail } from 'contract/transfers/transfers.ts'
import { dueDatesFrom } from 'contract/values/calendar.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { listDocuments } from './transfer-document-store.ts'
import type { Reader } from './transfer-search.ts'
import { creditValueDate, holidaysOnBothSides } from './transfer-charges-rules.ts'
import { listUnionHolidaysFrom } from '../bank/holiday-store.ts'
import { findInstantPayment } from '../instant-payments/platform/instant-payment-store.ts'
import { findTransfer, listHistory } from './transfer-store.ts'

const VISIBLE_DATES = 6

export const readerOf = ({
  user_id,
  capabilities,
  account_id,
  is_active,
}: AccountCaller): Reader & { account_id: string } => ({
  user_id,
  capabilities,
  account_id,
  is_active,
})

/** One order with its history and, of an active series, its next dates. */
export async function getTransfer(
  { db, clock }: { db: Db; clock: Clock },
  caller: AccountCaller,
  id: string,
): Promise<TransferDetail> {
  const today = businessDate(clock)
  const found = await findTransfer(db, readerOf(caller), id, today)
  if (!found) throw new Refusal('not_found')
  const { next_occurrence, ...transfer } = found
  const { periodicity, start_date, end_date, execution_date, execution_status, network, status, suspended } = transfer
  const [history, documents, days, instant] = await Promise.all([
    listHistory(db, caller.account_id, id),
    listDocuments(db, { account_id: caller.account_id, id }),
    listUnionHolidaysFrom(db, execution_date < today ? execution_date : today),
    findInstantPayment(db, caller.account_id, id),
  ])
  const { iban } = transfer.beneficiary
  const holidays = new Set(days)
  const closed = holidaysOnBothSides(iban, holidays)
  // The next date of a paused or suspended series is unknown.
  const continues = execution_status === 'scheduled' && suspended === null
  const dates =
    periodicity && start_date && next_occurrence !== null && continues
      ? dueDatesFrom({ periodicity, start_date, end_date }, next_occurrence, VISIBLE_DATES, closed)
      : []
  const isToArrive = status === 'scheduled' || status === 'in_progress'
  return {
    ...transfer,
    history,
    documents,
    // The next one as it is planned: a date that has moved stays when its holiday is removed.
    next_dates: dates.map(({ nominal, due }, index) => ({ nominal, due: index === 0 ? execution_date : due })),
    arrival_date: isToArrive ? creditValueDate({ network, iban }, execution_date, holidays) : null,
    instant,
  }
}
