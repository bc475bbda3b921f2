// Makes a history end on the balance that the table of the personas prints, with no account below its limit on the way.

import { type DemoCalendar, timeOf } from './demo-calendar.ts'
import { diceOf } from './dice.ts'
import { type Movement, outside, sumOf } from './movements.ts'

/** One account's life: what happens to it whatever it holds, and what is sized and added so that the sum comes out. */
export type Story = {
  account: string
  movements: Movement[]
  /** What the account lives on, resized so that it started with about `openingWish`. */
  income: Movement[]
  incomeStep: number
  openingBalance: number
  /** The balance never goes below it; above the real limit, so that it looks like a life and not like a proof. */
  floor: number
  /** The first deposit: all that is missing. */
  open: (amount: number) => Movement
  /** Spent after a credit, where the account would have been below the floor before that credit. */
  spend: (at: Date, amount: number) => Movement
  /** Such a spending is a multiple of it. */
  spendStep: number
}

/** The plain life of an account: opened with what came from the former bank, lightened at the machine or by a transfer. */
function livesOn(calendar: DemoCalendar, account: string, holder: string, spend: Story['spend']): Story {
  const openedAt = timeOf(diceOf(`${account} opens`), calendar.firstDay, 9, 12)
  const facts = { type: 'transfer_in', label: 'VIR RECU SOLDE ANCIEN COMPTE', counterparty: holder, category: 'Divers' } as const
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

export const livesOnCash = (calendar: DemoCalendar, account: string, holder: string, branch: string) =>
  livesOn(calendar, account, holder, (at, amount) =>
    outside(account, at, -amount, 'cash', { type: 'withdrawal', label: `RETRAIT GAB ${branch}`, category: 'Retraits' }),
  )

export const livesOnTransfers = (calendar: DemoCalendar, account: string, holder: string) =>
  livesOn(calendar, account, holder, (at, amount) =>
    outside(account, at, -amount, 'clearing', {
      type: 'transfer_out',
      label: 'VIR EMIS PLACEMENT TRESORERIE',
      counterparty: holder,
      category: 'Placements',
    }),
  )

const round = (amount: number, step: number) => Math.sign(amount) * Math.max(step, Math.round(Math.abs(amount) / step) * step)

/** The same movements in another size: about the wanted sum, the same shape. */
function resize(movements: readonly Movement[], account: string, wanted: number, step: number): Movement[] {
  const sum = sumOf(account, movements)
  const factor = sum > 0 && wanted > 0 ? wanted / sum : 1
  return movements.map((movement) => ({
    ...movement,
    lines: movement.lines.map((line) => ({ ...line, amount: round(line.amount * factor, step) })),
  }))
}

export const inOrder = (movements: readonly Movement[]) => [...movements].sort((one, other) => one.at.getTime() - other.at.getTime())

/**
 * What the story needs beside `others` (all movements that are settled already, its own included) to end on the target.
 * It walks back from the target: a debit passed makes the balance before it higher, so a spending put after a credit
 * lifts all that came before it. Whatever the dice said, one walk is enough.
 */
export function settle(story: Story, others: readonly Movement[], target: number): Movement[] {
  const { account, floor, spendStep } = story
  const known = others.filter(({ lines }) => lines.some((line) => line.account === account))
  const income = resize(story.income, account, target - story.openingBalance - sumOf(account, known), story.incomeStep)

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
