import type { Deposit, DepositDetail, DepositTotals } from 'contract/products/deposits.ts'
import { daysBetween, depositInterest, earlyBreak } from 'contract/values/deposit-schedule.ts'
import type { Db } from '../../db/db.ts'
import { businessDate, type Clock, unixSeconds } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import {
  findFamily,
  findRefusal,
  findRequest,
  getBreakRules,
  listDepositsOf,
  listPayments,
  listRenewals,
  type StoredDeposit,
} from './deposit-store.ts'

type Ports = { db: Db; clock: Clock }

/** The interest until a day: all of it from maturity on, the paid interest of a deposit that ended before. */
function cumulatedOn(deposit: StoredDeposit, today: string): number {
  if (deposit.status !== 'pending') return deposit.broken_gross ?? deposit.paid_gross
  if (today >= deposit.maturity_date) return deposit.total_gross
  const days = daysBetween(deposit.value_date, today)
  return days <= 0 ? 0 : depositInterest(deposit, days)
}

function toView(deposit: StoredDeposit, today: string): Deposit {
  const {
    principal,
    total_gross,
    paid_gross,
    paid_net: _net,
    ended_on: _end,
    broken_rate: _rate,
    broken_gross,
    broken_withholding: _tax,
    ...rest
  } = deposit
  return {
    ...rest,
    amount: principal,
    paid_interests: broken_gross ?? paid_gross,
    cumulated_interests: cumulatedOn(deposit, today),
    remaining_interests: deposit.status === 'pending' ? total_gross - paid_gross : 0,
  }
}

function resultOfBreak({
  principal,
  paid_net,
  broken_rate,
  broken_gross,
  broken_withholding,
}: StoredDeposit): DepositDetail['broken'] {
  if (broken_rate === null || broken_gross === null || broken_withholding === null) return null
  const net = broken_gross - broken_withholding
  return { rate: broken_rate, net, paid_net, returned: principal + net - paid_net }
}

export async function listDeposits({ db, clock }: Ports, accountId: string) {
  const today = businessDate(clock)
  const deposits = (await listDepositsOf(db, accountId)).map((deposit) => toView(deposit, today))
  const running = deposits.filter(({ status }) => status === 'pending')
  const sum = (pick: (deposit: Deposit) => number) => running.reduce((total, deposit) => total + pick(deposit), 0)
  const totals: DepositTotals = {
    amount: sum(({ amount }) => amount),
    paid: sum(({ paid_interests }) => paid_interests),
    remaining: sum(({ remaining_interests }) => remaining_interests),
  }
  return { deposits, totals }
}

/** One deposit of the account. Throws `not_found`. */
export async function getDeposit({ db, clock }: Ports, accountId: string, id: string): Promise<DepositDetail> {
  const today = businessDate(clock)
  const [deposit] = await listDepositsOf(db, accountId, id)
  if (!deposit) throw new Refusal('not_found')
  const [payments, request, refused, [renewal]] = [
    await listPayments(db, id),
    await findRequest(db, id),
    await findRefusal(db, id),
    await listRenewals(db, [id]),
  ]
  const canBreak =
    deposit.status === 'pending' && !deposit.is_pledged && today >= deposit.value_date && today < deposit.maturity_date
  const { rate, net, paid_net, returned } = earlyBreak(deposit, today, deposit.paid_net, await getBreakRules(db))
  return {
    ...toView(deposit, today),
    payments,
    early_break: canBreak ? { rate, net, paid_net, returned } : null,
    ended_on: deposit.ended_on,
    broken: resultOfBreak(deposit),
    request: request && { kind: request.kind, asked_at: unixSeconds(request.asked_at) },
    refused: refused && { ...refused, answered_at: unixSeconds(refused.answered_at) },
    renewal: renewal ? { rate: renewal.rate, adds_interest: renewal.adds_interest } : null,
    ...(await findFamily(db, id)),
  }
}
