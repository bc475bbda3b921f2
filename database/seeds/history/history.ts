// The whole history of the demo's accounts, balanced so that each ends at its persona's balance.

import type { DemoCalendar } from './demo-calendar.ts'
import { historiesOfAwa } from './history-of-awa.ts'
import { historiesOfCompanies } from './history-of-companies.ts'
import { historiesOfGandiol } from './history-of-gandiol.ts'
import { historiesOfPeople } from './history-of-people.ts'
import { seededRandom } from './seeded-random.ts'
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
  const histories = [
    ...historiesOfAwa(calendar, orders),
    ...historiesOfPeople(calendar),
    ...historiesOfCompanies(calendar),
    ...historiesOfGandiol(calendar),
  ]
  const known = [...orders, ...histories.flatMap(({ movements }) => movements)]
  const settled = [
    ...known,
    ...histories.flatMap((history) => settle(history, known, balances.get(history.account) ?? 0)),
  ]
  const overdrawn = accounts.filter(({ balance }) => balance < 0)
  return [
    ...settled,
    ...overdrawn.flatMap(({ key, overdraft }) =>
      overdraftInterest(calendar, seededRandom(`agios ${key}`), { account: key, authorised: overdraft }, settled),
    ),
  ]
}
