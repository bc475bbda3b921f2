// Adjusts a history so that it ends at the balance of the persona, without exceeding a limit of an account on the way.

import { type DemoCalendar, timeOf } from './demo-calendar.ts'
import { diceOf } from './dice.ts'
import { type Movement, outside, sumOf } from './movements.ts'

/** One account's history: fixed movements, and those that are resized or added to reach the balance. */
export type Story = {
  account: string
  movements: Movement[]
  /** The regular credits, resized so that the opening balance is about `openingBalance`. */
  income: Movement[]
  incomeStep: number
  openingBalance: number
  /** The minimum balance; above the real limit, for a realistic history. */
  floor: number
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
function spendingStory(calendar: DemoCalendar, account: string, holder: string, spend: Story['spend']): Story {
  const openedAt = timeOf(diceOf(`${account} opens`), calendar.firstDay, 9, 12)
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
    floor: 0,
    open: (amount) => outside(account, openedAt, amount, 'clearing', facts),
    spend,
    spendStep: 5_000,
  }
}

export const spendsCash = (calendar: DemoCalendar, account: string, holder: string, branch: string) =>
  spendingStory(calendar, account, holder, (at, amount) =>
    outside(account, at, -amount, 'cash', { type: 'withdrawal', label: `RETRAIT GAB ${branch}`, category: 'Retraits' }),
  )

export const spendsByTransfer = (calendar: DemoCalendar, account: string, holder: string) =>
  spendingStory(calendar, account, holder, (at, amount) =>
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
export function settle(story: Story, others: readonly Movement[], target: number): Movement[] {
  const { account, floor, spendStep } = story
  const known = others.filter(({ lines }) => lines.some((line) => line.account === account))
  const wanted = target - story.openingBalance - sumOf(account, known)
  const income = resize(story.income, account, wanted, story.incomeStep).map(story.exchange ?? ((one) => one))

  const spendings: Movement[] = []
  let balance = target
  const liftTo = (least: number, at: Date) => {
    if (balance >= least) return
    const amount = Math.ceil((least - balance) / spendStep) * spendStep
    spendings.push(story.spend(at, amount))
    balance += amount
  }
  for (const movement of inOrder([...known, ...income]).reverse()) {
    balance -= sumOf(account, [movement])
    liftTo(floor, movement.at)
  }
  const { at } = story.open(spendStep)
  liftTo(spendStep, at)
  return inOrder([story.open(balance), ...income, ...spendings.reverse()])
}
