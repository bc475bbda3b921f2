import { FORECAST_DAYS, type Outlook, OUTLOOK_MONTHS, type OutlookBlock, SPENDING_DAYS } from 'contract/dashboard.ts'
import type { Right } from 'contract/rights.ts'
import { addDays, addMonths } from 'contract/values/calendar.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../adapters/clock.ts'
import { readKnownNames, readOwnAccounts } from '../counterparties/known-names.ts'
import { isInCapitals } from '../counterparties/proper-names.ts'
import type { Movement } from '../counterparties/wording-rules.ts'
import { identityOfBatch } from '../batches/batch-identity.ts'
import { dayOf } from '../batches/batch-rules.ts'
import { topupCharges } from '../cards/topup-rules.ts'
import { findTopupRules } from '../cards/topup-store.ts'
import { listHolidaysFrom } from '../bank/holiday-store.ts'
import type { SigningRules } from '../transfers/sign-transfer.ts'
import { holidaysOnBothSides } from '../transfers/transfer-charges-rules.ts'
import { findSigningRules } from '../transfers/transfer-store.ts'
import {
  getTotal,
  listAnnounced,
  listContractual,
  listMonths,
  listScheduled,
  listSpending,
  listTopups,
  listTreasury,
  listWaitingBatches,
  listWaitingChequebooks,
  type TreasuryAccount,
  type WaitingLines,
} from './dashboard-store.ts'
import { type Log, readBlocks } from './blocks.ts'
import { findArchivedDay } from '../overdrafts/overdraft-store.ts'
import { listChequesInCollection } from '../operations/cheque-collection-store.ts'
import { type Announced, forecastOf, type Scheduled } from './forecast-rules.ts'

const DAY_MS = 86_400_000

/** The cost of scheduled top-ups: recurring ones are calculated with today's tariff. */
async function topups(db: Db, accountIds: readonly string[], today: string): Promise<Scheduled[]> {
  if (accountIds.length === 0) return []
  const [waiting, { tariff }] = await Promise.all([listTopups(db, accountIds), findTopupRules(db, today)])
  return waiting.map((topup) => {
    if (!topup.series) return topup
    const { fees, tax } = topupCharges(topup.amount, tariff)
    return { ...topup, amount: topup.amount + fees + tax }
  })
}

/** The orders of batches by their days: what waits for a signature is given the day on which it can leave. */
function ordersOf(parts: readonly WaitingLines[], rules: SigningRules): Announced[] {
  const dated = parts.map(({ is_pending, network, iban, ...lines }) => ({
    ...lines,
    expected_on: is_pending ? dayOf({ execution_date: lines.expected_on, network, iban }, rules) : lines.expected_on,
  }))
  return [...Map.groupBy(dated, ({ batch_id, expected_on }) => `${batch_id} ${expected_on}`).values()].flatMap(
    (same) => {
      const [first] = same
      if (!first) return []
      const { batch_id: _batch, ...order } = first
      const amount = same.reduce((sum, lines) => sum + lines.amount, 0)
      const line_count = same.reduce((sum, lines) => sum + lines.line_count, 0)
      return amount === 0 ? [] : [{ ...order, amount, line_count }]
    },
  )
}

/** The forecast of several accounts as one: of each account only the movements that the reader may see there. */
async function forecast(
  db: Db,
  accounts: readonly Pick<TreasuryAccount, 'account_id' | 'rights'>[],
  { now, days }: { now: Date; days: number },
): Promise<ReturnType<typeof forecastOf>> {
  const today = now.toISOString().slice(0, 10)
  const until = addDays(today, days)
  const all = accounts.map(({ account_id }) => account_id)
  const having = (right: Right) =>
    accounts.flatMap(({ account_id, rights }) => (rights.includes(right) ? [account_id] : []))
  const [
    { balance, overdraft },
    transfers,
    loads,
    chequebooks,
    batches,
    announced,
    contractual,
    holidays,
    cheques,
    signing,
  ] = await Promise.all([
    getTotal(db, all),
    listScheduled(db, { accountIds: having('transfers'), treasury: all }, until),
    topups(db, having('payment-methods'), today),
    listWaitingChequebooks(db, having('payment-methods')),
    listWaitingBatches(db, { accountIds: having('transfers'), treasury: all }, until),
    listAnnounced(db, all),
    listContractual(db, { credits: having('credits'), deposits: having('dat') }, until),
    listHolidaysFrom(db, today),
    listChequesInCollection(db, all),
    findSigningRules(db, today),
  ])
  const rules = { now, tariff: signing.tariff, holidays: new Set(signing.holidays) }
  const orders = transfers.map(({ is_pending, network, beneficiary_iban, ...order }) => ({
    ...order,
    ...(order.series && { closed: holidaysOnBothSides(beneficiary_iban, rules.holidays) }),
    earliest: is_pending ? dayOf({ execution_date: null, network, iban: beneficiary_iban }, rules) : today,
  }))
  // The booked balance contains cheques that may come back unpaid: they count from the day on which they are available.
  const collected = cheques.map(({ account_id, label, amount, value_date }) => ({
    account_id,
    name: label,
    label,
    amount,
    expected_on: value_date,
  }))
  return forecastOf(
    {
      balance: collected.reduce((left, { amount }) => left - amount, balance),
      overdraft,
      scheduled: [...orders, ...loads],
      announced: [...ordersOf(batches, rules), ...announced, ...contractual, ...chequebooks, ...collected],
    },
    { today, days, holidays },
  )
}

/** Whom a forecast movement goes to or comes from. A name in capitals is a wording of the bank: an instalment, a top-up. */
function movementOf({ transfer_id, name, label, amount }: ReturnType<typeof forecastOf>['causes'][number]): Movement {
  if (transfer_id !== null) return { type: amount < 0 ? 'transfer_out' : 'transfer_in', label, counterparty: name }
  const type = amount > 0 ? 'transfer_in' : 'other'
  if (isInCapitals(name)) return { type, label: name, counterparty: null }
  return { type, label: label || name, counterparty: name === label ? null : name }
}

/** The forecast with whom each movement goes to or comes from, and the account that it moves where it is another one. */
async function identifiedForecast(db: Db, caller: AccountCaller, now: Date): Promise<Outlook['forecast']> {
  const accounts = await listTreasury(db, caller)
  const [{ days, causes }, names] = await Promise.all([
    forecast(db, accounts, { now, days: FORECAST_DAYS }),
    readKnownNames(
      db,
      accounts.map(({ account_id }) => account_id),
    ),
  ])
  const movements = causes.map((cause) => ({ cause, movement: movementOf(cause) }))
  const own = await readOwnAccounts(
    db,
    movements.flatMap(({ cause: { account_id, transfer_id }, movement: { type } }) =>
      transfer_id === null ? [] : [{ account_id, id: transfer_id, type, transfer_id, booked_on: null }],
    ),
    names,
  )
  const numbers = new Map(accounts.map(({ account_id, number }) => [account_id, number]))
  return {
    days,
    causes: movements.map(({ cause: { account_id, transfer_id, line_count, ...cause }, movement }) => {
      const isHere = account_id === caller.account_id
      return {
        ...cause,
        // An order opens from its own account.
        transfer_id: isHere ? transfer_id : null,
        account_number: isHere ? null : (numbers.get(account_id) ?? null),
        identity:
          line_count === undefined
            ? names.identify(account_id, { ...movement, own_account: own.get(transfer_id ?? '') ?? null })
            : identityOfBatch({ file_name: cause.name, line_count }),
      }
    }),
  }
}

/** Past and forecast movements: a part is null where the caller lacks its right, and where it fails. */
export async function describeOutlook(
  { db, clock }: { db: Db; clock: Clock },
  caller: AccountCaller,
  log: Log,
): Promise<Outlook> {
  const { account_id, currency, rights } = caller
  const now = clock.now()
  const today = now.toISOString().slice(0, 10)
  const { failed, read } = readBlocks<OutlookBlock>(log)
  const firstMonth = addMonths(`${today.slice(0, 7)}-01`, 1 - OUTLOOK_MONTHS)
  const [months, spending, ahead] = await Promise.all([
    read('months', async () => {
      const archived = await findArchivedDay(db, account_id)
      // The month of the last archived operation is not whole.
      const known = archived === null ? firstMonth : addMonths(`${archived.slice(0, 7)}-01`, 1)
      return listMonths(db, account_id, known > firstMonth ? known : firstMonth, today)
    }),
    rights.includes('operations')
      ? read('spending', () => listSpending(db, account_id, addDays(today, 1 - SPENDING_DAYS), today))
      : null,
    rights.includes('operations') && rights.includes('transfers')
      ? read('forecast', () => identifiedForecast(db, caller, now))
      : null,
  ])
  return { currency, months, spending, forecast: ahead, failed }
}

/** The balance at the end of each day until one, with the scheduled and announced movements that the caller may see. */
export async function projectBalance({ db, clock }: { db: Db; clock: Clock }, caller: AccountCaller, until: string) {
  const now = clock.now()
  const today = now.toISOString().slice(0, 10)
  const days = Math.max(0, Math.round((Date.parse(until) - Date.parse(today)) / DAY_MS))
  const account = { account_id: caller.account_id, rights: caller.rights }
  return (await forecast(db, [account], { now, days })).days
}
