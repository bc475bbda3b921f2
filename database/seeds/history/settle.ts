// Adjusts a history so that it ends at the balance of the persona, without exceeding a limit of an account on the way.

import { type DemoCalendar, timeOf } from './demo-calendar.ts'
import { seededRandom } from './seeded-random.ts'
import { type Movement, outside, sumOf } from './movements.ts'

/** One account's history: fixed movements, and those that are resized or added to reach the balance. */
export type AccountHistory = {
  account: string
  movements: Movement[]
  /** The regular credits, resized so that the opening balance is about `openingBalance`. */
  income: Movement[]
  incomeStep: number
  openingBalance: number
  /** The minimum balance; above the real limit, for a realistic history. */
  minBalance: number
  /** What the income becomes once its amounts are settled. */
  exchange?: (movement: Movement) => Movement
  /** The first deposit: the whole difference. */
  open: (amount: number) => Movement
  /** A spending after a credit, where the balance before that credit would have been below the minimum. */
  spend: (at: Date, amount: number) => Movement
  /** The amount of such a spending is a multiple of it. */
  spendStep: number
}

/** An ordinary account: opened with money from the former bank, reduced by withdrawals or transfers. */
function spendingHistory(
  calendar: DemoCalendar,
  account: string,
  holder: string,
  spend: AccountHistory['spend'],
): AccountHistory {
  const openedAt = timeOf(seededRandom(`${account} opens`), calendar.firstDay, 9, 12)
  const facts = {
    type: 'transfer_in',
    label: 'VIR RECU SOLDE ANCIEN COMPTE',
    counterparty: holder,
    category: 'Divers',
  } as const
  return {
    account,
    movements: [],
    income: [],
    incomeStep: 5,
    openingBalance: 0,
    minBalance: 0,
    open: (amount) => outside(account, openedAt, amount, 'clearing', facts),
    spend,
    spendStep: 5_000,
  }
}

export const spendsCash = (calendar: DemoCalendar, account: string, holder: string, branch: string) =>
  spendingHistory(calendar, account, holder, (at, amount) =>
    outside(account, at, -amount, 'cash', { type: 'withdrawal', label: `RETRAIT GAB ${branch}`, category: 'Retraits' }),
  )

export const spendsByTransfer = (calendar: DemoCalendar, account: string, holder: string) =>
  spendingHistory(calendar, account, holder, (at, amount) =>
    outside(account, at, -amount, 'clearing', {
      type: 'transfer_out',
      label: 'VIR EMIS PLACEMENT TRESORERIE',
      counterparty: holder,
      category: 'Placements',
    }),
  )

const round = (amount: number, step: number) =>
  Math.sign(amount) * Math.max(step, Math.round(Math.abs(amount) / step) * step)

/** The same movements scaled to about the requested sum. */
function resize(movements: readonly Movement[], account: string, wanted: number, step: number): Movement[] {
  const sum = sumOf(account, movements)
  const factor = sum > 0 && wanted > 0 ? wanted / sum : 1
  return movements.map((movement) => ({
    ...movement,
    lines: movement.lines.map((line) => ({ ...line, amount: round(line.amount * factor, step) })),
  }))
}

export const inOrder = (movements: readonly Movement[]) =>
  [...movements].sort((one, other) => one.at.getTime() - other.at.getTime())

/**
 * The movements needed besides `others` (all settled movements, its own included) to end at the target.
 * It goes backwards from the target: a debit makes the balance before it higher, so a spending after a credit
 * raises all earlier balances. One pass is always enough.
 */
export function settle(history: AccountHistory, others: readonly Movement[], target: number): Movement[] {
  const { account, minBalance, spendStep } = history
  const known = others.filter(({ lines }) => lines.some((line) => line.account === account))
  const wanted = target - history.openingBalance - sumOf(account, known)
  const income = resize(history.income, account, wanted, history.incomeStep).map(
    history.exchange ?? ((movement) => movement),
  )

  const spendings: Movement[] = []
  let balance = target
  const ensureBalance = (min: number, at: Date) => {
    if (balance >= min) return
    const amount = Math.ceil((min - balance) / spendStep) * spendStep
    spendings.push(history.spend(at, amount))
    balance += amount
  }
  for (const movement of inOrder([...known, ...income]).reverse()) {
    balance -= sumOf(account, [movement])
    ensureBalance(minBalance, movement.at)
  }
  const { at } = history.open(spendStep)
  ensureBalance(spendStep, at)
  return inOrder([history.open(balance), ...income, ...spendings.reverse()])
}
