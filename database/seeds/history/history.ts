// The whole history of the demo's accounts, balanced so that each ends at its persona's balance.

import type { DemoCalendar } from './demo-calendar.ts'
import { storiesOfAwa } from './history-of-awa.ts'
import { storiesOfCompanies } from './history-of-companies.ts'
import { storiesOfGandiol } from './history-of-gandiol.ts'
import { storiesOfPeople } from './history-of-people.ts'
import { diceOf } from './dice.ts'
import type { Movement } from './movements.ts'
import { overdraftInterest } from './overdraft-interest.ts'
import type { DemoAccount } from '../personas.ts'
import { settle } from './settle.ts'

export function demoHistory(
  calendar: DemoCalendar,
  orders: readonly Movement[],
  accounts: readonly DemoAccount[],
): Movement[] {
  const balances = new Map(accounts.map(({ key, balance }) => [key, balance]))
  const stories = [
    ...storiesOfAwa(calendar, orders),
    ...storiesOfPeople(calendar),
    ...storiesOfCompanies(calendar),
    ...storiesOfGandiol(calendar),
  ]
  const known = [...orders, ...stories.flatMap(({ movements }) => movements)]
  const settled = [...known, ...stories.flatMap((story) => settle(story, known, balances.get(story.account) ?? 0))]
  const overdrawn = accounts.filter(({ balance }) => balance < 0)
  return [
    ...settled,
    ...overdrawn.flatMap(({ key, overdraft }) =>
      overdraftInterest(calendar, diceOf(`agios ${key}`), { account: key, authorised: overdraft }, settled),
    ),
  ]
}
