// Simulates activity on the demo bank's current accounts: card payments, incoming transfers and salaries, booked as the
// operators' tool books them.
import { addDays } from 'contract/values/calendar.ts'
import type { Db, Tx } from '../db/db.ts'
import { transaction } from '../db/transaction.ts'
import { settleAuthorisations } from '../domains/operations/card-authorisations.ts'
import { removeUpcoming } from '../domains/operations/upcoming-store.ts'
import { findInternalAccounts, lockBalances, post } from '../ledger/ledger-store.ts'
import { businessDate, type Clock } from '../adapters/clock.ts'
import { getTaxes, listAccountsByIban } from '../domains/operations/files/operation-file-store.ts'
import { postingOf } from '../domains/operations/files/operation-posting.ts'
import {
  isLikely,
  type ActivityRate,
  planDay,
  type SimulatedCustomer,
  salaryLabel,
  salaryTime,
  type SimulatedEvent,
} from './activity-rules.ts'
import { findLastSalary, listAnnounced, listSimulatedCustomers } from './activity-store.ts'

export type SimulatorPorts = { db: Db; clock: Clock; seed: string; rate: ActivityRate }

/** After a stop the simulation continues at the current time: older events are not booked. */
const MAX_DELAY_MS = 10 * 60_000
const SALARY_SINCE_DAYS = 62
const MAX_BOOKED = 100
/** From this hour on, announced credits of the day are booked. Dakar is at UTC. */
const CREDIT_HOUR = 15

/** This month's salary of a customer who received one last month and none this month. */
async function salaryOf(tx: Tx, customer: SimulatedCustomer, day: string): Promise<SimulatedEvent['line'] | null> {
  const since = new Date(Date.parse(day) - SALARY_SINCE_DAYS * 86_400_000).toISOString().slice(0, 10)
  const last = await findLastSalary(tx, customer.id, since)
  if (!last || last.booking_date.startsWith(day.slice(0, 7))) return null
  const { amount, label, counterparty } = last
  return {
    line: 1,
    iban: customer.iban,
    amount: String(amount),
    currency: null,
    tax: null,
    value_date: day,
    type: 'transfer_in',
    label: salaryLabel(label, day),
    counterparty,
    reference: null,
  }
}

/** Books one event, unless it was booked before or the customer's balance does not allow it now. */
function apply(
  { db, clock }: SimulatorPorts,
  { key, customer, line: planned }: SimulatedEvent | (Omit<SimulatedEvent, 'line'> & { line: null }),
) {
  return transaction(db, async (tx) => {
    const [balance] = await lockBalances(tx, [customer.id])
    const line = planned ?? (await salaryOf(tx, customer, businessDate(clock)))
    if (!line || !balance || (planned && !isLikely(Number(line.amount), balance.booked - balance.held))) return false
    const accounts = new Map((await listAccountsByIban(tx, [customer.iban])).map((account) => [account.iban, account]))
    const [internal, taxes] = [await findInternalAccounts(tx), await getTaxes(tx)]
    const scene = { taxes, day: businessDate(clock), at: clock.now(), internal, accounts }
    const [outcome] = await post(tx, [postingOf(line, key, scene)])
    return outcome === 'posted'
  })
}

/** Books what was announced: card payments the day after, transfers and cheques in the afternoon of their day. */
async function bookAnnounced({ db, clock }: SimulatorPorts): Promise<number> {
  const day = businessDate(clock)
  const creditDay = clock.now().getUTCHours() < CREDIT_HOUR ? day : addDays(day, 1)
  let booked = 0
  for (const operation of await listAnnounced(db, { day, creditDay }, MAX_BOOKED)) {
    const { account_id, id, iban, type, label, counterparty, amount, intraday_id } = operation
    const line = {
      line: 1,
      iban,
      amount: String(amount),
      currency: 'XOF' as const,
      tax: null,
      value_date: day,
      type,
      label,
      counterparty,
      reference: intraday_id,
    }
    booked += await transaction(db, async (tx) => {
      await lockBalances(tx, [account_id])
      if (type === 'card')
        await settleAuthorisations(tx, [{ account_id, amount, label, reference: intraday_id }], clock.now())
      else await removeUpcoming(tx, operation)
      const accounts = new Map((await listAccountsByIban(tx, [iban])).map((account) => [account.iban, account]))
      const [internal, taxes] = [await findInternalAccounts(tx), await getTaxes(tx)]
      const scene = { taxes, day, at: clock.now(), internal, accounts }
      const [outcome] = await post(tx, [postingOf(line, `activity:${type}:${id}`, scene)])
      return outcome === 'posted' ? 1 : 0
    })
  }
  return booked
}

/** Books the events planned after `since` up to now, each once; answers how many. */
export async function simulateActivity(ports: SimulatorPorts, since: Date): Promise<number> {
  const { db, clock, seed, rate } = ports
  const now = clock.now()
  const day = businessDate(clock)
  const from = Math.max(since.getTime(), now.getTime() - MAX_DELAY_MS)
  const isDue = ({ at }: { at: Date }) => at.getTime() > from && at <= now
  let applied = await bookAnnounced(ports)
  for (const customer of await listSimulatedCustomers(db)) {
    const paid = salaryTime(seed, day, customer)
    const salary = paid
      ? [{ key: `activity:${seed}:salary:${day}:${customer.id}`, at: paid, customer, line: null }]
      : []
    for (const event of [...salary, ...planDay(seed, day, customer, rate)].filter(isDue))
      if (await apply(ports, event)) applied += 1
  }
  return applied
}

/** The simulation as a job: each run continues where the last one ended. */
export function createDemoActivity(ports: SimulatorPorts): () => Promise<number> {
  let since = new Date(ports.clock.now().getTime() - MAX_DELAY_MS)
  return async () => {
    const now = ports.clock.now()
    const applied = await simulateActivity({ ...ports, clock: { now: () => now } }, since)
    since = now
    return applied
  }
}
